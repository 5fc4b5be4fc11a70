import { unavailable } from '@errand/contracts';
import type { ParkRun, ReleaseRun } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { type LockedRun, lockRun } from './end.ts';
import { handOn, handOnAfterLoss } from './hand-on.ts';
import { lost } from './lease.ts';
import { readLedger } from './ledger.ts';
import { endAsReached } from './take-back.ts';

const holds = (run: LockedRun | null, { attempt, executorId }: ReleaseRun): run is LockedRun =>
  run !== null && run.attempt === attempt && run.lease_owner === executorId;

/**
 * An executor that shuts down hands a Run back. One that another execution can go on with is queued, or parked, at once
 * and not counted as lost; any other stays with its lease, and the sweep says what is unknown.
 * 503: not all that was reported has been applied yet.
 */
export const release = async (context: Context, runId: string, request: ReleaseRun): Promise<void> => {
  const released = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (!holds(run, request)) return false;
    if (run.attempt_seq < request.events) throw unavailable();
    if (await endAsReached(client, run)) return true;
    if ((await readLedger(client, runId)).obstacle !== null) return false;
    await handOn(client, run);
    return true;
  });
  if (!released) return;
  context.ring();
  context.watch.changed(runId);
};

/**
 * The browser of a Run ended. True: another execution goes on with it. False: none can, or it was lost too often; then the
 * executor says how the Run failed. 503: not all that was reported has been applied yet.
 */
export async function loseBrowser(context: Context, runId: string, request: ParkRun): Promise<boolean> {
  const requeued = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (!holds(run, request)) throw lost();
    if (run.attempt_seq < request.events) throw unavailable();
    if ((await readLedger(client, runId)).obstacle !== null) return false;
    return await handOnAfterLoss(client, run, context.lease, 'browser');
  });
  if (!requeued) return false;
  context.ring();
  context.watch.changed(runId);
  return true;
}

/**
 * Frees the executor of a Run that waits for a person. False: it was answered just now, not all that was reported has been
 * applied yet, or only the live page can carry the Run on. 409: the Run is not this executor's any more.
 */
export const park = async (context: Context, runId: string, request: ParkRun): Promise<boolean> => {
  const parked = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (!holds(run, request)) throw lost();
    if (run.status !== 'waiting_for_approval' || run.attempt_seq < request.events) return false;
    if ((await readLedger(client, runId)).obstacle !== null) return false;
    await handOn(client, run);
    return true;
  });
  if (parked) context.ring();
  return parked;
};
