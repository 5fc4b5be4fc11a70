import { isTerminal } from '@errand/contracts';
import { type EventRecord, type Indexed, type Invariant, type RunRecord, isLoss } from './history.ts';

/** Tolerated difference between timestamps of the database and the site, in milliseconds. */
const CLOCK_MS = 50;

function runOf(history: Indexed, token: string): RunRecord | undefined {
  return history.runsOfToken.get(token)?.[0];
}

const atMostOnce: Invariant = {
  name: 'an effect lands at most once per step',
  find: (history) =>
    [...Map.groupBy(history.effects, ({ token, step }) => `${token} ${step}`)]
      .filter(([, effects]) => effects.length > 1)
      .map(([what, effects]) => `${what} landed ${effects.length} times`),
};

const effectsHaveRuns: Invariant = {
  name: 'every effect belongs to a stored Run that requested it',
  find: (history) =>
    history.effects.flatMap(({ token, step }) => {
      if (runOf(history, token) === undefined) return [`${token} ${step} landed and no Run is stored`];
      return history.creation.get(token)?.effects.includes(step)
        ? []
        : [`${token} ${step} was never asked for`];
    }),
};

const ledgerFirst: Invariant = {
  name: 'the intent is on disk before the effect',
  find: (history) =>
    history.effects.flatMap(({ token, step, at }) => {
      const run = runOf(history, token);
      if (run === undefined) return [];
      const intents = history.intentsOf(run.id).filter(({ stepId }) => stepId === step);
      return intents.some(({ createdAt }) => createdAt <= at + CLOCK_MS)
        ? []
        : [`run ${run.id} step ${step} landed with ${intents.length === 0 ? 'no' : 'a later'} intent`];
    }),
};

const ledgerIsTrue: Invariant = {
  name: 'the ledger records the true outcome of an effect',
  find: (history) =>
    history.runs.flatMap((run) => {
      const creation = history.creationOf(run);
      if (creation === undefined) return [];
      const landed = new Set(history.effectsOf(creation.token).map(({ step }) => step));
      return history
        .intentsOf(run.id)
        .filter(({ stepId }) => creation.effects.includes(stepId))
        .flatMap((intent) => {
          if (intent.landed === true && !landed.has(intent.stepId))
            return [`run ${run.id} step ${intent.stepId} is said to have landed and did not`];
          return intent.landed === false && landed.has(intent.stepId)
            ? [`run ${run.id} step ${intent.stepId} is said not to have landed and did`]
            : [];
        });
    }),
};

const completedIsDone: Invariant = {
  name: 'every effect of a completed Run landed exactly once',
  find: (history) =>
    history.runs
      .filter(({ status }) => status === 'completed')
      .flatMap((run) => {
        const creation = history.creationOf(run);
        return (creation?.effects ?? []).flatMap((step) => {
          const landed = history.effectsOf(run.token ?? '').filter((effect) => effect.step === step).length;
          return landed === 1 ? [] : [`run ${run.id} completed and step ${step} landed ${landed} times`];
        });
      }),
};

interface ToldEffect {
  step_id?: unknown;
  outcome?: unknown;
}

function toldEffects(end: EventRecord | undefined): ToldEffect[] {
  const effects = end?.data?.['effects'];
  return Array.isArray(effects) ? (effects as ToldEffect[]) : [];
}

const landedIsTold: Invariant = {
  name: 'a Run that did not complete names the effects that landed or may have',
  find: (history) =>
    history.runs
      .filter(({ status }) => isTerminal(status) && status !== 'completed')
      .flatMap((run) => {
        const effects = toldEffects(history.eventsOf(run.id).at(-1));
        return history
          .effectsOf(run.token ?? '')
          .filter(({ at }) => at <= (run.completedAt ?? Infinity))
          .filter(
            ({ step }) =>
              !effects.some(({ step_id, outcome }) => step_id === step && outcome !== 'not_landed'),
          )
          .map(({ step }) => `run ${run.id} is ${run.status}, step ${step} landed, and it does not say so`);
      }),
};

const unknownIsNamed: Invariant = {
  name: 'executor_lost names the step whose effect is unknown',
  find: (history) =>
    history.runs
      .filter(({ errorCode }) => isLoss(errorCode))
      .flatMap((run) => {
        const open = history.intentsOf(run.id).filter(({ landed }) => landed === null);
        const isNamed = open.some(({ stepId }) => run.errorMessage?.includes(`"${stepId}"`));
        return open.length === 0 || isNamed
          ? []
          : [`run ${run.id} lost step ${open[0]?.stepId} and says: ${run.errorMessage}`];
      }),
};

export const effects = [
  atMostOnce,
  effectsHaveRuns,
  ledgerFirst,
  ledgerIsTrue,
  completedIsDone,
  landedIsTold,
  unknownIsNamed,
];
