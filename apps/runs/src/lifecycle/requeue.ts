import { type LeaseTimes, RUN_TRANSITIONS, sqlStatuses } from '@errand/contracts/internal';
import type { PoolClient } from 'pg';
import { type LockedRun, holderOf } from './end.ts';
import { event, type NewEvent, insertEvents } from '../events/append.ts';
import { ACTIVE_MS } from './heartbeat.ts';

const REQUEUE_OR_SUSPEND = `
  UPDATE runs
  SET status = CASE WHEN status IN ${sqlStatuses(RUN_TRANSITIONS.requeue.from)} THEN '${RUN_TRANSITIONS.requeue.to}' ELSE status END,
      lease_owner = NULL, lease_expires_at = NULL, active_ms = ${ACTIVE_MS}, running_since = NULL,
      lost_attempts = lost_attempts + $2, last_seq = last_seq + $3, updated_at = now()
  WHERE id = $1`;

/**
 * Takes a locked Run from its executor so that another can resume it. A running Run is queued; one that waits for approval
 * is suspended, and queued once it is approved.
 */
export async function requeueOrSuspend(
  client: PoolClient,
  run: LockedRun,
  {
    lostAttempts = 0,
    delayMs = 0,
    events = [],
  }: { lostAttempts?: number; delayMs?: number; events?: NewEvent[] } = {},
): Promise<void> {
  await insertEvents(client, run.id, run.last_seq, events);
  await client.query(REQUEUE_OR_SUSPEND, [run.id, lostAttempts, events.length]);
  if (run.status === 'running') await enqueue(client, run, delayMs);
}

/** The wait of a Run without executor, by its status. */
const AWAITED: Partial<Record<LockedRun['status'], string>> = {
  paused: 'resumed',
  user_controlling: 'given back',
};

/** A Run fails when it has lost this many executors and browsers. */
const MAX_LOSSES = 3;

/** Requeues or suspends a locked Run whose executor or browser was lost. False, and no change, when it has lost too many. */
export async function requeueAfterLoss(
  client: PoolClient,
  run: LockedRun,
  { retryDelayMs }: LeaseTimes,
  lost: 'executor' | 'browser',
): Promise<boolean> {
  const lostAttempts = run.lost_attempts + 1;
  if (lostAttempts >= MAX_LOSSES) return false;
  const next =
    run.status === 'running'
      ? 'is queued again'
      : `resumes elsewhere once it is ${AWAITED[run.status] ?? 'approved'}`;
  await requeueOrSuspend(client, run, {
    lostAttempts: 1,
    delayMs: lostAttempts * retryDelayMs,
    events: [event('log', `The ${lost === 'executor' ? holderOf(run) : lost} was lost; the Run ${next}.`)],
  });
  return true;
}

const ENQUEUE = `
  WITH run AS (
    SELECT id, workspace_id, created_by, execution_target, now() + $3 * interval '1 ms' AS due_at FROM runs WHERE id = $1
  ), offered AS (
    INSERT INTO device_queue (run_id, workspace_id, owner_id, attempt, due_at)
    SELECT id, workspace_id, created_by, $2, due_at FROM run WHERE execution_target = 'local'
    ON CONFLICT (run_id) DO UPDATE SET attempt = excluded.attempt, due_at = excluded.due_at
  )
  INSERT INTO outbox (run_id, workspace_id, attempt, due_at)
  SELECT id, workspace_id, $2, due_at FROM run WHERE execution_target = 'cloud'`;

/** Adds the next attempt of a locked Run to the backlog, or of a local one to the queue of devices. */
export async function enqueue(
  client: PoolClient,
  run: Pick<LockedRun, 'id' | 'attempt'>,
  delayMs = 0,
): Promise<void> {
  await client.query(ENQUEUE, [run.id, run.attempt + 1, delayMs]);
}
