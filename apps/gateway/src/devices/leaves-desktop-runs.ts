import type pg from 'pg';
import type { LinkedDevice } from './admit.ts';

const DESKTOP_ELSEWHERE = `
  SELECT FROM devices
  WHERE workspace_id = $1 AND user_id = $2 AND revoked_at IS NULL AND online_until > now()
    AND (capabilities #>> '{desktop,available}')::boolean
  LIMIT 1`;

/** Whether a device leaves Runs that need a desktop to another one of its owner, which is online and has one. */
export async function leavesDesktopRuns(
  pool: pg.Pool,
  { hasDesktop, workspaceId, userId }: LinkedDevice,
): Promise<boolean> {
  if (hasDesktop) return false;
  const { rows } = await pool.query({
    name: 'desktop-elsewhere',
    text: DESKTOP_ELSEWHERE,
    values: [workspaceId, userId],
  });
  return rows.length > 0;
}
