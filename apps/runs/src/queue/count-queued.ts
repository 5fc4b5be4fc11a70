import type { Pool } from 'pg';

/** `backoff`: not due yet; `bell`: due and not rung; `executor`: rung and not claimed. */
export type QueueReason = 'backoff' | 'bell' | 'executor';

export interface Queued {
  reason: QueueReason;
  runs: number;
  /** Seconds for which the oldest of them has been due; 0 when none is. */
  oldest: number;
}

const COUNT = `
  SELECT CASE WHEN due_at > now() THEN 'backoff' WHEN rung_at IS NULL THEN 'bell' ELSE 'executor' END AS reason,
         count(*)::int AS runs, greatest(0, extract(epoch FROM now() - min(due_at)))::float8 AS oldest
  FROM outbox GROUP BY 1`;

/** How many Runs wait for an executor, and why. Local Runs, which wait for their owner's device, are not among them. */
export const countQueued = async (pool: Pool): Promise<Queued[]> => {
  const { rows } = await pool.query<Queued>({ name: 'count-queued', text: COUNT });
  return rows;
};
