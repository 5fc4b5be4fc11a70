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

/**
 * The workspaces with a Run that is due, and the oldest such Run of each. Each is found by one step in the index, however
 * long the backlogs are.
 */
const WAITING = `
  (SELECT workspace_id, run_id FROM outbox WHERE admitted_at IS NULL AND due_at <= now()
   ORDER BY workspace_id, run_id LIMIT 1)
  UNION ALL
  SELECT following.* FROM waiting CROSS JOIN LATERAL (
    SELECT workspace_id, run_id FROM outbox
    WHERE admitted_at IS NULL AND due_at <= now() AND outbox.workspace_id > waiting.workspace_id
    ORDER BY workspace_id, run_id LIMIT 1) AS following`;

/** The workspaces with Runs in a place: under way, or admitted and not claimed yet. */
const BUSY = `
  SELECT workspace_id, sum(under_way)::int AS under_way, sum(admitted)::int AS admitted, sum(weight) AS weight FROM (
    SELECT workspace_id, under_way, 0, 0 FROM workspace_loads
    UNION ALL
    SELECT workspace_id, 0, 1, CASE WHEN admitted_at < now() - interval '${STALE_MS} ms' THEN ${STALE_WEIGHT} ELSE 1 END
    FROM outbox WHERE admitted_at IS NOT NULL
  ) AS part(workspace_id, under_way, admitted, weight)
  GROUP BY workspace_id`;

/** How many Runs may be admitted and not claimed yet, and how many more that are. */
const ROOM = `
  SELECT most, greatest(0, floor(most - weight))::int AS places FROM (
    SELECT greatest(${LEAST_AHEAD}, sum(under_way) * ${SHARE_AHEAD})::int AS most, coalesce(sum(weight), 0) AS weight
    FROM busy) AS ahead`;

/**
 * Gives the free places to the workspaces with the least Runs in a place, one after the other, within the limit of each.
 * No workspace has more ahead than may be in all, so none can fill the queue with bells that have become stale. Rows that
 * somebody works on are left for the next time.
 */
export const admitStatement = (limit: number): string => `
  WITH RECURSIVE waiting(workspace_id, oldest) AS (${WAITING}), busy AS (${BUSY}), room AS (${ROOM}), eligible AS (
    SELECT workspace_id, taken, least(${limit} - taken, most - admitted, places) AS free
    FROM (
      SELECT waiting.*, coalesce(under_way + admitted, 0) AS taken, coalesce(admitted, 0) AS admitted
      FROM waiting LEFT JOIN busy USING (workspace_id)
    ) AS loaded CROSS JOIN room
    WHERE taken < ${limit} AND admitted < most
    ORDER BY taken, oldest LIMIT (SELECT places FROM room)
  ), chosen AS (
    SELECT next.run_id FROM eligible CROSS JOIN LATERAL (
      SELECT run_id, row_number() OVER (ORDER BY run_id) AS place FROM (
        SELECT run_id FROM outbox
        WHERE admitted_at IS NULL AND outbox.workspace_id = eligible.workspace_id AND due_at <= now()
        ORDER BY run_id LIMIT eligible.free
      ) AS first
    ) AS next
    ORDER BY taken + next.place, next.run_id LIMIT (SELECT places FROM room)
  ), free AS (
    SELECT run_id FROM outbox WHERE run_id = ANY(ARRAY(SELECT run_id FROM chosen)) AND admitted_at IS NULL
    FOR UPDATE SKIP LOCKED
  )
  UPDATE outbox SET admitted_at = now() WHERE run_id = ANY(ARRAY(SELECT run_id FROM free))`;

/**
 * Admits Runs of the backlog to the queue, as many as executors will soon take and as fair to the workspaces as can be.
 * Both statements are one message and one transaction: a process that stands still holds up no other.
 */
export const admit = async (context: Pick<Context, 'pool' | 'workspaceRuns'>): Promise<void> => {
  await context.pool.query(
    `SELECT pg_advisory_xact_lock(${ADMISSION_LOCK}); ${admitStatement(context.workspaceRuns)}`,
  );
};
