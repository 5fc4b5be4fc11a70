import { isDeviceExecutor } from '@errand/contracts/internal';
import { type Indexed, type Invariant, isLoss } from './history.ts';

function foreignMarks(history: Indexed, workspace: string): string[] {
  return history.workspaces.filter(({ name }) => name !== workspace).map(({ mark }) => mark);
}

const nothingCrosses: Invariant = {
  name: 'no data crosses workspaces',
  find: (history) => {
    const nameOf = new Map(history.workspaces.map(({ id, name }) => [id, name]));
    const answers = history.exchanges.flatMap(({ workspace, request, status, body }) => {
      if (request.kind === 'trespass')
        return status === null || status === 404 || status >= 500
          ? []
          : [`${workspace} asked for run ${request.runId} of another and was answered ${status}`];
      return foreignMarks(history, workspace).some((mark) => body.includes(mark))
        ? [`an answer to ${workspace} (${request.kind}) holds data of another workspace`]
        : [];
    });
    const rows = history.runs.flatMap((run) => {
      const workspace = nameOf.get(run.workspaceId) ?? run.workspaceId;
      const creation = history.creationOf(run);
      if (creation !== undefined && creation.workspace !== workspace)
        return [`run ${run.id} of ${workspace} was asked for by ${creation.workspace}`];
      const text = JSON.stringify(history.eventsOf(run.id));
      return foreignMarks(history, workspace).some((mark) => text.includes(mark))
        ? [`the events of run ${run.id} hold data of another workspace`]
        : [];
    });
    return [...answers, ...rows];
  },
};

/** The values of a Cookie header. */
function valuesOf(cookies: string): string[] {
  return cookies.split('; ').map((cookie) => cookie.slice(cookie.indexOf('=') + 1));
}

const browsersAreClean: Invariant = {
  name: 'no Run sees browser state of another Run',
  find: (history) =>
    history.effects.flatMap(({ token, step, cookies }) => {
      // A device's profile keeps its state, so that a person stays signed in.
      if (history.runsOfToken.get(token)?.[0]?.target === 'local') return [];
      const foreign = valuesOf(cookies).find((value) => value !== token && history.creation.has(value));
      return foreign === undefined ? [] : [`${token} ${step} carried a cookie of ${foreign}`];
    }),
};

/** An injected fault must be recovered from or named in the error, never reported as an internal error. */
const noInternalError: Invariant = {
  name: 'no fault shows as internal_error',
  find: (history) =>
    history.runs
      .filter(({ errorCode }) => errorCode === 'internal_error')
      .map(({ id, errorMessage }) => `run ${id} failed with internal_error: ${errorMessage}`),
};

function isOfLoss(message: string): boolean {
  return message.includes('executor was lost');
}

const gracefulCostsNothing: Invariant = {
  name: 'a graceful shutdown loses no attempt',
  find: (history) =>
    history.runs.flatMap((run) => {
      const met = history.faults.filter(
        ({ from, until }) => from <= (run.completedAt ?? Infinity) && until >= run.createdAt,
      );
      if (met.length === 0 || met.some(({ isGraceful }) => !isGraceful)) return [];
      const lost =
        isLoss(run.errorCode) ||
        run.errorCode === 'browser_crashed' ||
        history.eventsOf(run.id).some(({ message }) => isOfLoss(message));
      return lost
        ? [`run ${run.id} was lost while only ${met.map(({ name }) => name).join(', ')} happened`]
        : [];
    }),
};

const heldByTheirTarget: Invariant = {
  name: 'a local Run is held by devices alone and any other by executors alone',
  find: (history) =>
    history.runs.flatMap(({ id, target }) => {
      const strangers = history
        .transitionsOf(id)
        .flatMap(({ owner }) => owner ?? [])
        .filter((executorId) => isDeviceExecutor({ executorId }) !== (target === 'local'));
      return strangers.length === 0 ? [] : [`run ${id} (${target}) was held by ${strangers[0]}`];
    }),
};

export const isolation = [
  heldByTheirTarget,
  nothingCrosses,
  browsersAreClean,
  noInternalError,
  gracefulCostsNothing,
];
