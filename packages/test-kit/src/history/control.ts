import type { RunStatus } from '@errand/contracts';
import { BY_PERSON } from '@errand/contracts/internal';
import type { Indexed, IntentRecord, Invariant } from './history.ts';

/** Tolerated difference between two timestamps of the database, in milliseconds. */
const CLOCK_MS = 50;

/** A time in which a person held a Run; `to` is infinite when it was never let go. */
interface Hold {
  status: RunStatus;
  from: number;
  to: number;
}

/** A change from `paused` to `user_controlling` starts another hold. */
function holdsOf(history: Indexed, runId: string): Hold[] {
  const changes = history.transitionsOf(runId).filter(({ from, to }) => from !== to);
  return changes.flatMap(({ to: status, at }, position) =>
    status === 'paused' || status === 'user_controlling'
      ? [{ status, from: at, to: changes[position + 1]?.at ?? Infinity }]
      : [],
  );
}

function isWithin({ createdAt }: IntentRecord, { from, to }: Hold, tolerance: number): boolean {
  return createdAt > from + tolerance && createdAt < to - tolerance;
}

const nothingBegins: Invariant = {
  name: 'a Run begins nothing while it is paused or a person controls it',
  find: (history) =>
    history.runs.flatMap(({ id }) =>
      holdsOf(history, id).flatMap((hold) =>
        history
          .intentsOf(id)
          .filter((intent) => intent.action !== BY_PERSON && isWithin(intent, hold, CLOCK_MS))
          .map(({ stepId }) => `run ${id} began step ${stepId} while it was ${hold.status}`),
      ),
    ),
};

const personsAreInControl: Invariant = {
  name: 'a person acts only while they control the Run',
  find: (history) =>
    history.runs.flatMap(({ id }) => {
      const holds = holdsOf(history, id).filter(({ status }) => status === 'user_controlling');
      return history
        .intentsOf(id)
        .filter(({ action }) => action === BY_PERSON)
        .filter((intent) => !holds.some((hold) => isWithin(intent, hold, -CLOCK_MS)))
        .map(() => `run ${id} was acted on by a person who did not control it`);
    }),
};

const interruptedAreBlueprints: Invariant = {
  name: 'only Runs of Blueprints are interrupted',
  find: (history) =>
    history.runs
      .filter(({ blueprintId }) => blueprintId === null)
      .filter(({ id }) => history.transitionsOf(id).some(({ to }) => to === 'interrupted'))
      .map(({ id }) => `run ${id} was interrupted and is not of a Blueprint`),
};

const KINDS = ['control.paused', 'control.taken', 'control.released', 'resumed'] as const;

/** The event that reports a change by a person; undefined for other changes. */
function eventOf({
  from,
  to,
}: {
  from: RunStatus | null;
  to: RunStatus;
}): (typeof KINDS)[number] | undefined {
  if (from === to) return undefined;
  if (to === 'paused') return 'control.paused';
  if (to === 'user_controlling') return 'control.taken';
  if (to !== 'running') return undefined;
  if (from === 'user_controlling') return 'control.released';
  return from === 'paused' || from === 'interrupted' ? 'resumed' : undefined;
}

const changesAreTold: Invariant = {
  name: 'each change of control is told in exactly one event',
  find: (history) =>
    history.runs.flatMap(({ id }) => {
      const made = history.transitionsOf(id).map(eventOf);
      const told = history
        .eventsOf(id)
        .map(({ type, data }) => (data?.['control'] === 'resumed' ? 'resumed' : type));
      return KINDS.flatMap((kind) => {
        const changes = made.filter((each) => each === kind).length;
        const events = told.filter((each) => each === kind).length;
        return changes === events ? [] : [`run ${id} was ${kind} ${changes} times and tells ${events}`];
      });
    }),
};

export const control = [nothingBegins, personsAreInControl, interruptedAreBlueprints, changesAreTold];
