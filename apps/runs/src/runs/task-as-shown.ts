import type { Context } from '../context.ts';

/**
 * The task of an ad-hoc Run, with its passwords masked: `run.started` carries it if it named one. Null if the
 * Run never started, because its task was never searched for passwords.
 */
export async function taskAsShown(
  { pool }: Pick<Context, 'pool'>,
  { id, task }: { id: string; task: string },
): Promise<string | null> {
  const { rows } = await pool.query<{ shown: string | null }>(
    `SELECT data ->> 'task' AS shown FROM run_events WHERE run_id = $1 AND type = 'run.started' ORDER BY seq LIMIT 1`,
    [id],
  );
  const [started] = rows;
  return started === undefined ? null : (started.shown ?? task);
}
