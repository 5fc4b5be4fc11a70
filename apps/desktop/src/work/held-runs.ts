import {
  type ClaimedRun,
  type HeldLocalRun,
  type InternalRoute,
  executorRoutes,
} from '@errand/contracts/internal';
import type { RunStatus } from '@errand/contracts';
import type { InternalClient } from '@errand/service-kit';

interface Held {
  run: ClaimedRun;
  status: RunStatus;
}

/** The Runs that this machine holds, learnt from the calls about them. */
export interface HeldRuns extends Pick<InternalClient, 'call'> {
  list(): HeldLocalRun[];
  leaseOf(runId: string, attempt: number): string;
  /** The Run has another status; null: it is no longer held. */
  heard(runId: string, status: RunStatus | null): void;
  end(runId: string): void;
  /** The Run in hand, for people. */
  current(): { id: string; task: string; status: RunStatus } | null;
}

/** @param onChange called when the list is another one */
export function createHeldRuns(client: Pick<InternalClient, 'call'>, onChange: () => void): HeldRuns {
  const held = new Map<string, Held>();
  const call = async (route: InternalRoute, request: object): Promise<unknown> => {
    const answer: unknown = await client.call(route, request);
    if (route === executorRoutes.claim) {
      const run = answer as ClaimedRun;
      held.set(run.id, { run, status: 'running' });
      onChange();
    } else if (route === executorRoutes.heartbeat) {
      const { params } = request as { params: { run_id: string } };
      const known = held.get(params.run_id);
      const { status } = answer as { status: RunStatus };
      if (known !== undefined && known.status !== status) {
        known.status = status;
        onChange();
      }
    }
    return answer;
  };
  return {
    call: call as InternalClient['call'],
    list: () =>
      [...held.values()].map(({ run, status }) => ({ runId: run.id, attempt: run.attempt, status })),
    leaseOf: (runId, attempt) => {
      const known = held.get(runId);
      return known?.run.attempt === attempt ? known.run.lease : '';
    },
    heard: (runId, status) => {
      const known = held.get(runId);
      if (known === undefined) return;
      if (status === null) held.delete(runId);
      else known.status = status;
      onChange();
    },
    end: (runId) => {
      if (held.delete(runId)) onChange();
    },
    current: () => {
      const [first] = held.values();
      return first === undefined ? null : { id: first.run.id, task: first.run.task, status: first.status };
    },
  };
}
