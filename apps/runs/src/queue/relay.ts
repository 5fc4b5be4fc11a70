import type { TypedQueue } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

const BATCH = 100;

/** Rows stay locked until their bells are in the queue, so no two relays ring the same and none is marked unrung. */
const DUE = `
  SELECT run_id, attempt FROM outbox
  WHERE rung_at IS NULL AND due_at <= now()
  ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/** Rings the bells that are due. Answers how many; a full batch means that there may be more. */
export const ringDueBells = (
  context: Pick<Context, 'pool'>,
  queue: TypedQueue<'run-execution'>,
): Promise<number> =>
  inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<{ run_id: string; attempt: number }>(DUE);
    if (rows.length === 0) return 0;
    await queue.add(
      rows.map(({ run_id, attempt }) => ({ id: `${run_id}-${attempt}`, data: { runId: run_id, attempt } })),
    );
    await client.query('UPDATE outbox SET rung_at = now() WHERE run_id = ANY($1::uuid[])', [
      rows.map(({ run_id }) => run_id),
    ]);
    return rows.length;
  });

export const isFullBatch = (rung: number): boolean => rung === BATCH;
