import type { Pool } from 'pg';

/** Few, because a Run may have thousands of events and a statement has seconds. */
const BATCH = 25;

/**
 * One statement, so a Run is there whole or gone whole. Its events, steps, approvals and artifacts go with it by their
 * foreign keys; that its files are still to be removed is noted in the same breath.
 */
const REMOVE = `
  WITH due AS (
    SELECT id FROM runs
    WHERE completed_at < now() - $1 * interval '1 day' AND status IN ('completed', 'failed', 'cancelled')
    ORDER BY completed_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM runs USING due WHERE runs.id = due.id RETURNING runs.id
  )
  INSERT INTO removed_runs (run_id) SELECT id FROM removed`;

/**
 * Removes a batch of the Runs that ended more than `days` days ago, oldest first. Several processes may do it at once: each
 * takes Runs of its own. Answers how many; a full batch means that there may be more.
 */
export const removeRuns = async (pool: Pool, days: number, batch = BATCH): Promise<number> => {
  const { rowCount } = await pool.query(REMOVE, [days, batch]);
  return rowCount ?? 0;
};

export const isFullBatch = (removed: number): boolean => removed === BATCH;
