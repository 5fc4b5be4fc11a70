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
 * Takes a Run back from an executor that shuts down. If another execution can resume it, it is requeued or suspended at
 * once and not counted as lost; otherwise it keeps its lease, and the sweep fails it when the lease expires.
 * 503: some reported events are not applied yet.
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
 * Requeues or suspends a Run whose browser was lost. False: no other execution can resume it, or it has lost too many; the
 * executor then reports the failure. 409: the lease is lost. 503: some reported events are not applied yet.
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
 * Suspends a Run that waits for approval, which frees its executor. False: it was just decided, some reported events are
 * not applied yet, or the Run needs its live page to resume. 409: the lease is lost.
 */
export const park = async (context: Context, runId: string, request: ParkRun): Promise<boolean> => {
  const suspended = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (!holds(run, request)) throw lost();
    if (run.status !== 'waiting_for_approval' || run.attempt_seq < request.events) return false;
    if ((await readLedger(client, runId)).obstacle !== null) return false;
    await handOn(client, run);
    return true;
  });
  if (suspended) context.ring();
  return suspended;
};
