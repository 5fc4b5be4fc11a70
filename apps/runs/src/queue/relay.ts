import type { TypedQueue } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

const BATCH = 100;

/** Rows stay locked until their bells are in the queue, so no two relays ring the same and none is marked unrung. */
const ADMITTED = `
  SELECT run_id, attempt, admitted_at FROM outbox
  WHERE admitted_at IS NOT NULL AND rung_at IS NULL
  ORDER BY admitted_at, run_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

interface Admitted {
  run_id: string;
  attempt: number;
  admitted_at: Date;
}

/**
 * One admission's bell has one id, so that it is in the queue once however often it is rung; the next admission of the
 * same attempt is not taken for it while the queue still clears it away.
 */
const toJob = ({ run_id, attempt, admitted_at }: Admitted) => ({
  id: `${run_id}-${attempt}-${admitted_at.getTime()}`,
  data: { runId: run_id, attempt },
});

/** Rings the bells of admitted Runs. Answers how many; a full batch means that there may be more. */
export const ringAdmitted = (
  context: Pick<Context, 'pool'>,
  queue: TypedQueue<'run-execution'>,
): Promise<number> =>
  inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<Admitted>(ADMITTED);
    if (rows.length === 0) return 0;
    await queue.add(rows.map(toJob));
    await client.query('UPDATE outbox SET rung_at = now() WHERE run_id = ANY($1::uuid[])', [
      rows.map(({ run_id }) => run_id),
    ]);
    return rows.length;
  });

export const isFullBatch = (rung: number): boolean => rung === BATCH;
