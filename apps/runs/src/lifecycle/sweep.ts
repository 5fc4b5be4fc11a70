import type { Context } from '../context.ts';
import { expireApprovals } from './approval.ts';
import { eachAlone } from './each-alone.ts';
import { takeBack } from './take-back.ts';

const BATCH = 100;

const RING_AGAIN = `
  UPDATE outbox SET rung_at = NULL WHERE admitted_at IS NOT NULL AND rung_at < now() - $1 * interval '1 ms'`;
/** In no order: those that cannot be put right would be the first each time, and in the way of the others. */
const LOST = `SELECT id FROM runs WHERE lease_expires_at < now() ORDER BY random() LIMIT ${BATCH}`;

/** Puts right what dead executors and lost bells left behind. Safe to run in any number of processes at once. */
export const sweep = async (context: Context): Promise<void> => {
  const lost = await context.pool.query<{ id: string }>(LOST);
  await eachAlone(context, lost.rows, (id) => takeBack(context, id, (run) => run.lease_over));
  await expireApprovals(context);
  await context.pool.query(RING_AGAIN, [context.lease.requeueAfterMs]);
};
