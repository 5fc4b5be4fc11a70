import type pg from 'pg';

const BATCH_SIZE = 500;

/** better-auth never deletes these. They stay for a day after expiry, so that clients learn that they have expired. */
const TABLES = ['sessions', 'verifications', 'device_codes'] as const;

function remove(table: (typeof TABLES)[number]) {
  return `
  DELETE FROM ${table} WHERE id IN (
    SELECT id FROM ${table} WHERE expires_at < now() - interval '1 day'
    ORDER BY expires_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )`;
}

/**
 * Removes a batch of sessions, verifications and device codes that expired over a day ago. Safe to run on several gateways
 * at once. Returns true when there may be more.
 */
export async function removeExpired(pool: pg.Pool): Promise<boolean> {
  let more = false;
  for (const table of TABLES) {
    const { rowCount } = await pool.query(remove(table));
    more ||= rowCount === BATCH_SIZE;
  }
  return more;
}
