import { unavailable } from '@errand/contracts';
import type { ReportLoss } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import type { PoolClient } from 'pg';
import { inTransaction } from '../db/transaction.ts';
import { diagnostics } from './diagnostics.ts';
import { type LockedRun, end, lockRun } from './end.ts';
import { event } from '../events/append.ts';
import { failAsLost } from './fail-lost.ts';
import { requeueAfterLoss } from './requeue.ts';
import { interrupt } from './interrupt.ts';
import { leaseLost } from './heartbeat.ts';
import { EXECUTOR_LOST, readLedger } from '../effects/ledger.ts';

/**
 * Takes a Run from a lost executor, if `isLost` holds for the locked Run: requeues, suspends or ends it. The lock keeps new
 * intents out, so the ledger is complete.
 */
export async function recoverLost(
  context: Context,
  runId: string,
  isLost: (run: LockedRun) => boolean,
): Promise<void> {
  const changed = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (run === null || !isLost(run)) return false;
    if (await endWithReachedOutcome(client, run)) return true;
    if (await interrupt(client, run, 'lost')) return true;
    const { effects, obstacle } = await readLedger(client, runId);
    if (obstacle !== null) await failAsLost(client, run, { ...obstacle, effects });
    else if (!(await requeueAfterLoss(client, run, context.lease, 'executor')))
      await failAsLost(client, run, {
        message: `${EXECUTOR_LOST} ${run.lost_attempts + 1} times.`,
        effects,
      });
    return true;
  });
  if (!changed) return;
  diagnostics.leaseLost.publish(null);
  context.log.warn({ runId }, 'executor lost');
  context.wakeRelay();
  context.watch.changed(runId);
}

/** Ends a locked Run with the outcome that its lost executor had already reached. False when it had reached none. */
export async function endWithReachedOutcome(client: PoolClient, run: LockedRun): Promise<boolean> {
  const { reached_outcome: outcome } = run;
  if (outcome === null) return false;
  return await end(client, run, outcome, [event('run.completed', outcome.summary)]);
}

/**
 * Takes a Run back at once: the executor's watchdog saw the process end and killed its browser.
 * 409: the lease is lost. 503: some reported events are not applied yet.
 */
export async function reportLoss(
  context: Context,
  runId: string,
  { attempt, executorId, events }: ReportLoss,
): Promise<void> {
  await recoverLost(context, runId, (run) => {
    if (run.attempt !== attempt || run.lease_owner !== executorId) throw leaseLost();
    if (run.attempt_seq < events) throw unavailable();
    return true;
  });
}
