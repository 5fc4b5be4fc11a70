import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { failUnapproved } from './approval.ts';
import { lockRun } from './end.ts';
import { forEachIsolated } from './for-each-isolated.ts';
import { signalCancel } from './signal-cancel.ts';

/**
 * In random order, as in the sweep. Each Run is read by its key: a plan that joins them while there are few would read all of
 * them once there are many.
 */
export const EXPIRED_APPROVALS = `
  SELECT run_id AS id FROM approvals
  WHERE decision IS NULL AND expires_at <= now()
    AND (SELECT status FROM runs WHERE runs.id = run_id) = 'waiting_for_approval'
  ORDER BY random() LIMIT 100`;

/** Fails the Runs whose approval was not decided in time. */
export async function expireApprovals(context: Context): Promise<void> {
  const { rows } = await context.pool.query<{ id: string }>(EXPIRED_APPROVALS);
  await forEachIsolated(context, rows, async (id) => {
    await inTransaction(context.pool, async (client) => {
      const run = await lockRun(client, id);
      if (run?.status !== 'waiting_for_approval') return;
      await failUnapproved(client, run, 'approval_expired', 'The step was not approved in time.');
    });
    signalCancel(context, id);
    context.wakeRelay();
    context.watch.changed(id);
  });
}
