import { QueueReason } from '@errand/contracts';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';

export const waitReasons = QueueReason.options;
export type WaitReason = QueueReason;

/** Slots that the workspace of `waiting` uses: its active Runs, and its Runs that are admitted but not claimed yet. */
const USED_SLOTS = `(
  coalesce((SELECT active_runs FROM workspace_loads WHERE workspace_id = waiting.workspace_id), 0)
  + (SELECT count(*) FROM outbox WHERE admitted_at IS NOT NULL AND workspace_id = waiting.workspace_id))`;

/** Why a Run with an outbox row waits, by the columns of `waiting`. */
function REASON(limit: string): string {
  return `
  CASE WHEN later THEN 'retry'
       WHEN NOT admitted AND ${USED_SLOTS} >= ${limit} THEN 'workspace_limit'
       ELSE 'executor' END`;
}

const BACKLOG = `
  WITH waiting AS (
    SELECT workspace_id, due_at > now() AS later, admitted_at IS NOT NULL AS admitted, count(*) AS runs, min(due_at) AS since
    FROM outbox GROUP BY 1, 2, 3
  )
  SELECT reason, sum(runs)::int AS runs,
         greatest(0, extract(epoch FROM now() - min(since)) * 1000)::float8 AS "oldestMs"
  FROM (
    SELECT ${REASON('$1')} AS reason, runs, since FROM waiting
    UNION ALL
    SELECT 'device', count(*), min(created_at) FROM runs WHERE execution_target = 'local' AND status = 'queued'
  ) AS by_reason
  GROUP BY reason`;

export interface Waiting {
  runs: number;
  /** How long the oldest of them has waited. */
  oldestMs: number;
}

/** How many Runs wait to be claimed, and for how long, by reason. Reads all of the backlog: for metrics, not for requests. */
export async function readBacklog(
  pool: Pool,
  { workspaceRunLimit }: Pick<Context, 'workspaceRunLimit'>,
): Promise<Record<WaitReason, Waiting>> {
  const { rows } = await pool.query<Waiting & { reason: WaitReason }>(BACKLOG, [workspaceRunLimit]);
  const of = (reason: WaitReason): Waiting => {
    const { runs, oldestMs } = rows.find((row) => row.reason === reason) ?? { runs: 0, oldestMs: 0 };
    return { runs, oldestMs };
  };
  return {
    executor: of('executor'),
    workspace_limit: of('workspace_limit'),
    retry: of('retry'),
    device: of('device'),
  };
}

/** Why the Run $1 waits to be claimed; no row when it does not. $2: the workspace's limit of concurrent Runs. */
const WAIT = `
  SELECT CASE WHEN waiting.run_id IS NULL THEN 'device' ELSE ${REASON('$2')} END AS reason
  FROM runs LEFT JOIN (
    SELECT run_id, workspace_id, due_at > now() AS later, admitted_at IS NOT NULL AS admitted FROM outbox
  ) AS waiting ON waiting.run_id = id
  WHERE id = $1 AND status = 'queued'`;

/** Why a Run is queued; null when it is not. */
export async function queueReason(context: Context, runId: string): Promise<QueueReason | null> {
  const { rows } = await context.pool.query<{ reason: QueueReason }>({
    name: 'queue-reason',
    text: WAIT,
    values: [runId, context.workspaceRunLimit],
  });
  return rows[0]?.reason ?? null;
}
