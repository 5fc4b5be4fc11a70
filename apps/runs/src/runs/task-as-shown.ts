import type { Context } from '../context.ts';

/**
 * The task of an ad-hoc Run without a password that it named, which `run.started` carries when there is one. Null when the
 * Run never started, so that no one has looked for passwords in it.
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
