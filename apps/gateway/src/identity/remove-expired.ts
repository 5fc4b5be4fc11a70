import type pg from 'pg';

const BATCH = 500;

/** What better-auth leaves behind. A day is for whoever still asks, to be told that it has expired. */
const TABLES = ['sessions', 'verifications', 'device_codes'] as const;

const remove = (table: (typeof TABLES)[number]) => `
  DELETE FROM ${table} WHERE id IN (
    SELECT id FROM ${table} WHERE expires_at < now() - interval '1 day'
    ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )`;

/**
 * Removes a batch of the sessions, verifications and device codes that expired over a day ago. Several gateways may do it at
 * once. Answers true when there may be more.
 */
export const removeExpired = async (pool: pg.Pool): Promise<boolean> => {
  let more = false;
  for (const table of TABLES) {
    const { rowCount } = await pool.query(remove(table));
    more ||= rowCount === BATCH;
  }
  return more;
};
