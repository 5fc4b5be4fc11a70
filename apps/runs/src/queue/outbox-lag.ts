import type { Pool } from 'pg';

const LAG = `
  SELECT greatest(0, extract(epoch FROM now() - min(admitted_at)))::float8 AS seconds
  FROM outbox WHERE admitted_at IS NOT NULL AND published_at IS NULL`;

/** Seconds for which the oldest admitted Run has waited to be published to the queue; 0 when none waits. */
export async function readOutboxLag(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>({ name: 'outbox-lag', text: LAG });
  return rows[0]?.seconds ?? 0;
}
