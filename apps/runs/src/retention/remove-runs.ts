import type { Pool, PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { eachAlone } from '../lifecycle/each-alone.ts';

const BATCH = 25;
/** Of the events of a Run, as many as a statement surely has time for. */
const PORTION = 10_000;

/** Any of the oldest: those that cannot be removed would be the first each time, and in the way of the others. */
const DUE = `
  SELECT id FROM (
    SELECT id FROM runs
    WHERE completed_at < now() - $1 * interval '1 day' AND status IN ('completed', 'failed', 'cancelled')
    ORDER BY completed_at LIMIT 1000
  ) AS oldest
  ORDER BY random() LIMIT $2`;
const LOCK = 'SELECT last_seq FROM runs WHERE id = $1 FOR UPDATE SKIP LOCKED';
const REMOVE_EVENTS = 'DELETE FROM run_events WHERE run_id = $1 AND seq > $2 AND seq <= $3';
const REMOVE = `
  WITH removed AS (DELETE FROM runs WHERE id = $1 RETURNING id)
  INSERT INTO removed_runs (run_id) SELECT id FROM removed`;

/**
 * Removes a batch of the Runs that ended more than `days` days ago. Several processes may do it at once: each takes Runs of
 * its own. One that cannot be removed is logged and left. Answers how many were removed.
 */
export const removeRuns = async (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  days: number,
  batch = BATCH,
): Promise<number> => {
  const { rows } = await pool.query<{ id: string }>(DUE, [days, batch]);
  let removed = 0;
  await eachAlone({ log }, rows, async (id) => {
    if (await removeRun(pool, id)) removed += 1;
  });
  return removed;
};

/**
 * One transaction, so a Run is there whole or gone whole. Its steps, approvals and artifacts go with it by their foreign
 * keys; that its files are still to be removed is noted in the same breath. False: another process has it.
 */
const removeRun = (pool: Pool, id: string): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ last_seq: number }>(LOCK, [id]);
    const [run] = rows;
    if (run === undefined) return false;
    await removeEvents(client, id, run.last_seq);
    await client.query(REMOVE, [id]);
    return true;
  });

const removeEvents = async (client: PoolClient, id: string, lastSeq: number): Promise<void> => {
  for (let seq = 0; seq < lastSeq; seq += PORTION)
    await client.query(REMOVE_EVENTS, [id, seq, seq + PORTION]);
};
