import { type RunStatus, isTerminal } from '@errand/contracts';
import { INITIAL_STATUS, canBecome } from '@errand/contracts/internal';
import { type Indexed, type Invariant, type Transition, answered } from './history.ts';

const ENDINGS = new Map<string, RunStatus>([
  ['run.completed', 'completed'],
  ['run.failed', 'failed'],
  ['run.cancelled', 'cancelled'],
]);

const oneTerminalTransition: Invariant = {
  name: 'exactly one terminal transition per Run',
  find: (history) =>
    history.runs.flatMap((run) => {
      const ends = history
        .transitionsOf(run.id)
        .filter(({ from, to }) => isTerminal(to) && (from === null || from !== to || !isTerminal(from)));
      const left = history
        .transitionsOf(run.id)
        .filter(({ from, to }) => from !== null && isTerminal(from) && from !== to);
      if (left.length > 0) return [`run ${run.id} left ${left[0]?.from} for ${left[0]?.to}`];
      const expected = isTerminal(run.status) ? 1 : 0;
      return ends.length === expected ? [] : [`run ${run.id} (${run.status}) ended ${ends.length} times`];
    }),
};

const onlyKnownTransitions: Invariant = {
  name: 'a status changes only as the contract allows',
  find: (history) =>
    history.transitions
      .filter(({ from, to }) => (from === null ? to !== INITIAL_STATUS : from !== to && !canBecome(from, to)))
      .map(({ runId, from, to }) => `run ${runId} went from ${from ?? 'nothing'} to ${to}`),
};

const oneTerminalEvent: Invariant = {
  name: 'one terminal event, the last one, says how a Run ended',
  find: (history) =>
    history.runs
      .filter(({ status }) => isTerminal(status))
      .flatMap((run) => {
        const events = history.eventsOf(run.id);
        const ends = events.filter(({ type }) => ENDINGS.has(type));
        const [end] = ends;
        if (end === undefined || ends.length > 1)
          return [
            `run ${run.id} (${run.status}) has ${ends.length} terminal events: ${ends.map(({ type }) => type).join(', ')}`,
          ];
        if (ENDINGS.get(end.type) !== run.status)
          return [`run ${run.id} is ${run.status} and says ${end.type}`];
        return events.at(-1) === end ? [] : [`run ${run.id} says ${events.at(-1)?.type} after ${end.type}`];
      }),
};

function breach(before: Transition, after: Transition): string | null {
  const sameAttempt = before.attempt === after.attempt && before.owner !== null;
  if (sameAttempt && (after.owner === before.owner || isTerminal(after.to))) {
    if (after.to === 'queued') return `went back from ${before.to} to queued in attempt ${after.attempt}`;
    if (after.stepCount < before.stepCount)
      return `went back from ${before.stepCount} to ${after.stepCount} steps in attempt ${after.attempt}`;
  }
  // An attempt released at shutdown does not count.
  const isReleased = after.to === 'queued' && after.attempt === before.attempt - 1;
  if (after.attempt < before.attempt && !isReleased)
    return `went back from attempt ${before.attempt} to ${after.attempt}`;
  return null;
}

const neverBack: Invariant = {
  name: 'status and step_count never go back within an attempt',
  find: (history) =>
    history.runs.flatMap(({ id }) => {
      const steps = history.transitionsOf(id);
      return steps.slice(1).flatMap((after, position) => {
        const before = steps[position];
        const told = before === undefined ? null : breach(before, after);
        return told === null ? [] : [`run ${id} ${told}`];
      });
    }),
};

const eventsWithoutGaps: Invariant = {
  name: 'events are numbered from 1 without gaps',
  find: (history) =>
    history.runs.flatMap(({ id, lastSeq }) => {
      const events = history.eventsOf(id);
      const gap = events.findIndex(({ seq }, position) => seq !== position + 1);
      if (gap !== -1) return [`run ${id} has event ${events[gap]?.seq} in place of ${gap + 1}`];
      return events.length === lastSeq ? [] : [`run ${id} counts ${lastSeq} events and has ${events.length}`];
    }),
};

/** The Run statuses in responses. */
function told(history: Indexed) {
  return history.exchanges.flatMap((exchange) => {
    const { request } = exchange;
    if (exchange.status !== 200 || (request.kind !== 'read' && request.kind !== 'cancel')) return [];
    return [{ ...exchange, runId: request.runId, told: answered(exchange, 'status') as RunStatus }];
  });
}

const terminalIsForEver: Invariant = {
  name: 'a terminal status that a client received never changes',
  find: (history) =>
    [...Map.groupBy(told(history), ({ runId }) => runId)].flatMap(([runId, answers]) => {
      const ended = answers
        .filter((answer) => isTerminal(answer.told))
        .toSorted((a, b) => a.answeredAt - b.answeredAt)[0];
      if (ended === undefined) return [];
      const stored = history.run.get(runId)?.status;
      const later = answers.filter(({ sentAt }) => sentAt > ended.answeredAt);
      const other = later.find((answer) => answer.told !== ended.told);
      if (stored !== ended.told) return [`run ${runId} was told to be ${ended.told} and is ${stored}`];
      return other === undefined ? [] : [`run ${runId} was told to be ${ended.told}, later ${other.told}`];
    }),
};

const completedCounts: Invariant = {
  name: 'step_count counts the completed steps',
  find: (history) =>
    history.runs
      .filter(({ status }) => status === 'completed')
      .flatMap(({ id, stepCount }) => {
        const steps = new Set(
          history
            .eventsOf(id)
            .filter(({ type }) => type === 'step.completed')
            .map(({ stepId }) => stepId),
        );
        return steps.size === stepCount
          ? []
          : [`run ${id} counts ${stepCount} steps, ${steps.size} completed`];
      }),
};

export const lifecycle = [
  oneTerminalTransition,
  onlyKnownTransitions,
  oneTerminalEvent,
  neverBack,
  eventsWithoutGaps,
  terminalIsForEver,
  completedCounts,
];
