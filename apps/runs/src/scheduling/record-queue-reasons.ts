import type { QueueReason } from '@errand/contracts';
import { RUN_TRANSITIONS, sqlStatuses } from '@errand/contracts/internal';
import type { Context } from '../context.ts';

/** A shorter wait is not recorded. */
const RECORD_AFTER_MS = 5_000;
/** Runs per call, which bounds the work that a backlog of any length adds to accepting and executing Runs. */
const BATCH = 100;

const IS_QUEUED = `status IN ${sqlStatuses(RUN_TRANSITIONS.claim.from)}`;

function isDue(since: string) {
  return `${since} < now() - interval '${RECORD_AFTER_MS} ms'`;
}

const WAITS_FOR_DEVICE = `execution_target = 'local' AND ${IS_QUEUED} AND last_seq = 0 AND ${isDue('created_at')}`;

/** True when a Run has waited for so long that an event may have to say why. */
export const UNEXPLAINED = `
  EXISTS (SELECT FROM outbox WHERE ${isDue('due_at')}) OR EXISTS (SELECT FROM runs WHERE ${WAITS_FOR_DEVICE})`;

/** Slots that each workspace uses: its active Runs, and its Runs that are admitted but not claimed yet. */
const USED_SLOTS = `
  SELECT workspace_id, sum(slots) AS slots FROM (
    SELECT workspace_id, active_runs FROM workspace_loads
    UNION ALL
    SELECT workspace_id, 1 FROM outbox WHERE admitted_at IS NOT NULL
  ) AS part(workspace_id, slots)
  GROUP BY workspace_id`;

/**
 * Each reason is recorded once per attempt, however often it comes and goes. Candidates are taken in random order, so that
 * rows that others have locked, which are skipped, do not block the rest. $1: the limit of a workspace. $2: messages.
 */
const RECORD = `
  WITH used AS (${USED_SLOTS}), candidate AS (
    SELECT run_id, reason FROM outbox LEFT JOIN used USING (workspace_id) CROSS JOIN LATERAL (
      SELECT CASE WHEN admitted_at IS NULL AND coalesce(slots, 0) >= $1 THEN 'workspace_limit' ELSE 'executor' END
    ) AS waits_for(reason)
    WHERE ${isDue('due_at')} AND NOT reason = ANY(recorded_reasons)
    ORDER BY random() LIMIT ${BATCH}
  ), locked AS (
    SELECT run_id, reason FROM candidate JOIN outbox USING (run_id) JOIN runs ON runs.id = run_id
    WHERE ${IS_QUEUED} FOR UPDATE OF runs, outbox SKIP LOCKED
  ), marked AS (
    UPDATE outbox SET recorded_reasons = recorded_reasons || reason FROM locked WHERE outbox.run_id = locked.run_id
  ), unclaimed AS (
    SELECT id AS run_id, 'device' AS reason FROM runs
    WHERE ${WAITS_FOR_DEVICE}
    ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), counted AS (
    UPDATE runs SET last_seq = last_seq + 1, updated_at = now()
    FROM (SELECT * FROM locked UNION ALL SELECT * FROM unclaimed) AS waiting WHERE id = run_id
    RETURNING id, last_seq, attempt, reason
  )
  INSERT INTO run_events (run_id, seq, at, type, message, data)
  SELECT id, last_seq, now(), 'log', $2::json ->> reason,
         json_build_object('queued_for', reason, 'after_attempt', attempt)
  FROM counted`;

function messages(limit: number): Record<Exclude<QueueReason, 'retry'>, string> {
  return {
    executor: 'The Run is queued: waiting for a free executor.',
    workspace_limit: `The Run is queued: the workspace has reached its limit of ${limit} concurrent Runs.`,
    device: 'The Run is queued: waiting for a device of its owner to come online.',
  };
}

/** Adds an event to Runs that have been queued for some seconds, which says why, unless one does already. */
export async function recordQueueReasons({
  pool,
  workspaceRunLimit,
}: Pick<Context, 'pool' | 'workspaceRunLimit'>): Promise<void> {
  await pool.query({
    name: 'record-queue-reasons',
    text: RECORD,
    values: [workspaceRunLimit, JSON.stringify(messages(workspaceRunLimit))],
  });
}
