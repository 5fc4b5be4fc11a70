import { IS_OPEN } from '@errand/contracts/internal';
import type { Pool, PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

const BATCH = 25;

/** True of a file among the inputs of a Run that has not ended. */
const IS_HELD = `EXISTS (
  SELECT FROM held_files JOIN runs ON runs.id = held_files.run_id
  WHERE held_files.file_id = files.id AND runs.${IS_OPEN})`;
/** A new Run that is given one of these waits, and then finds that it is gone. */
const LOCK_EXPIRED = `
  SELECT id FROM files WHERE expires_at < now() AND NOT ${IS_HELD}
  ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
const STILL_FREE = `SELECT id FROM files WHERE id = ANY($1::uuid[]) AND NOT ${IS_HELD}`;
const REMOVE = `
  WITH removed AS (DELETE FROM files WHERE id = ANY($1::uuid[]) RETURNING id)
  INSERT INTO pending_artifact_deletions (owner_id) SELECT id FROM removed`;

/** Removes rows of files, and records that their bytes are still to be deleted. */
export async function removeStoredFiles(sql: Pool | PoolClient, ids: readonly string[]): Promise<void> {
  await sql.query(REMOVE, [ids]);
}

/** Removes a batch of the files that have expired and no open Run holds. True when there may be more. */
export function removeExpiredFiles({ pool }: Pick<Context, 'pool'>): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const idsOf = async (sql: string, values: unknown[] = []) =>
      (await client.query<{ id: string }>(sql, values)).rows.map(({ id }) => id);
    const locked = await idsOf(LOCK_EXPIRED);
    // One of them may have got a holder before the lock.
    const free = locked.length === 0 ? [] : await idsOf(STILL_FREE, [locked]);
    if (free.length > 0) await removeStoredFiles(client, free);
    return free.length === BATCH;
  });
}
