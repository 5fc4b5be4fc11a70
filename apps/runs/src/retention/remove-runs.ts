import { HAS_ENDED } from '@errand/contracts/internal';
import type { Pool, PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { forEachIsolated } from '../lifecycle/for-each-isolated.ts';

const BATCH = 25;
/** Events deleted per statement, which keeps it well below the statement timeout. */
const PORTION = 10_000;

/** A random choice among the oldest, so that Runs that cannot be removed do not block the others. */
const DUE = `
  SELECT id FROM (
    SELECT id FROM runs
    WHERE completed_at < now() - $1 * interval '1 day' AND ${HAS_ENDED}
    ORDER BY completed_at LIMIT 1000
  ) AS oldest
  ORDER BY random() LIMIT $2`;
const LOCK = 'SELECT last_seq FROM runs WHERE id = $1 FOR UPDATE SKIP LOCKED';
const REMOVE_EVENTS = 'DELETE FROM run_events WHERE run_id = $1 AND seq > $2 AND seq <= $3';
const REMOVE = `
  WITH removed AS (DELETE FROM runs WHERE id = $1 RETURNING id)
  INSERT INTO pending_artifact_deletions (owner_id) SELECT id FROM removed`;

/**
 * Removes a batch of the Runs that ended more than `days` days ago, and returns how many. Concurrent processes take
 * different Runs. A Run that cannot be removed is logged and skipped.
 */
export async function removeRuns(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  days: number,
  batch = BATCH,
): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(DUE, [days, batch]);
  let removed = 0;
  await forEachIsolated({ log }, rows, async (id) => {
    if (await removeRun(pool, id)) removed += 1;
  });
  return removed;
}

/**
 * Removes a Run in one transaction; foreign keys cascade to its steps, approvals and artifacts. The same statement records
 * that its files are still to be deleted. False: another process has locked it.
 */
function removeRun(pool: Pool, id: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ last_seq: number }>(LOCK, [id]);
    const [run] = rows;
    if (run === undefined) return false;
    await removeEvents(client, id, run.last_seq);
    await client.query(REMOVE, [id]);
    return true;
  });
}

async function removeEvents(client: PoolClient, id: string, lastSeq: number): Promise<void> {
  for (let seq = 0; seq < lastSeq; seq += PORTION)
    await client.query(REMOVE_EVENTS, [id, seq, seq + PORTION]);
}
