import { unavailable } from '@errand/contracts';
import { RUN_TRANSITIONS, type SuspendRun, type ReleaseRun } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { type LockedRun, lockRun } from './end.ts';
import { interrupt } from './interrupt.ts';
import { requeueOrSuspend, requeueAfterLoss } from './requeue.ts';
import { leaseLost } from './heartbeat.ts';
import { readLedger } from '../effects/ledger.ts';
import { endWithReachedOutcome } from './recover-lost.ts';

function isHolder(run: LockedRun | null, { attempt, executorId }: ReleaseRun): run is LockedRun {
  return run !== null && run.attempt === attempt && run.lease_owner === executorId;
}

/**
 * Takes a Run back from an executor that shuts down. If another execution can resume it, it is requeued or suspended at
 * once and not counted as lost; otherwise it keeps its lease, and the sweep fails it when the lease expires.
 * 503: some reported events are not applied yet.
 */
export async function release(context: Context, runId: string, request: ReleaseRun): Promise<void> {
  const released = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (!isHolder(run, request)) return false;
    if (run.attempt_seq < request.events) throw unavailable();
    if (await endWithReachedOutcome(client, run)) return true;
    const { obstacle } = await readLedger(client, runId);
    const cannotStay = obstacle !== null || run.status === RUN_TRANSITIONS.takeControl.to;
    if (
      cannotStay &&
      run.status !== RUN_TRANSITIONS.requestApproval.to &&
      (await interrupt(client, run, 'shut down'))
    )
      return true;
    if (obstacle !== null) return false;
    await requeueOrSuspend(client, run);
    return true;
  });
  if (!released) return;
  context.wakeRelay();
  context.watch.changed(runId);
}

/**
 * Requeues or suspends a Run whose browser was lost. False: no other execution can resume it, or it has lost too many; the
 * executor then reports the failure. 409: the lease is lost. 503: some reported events are not applied yet.
 */
export async function loseBrowser(context: Context, runId: string, request: SuspendRun): Promise<boolean> {
  const requeued = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (!isHolder(run, request)) throw leaseLost();
    if (run.attempt_seq < request.events) throw unavailable();
    if ((await readLedger(client, runId)).obstacle !== null) return false;
    return await requeueAfterLoss(client, run, context.lease, 'browser');
  });
  if (!requeued) return false;
  context.wakeRelay();
  context.watch.changed(runId);
  return true;
}

/**
 * Suspends a Run that waits for approval, which frees its executor. False: it was just decided, some reported events are
 * not applied yet, or the Run needs its live page to resume. 409: the lease is lost.
 */
export async function suspend(context: Context, runId: string, request: SuspendRun): Promise<boolean> {
  const suspended = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (!isHolder(run, request)) throw leaseLost();
    if (run.status !== 'waiting_for_approval' || run.attempt_seq < request.events) return false;
    if ((await readLedger(client, runId)).obstacle !== null) return false;
    await requeueOrSuspend(client, run);
    return true;
  });
  if (suspended) context.wakeRelay();
  return suspended;
}
