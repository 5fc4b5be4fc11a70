import type { Context } from '../context.ts';

/** At least this many Runs are admitted ahead of the executors, however few are under way. */
const LEAST_AHEAD = 4;
/** Share of what is under way, and so of what executors can take, that is admitted ahead of them. */
const SHARE_AHEAD = 1 / 4;
/** A bell that nobody has answered for this long is not likely to be answered soon; */
const STALE_MS = 60_000;
/** it counts for this much, so that ten of them hold up no more than one that is fresh. */
const STALE_WEIGHT = 1 / 10;

/** `pg_advisory_xact_lock` of the one admission that goes on at a time, in whatever process. */
const ADMISSION_LOCK = 6_143_007;

const UNDER_WAY = (workspace: string): string =>
  `coalesce((SELECT under_way FROM workspace_loads WHERE workspace_id = ${workspace}), 0)`;
const ADMITTED = (workspace: string): string =>
  `(SELECT count(*)::int FROM outbox WHERE admitted_at IS NOT NULL AND outbox.workspace_id = ${workspace})`;

/** How many Runs of the workspace that `workspace` names take a place: under way, or admitted and not claimed yet. */
export const TAKEN = (workspace: string): string => `(${UNDER_WAY(workspace)} + ${ADMITTED(workspace)})`;

/** How many Runs may be admitted and not claimed yet, and how many more that are. */
const ROOM = `
  SELECT most, floor(most - coalesce(sum(CASE
    WHEN run_id IS NULL THEN 0 WHEN admitted_at < now() - interval '${STALE_MS} ms' THEN ${STALE_WEIGHT} ELSE 1
  END), 0))::int AS places
  FROM (SELECT greatest(${LEAST_AHEAD}, (SELECT sum(under_way) FROM workspace_loads) * ${SHARE_AHEAD})::int) AS ahead(most)
  LEFT JOIN outbox ON admitted_at IS NOT NULL
  GROUP BY most`;

/** The workspaces with a backlog, each found by one step in the index, however long their backlogs are. */
const WAITING = `
  (SELECT workspace_id FROM outbox WHERE admitted_at IS NULL ORDER BY workspace_id LIMIT 1)
  UNION ALL
  SELECT following.workspace_id FROM waiting CROSS JOIN LATERAL (
    SELECT workspace_id FROM outbox
    WHERE admitted_at IS NULL AND outbox.workspace_id > waiting.workspace_id
    ORDER BY workspace_id LIMIT 1) AS following`;

/**
 * Gives the free places to the workspaces with the least Runs in a place, one after the other, within the limit of each.
 * No workspace has more ahead than may be in all, so none can fill the queue with bells that have become stale. Rows that
 * somebody works on are left for the next time.
 */
export const admitStatement = (limit: number): string => `
  WITH RECURSIVE waiting(workspace_id) AS (${WAITING}), room AS (${ROOM}), loads AS MATERIALIZED (
    SELECT workspace_id, ${UNDER_WAY('waiting.workspace_id')} AS under_way, ${ADMITTED('waiting.workspace_id')} AS admitted
    FROM waiting WHERE (SELECT places FROM room) > 0
  ), chosen AS (
    SELECT next.run_id FROM loads CROSS JOIN room CROSS JOIN LATERAL (
      SELECT run_id, row_number() OVER (ORDER BY run_id) AS place FROM (
        SELECT run_id FROM outbox
        WHERE admitted_at IS NULL AND outbox.workspace_id = loads.workspace_id AND due_at <= now()
        ORDER BY run_id LIMIT greatest(0, least(${limit} - under_way - admitted, most - admitted, places))
      ) AS first
    ) AS next
    ORDER BY under_way + admitted + next.place, next.run_id
    LIMIT greatest(0, (SELECT places FROM room))
  ), free AS (
    SELECT run_id FROM outbox WHERE run_id IN (SELECT run_id FROM chosen) AND admitted_at IS NULL
    FOR UPDATE SKIP LOCKED
  )
  UPDATE outbox SET admitted_at = now() FROM free WHERE outbox.run_id = free.run_id`;

/**
 * Admits Runs of the backlog to the queue, as many as executors will soon take and as fair to the workspaces as can be.
 * Both statements are one message and one transaction: a process that stands still holds up no other.
 */
export const admit = async (context: Pick<Context, 'pool' | 'workspaceRuns'>): Promise<void> => {
  await context.pool.query(
    `SELECT pg_advisory_xact_lock(${ADMISSION_LOCK}); ${admitStatement(context.workspaceRuns)}`,
  );
};
