import { type TypedQueue, isTelemetryOn } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

const BATCH = 100;

/** Rows stay locked until their bells are in the queue, so no two relays ring the same and none is marked unrung. */
const admitted = (traced: boolean) => `
  SELECT run_id, attempt, admitted_at,
         ${traced ? '(SELECT traceparent FROM runs WHERE id = run_id)' : 'NULL'} AS traceparent
  FROM outbox
  WHERE admitted_at IS NOT NULL AND rung_at IS NULL
  ORDER BY admitted_at, run_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

interface Admitted {
  run_id: string;
  attempt: number;
  admitted_at: Date;
  traceparent: string | null;
}

/**
 * One admission's bell has one id, so that it is in the queue once however often it is rung; the next admission of the
 * same attempt is not taken for it while the queue still clears it away.
 */
const toJob = ({ run_id, attempt, admitted_at, traceparent }: Admitted) => ({
  id: `${run_id}-${attempt}-${admitted_at.getTime()}`,
  data: { runId: run_id, attempt },
  traceparent,
});

/** Rings the bells of admitted Runs. Answers how many; a full batch means that there may be more. */
export const ringAdmitted = (
  context: Pick<Context, 'pool'>,
  queue: TypedQueue<'run-execution'>,
): Promise<number> =>
  inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<Admitted>(admitted(isTelemetryOn()));
    if (rows.length === 0) return 0;
    await queue.add(rows.map(toJob));
    await client.query('UPDATE outbox SET rung_at = now() WHERE run_id = ANY($1::uuid[])', [
      rows.map(({ run_id }) => run_id),
    ]);
    return rows.length;
  });

export const isFullBatch = (rung: number): boolean => rung === BATCH;
