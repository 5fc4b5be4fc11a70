import type { ExecutionTarget, RunEvent, RunResult, RunStatus } from '@errand/contracts';
import { IS_OPEN, canBecome } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';
import type { PoolClient } from 'pg';
import { diagnostics } from './diagnostics.ts';
import type { Ending } from './ending.ts';
import { NEWEST_EVENTS_LIMIT, truncateResult } from './truncate-result.ts';
import { INSERT_EVENTS, type NewEvent, eventRows, storedEvents } from '../events/append.ts';

export interface LockedRun {
  id: string;
  /** The member who created it. */
  created_by: string;
  key_id: string | null;
  status: RunStatus;
  execution_target: ExecutionTarget;
  blueprint_id: string | null;
  attempt: number;
  lost_attempts: number;
  lease_owner: string | null;
  /** True when the lease has expired without a heartbeat. */
  lease_expired: boolean;
  attempt_seq: number;
  last_seq: number;
  step_count: number;
  started_at: Date | null;
  /** The outcome that the attempt reached before its executor could report its end. */
  reached_outcome: RunOutcome | null;
}

/** What carries a Run out, in messages. */
export function holderOf({ execution_target: target }: Pick<LockedRun, 'execution_target'>): string {
  return target === 'local' ? 'device' : 'executor';
}

/** Locks a Run until the transaction ends. Null: no such Run, or not in `workspaceId`. */
export async function lockRun(
  client: PoolClient,
  runId: string,
  workspaceId: string | null = null,
): Promise<LockedRun | null> {
  const { rows } = await client.query<LockedRun>({
    name: 'lock-run',
    text: `SELECT id, created_by, key_id, status, execution_target, blueprint_id, attempt, lost_attempts, lease_owner, coalesce(lease_expires_at < now(), false) AS lease_expired, attempt_seq, last_seq, step_count, started_at, reached_outcome
           FROM runs WHERE id = $1 AND ($2::uuid IS NULL OR workspace_id = $2) FOR UPDATE`,
    values: [runId, workspaceId],
  });
  return rows[0] ?? null;
}

/** Reads only the newest events that can fit into the result; a Run may have any number. */
const NEWEST_EVENTS = `
  SELECT seq, at, type, step_id, message, data
  FROM (
    SELECT *, sum(octet_length(message) + coalesce(octet_length(data::text), 0))
                OVER (ORDER BY seq DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newer_bytes
    FROM (SELECT * FROM run_events WHERE run_id = $1 ORDER BY seq DESC LIMIT ${NEWEST_EVENTS_LIMIT.events}) AS newest
  ) AS sized
  WHERE coalesce(newer_bytes, 0) < ${NEWEST_EVENTS_LIMIT.bytes}
  ORDER BY seq`;

async function newestEvents(client: PoolClient, { id, last_seq }: LockedRun): Promise<RunEvent[]> {
  if (last_seq === 0) return [];
  const { rows } = await client.query<Omit<RunEvent, 'at'> & { at: Date }>({
    name: 'newest-events',
    text: NEWEST_EVENTS,
    values: [id],
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** In the order of the Runbook's steps; an ad-hoc Run has no outputs by step. */
const KNOWN_OUTPUTS = `
  SELECT step_id, output
  FROM runs, json_array_elements(runbook -> 'steps') WITH ORDINALITY AS steps (step, position)
    JOIN completed_steps ON step_id = step ->> 'id'
  WHERE runs.id = $1 AND run_id = $1 AND reusable
  ORDER BY position`;

async function knownOutputs(client: PoolClient, runId: string): Promise<Record<string, unknown>> {
  const { rows } = await client.query<{ step_id: string; output: unknown }>(KNOWN_OUTPUTS, [runId]);
  return Object.fromEntries(rows.map(({ step_id, output }) => [step_id, output]));
}

/** The page of a Run that waits for approval, which stays where it is meanwhile; null in any other status. */
async function waitingPage(client: PoolClient, { id, status }: LockedRun): Promise<string | null> {
  if (status !== 'waiting_for_approval') return null;
  const { rows } = await client.query<{ url: string | null }>({
    name: 'waiting-page',
    text: 'SELECT url FROM approvals WHERE run_id = $1 ORDER BY requested_at DESC, id DESC LIMIT 1',
    values: [id],
  });
  return rows[0]?.url ?? null;
}

/** Its events are the newest stored ones and `last`. Null for a Run that never started. */
async function resultOf(
  client: PoolClient,
  run: LockedRun,
  ending: Ending,
  { steps, last }: { steps: number; last: readonly RunEvent[] },
): Promise<RunResult | null> {
  if (run.started_at === null) return null;
  const events = [...(await newestEvents(client, run)), ...last];
  return truncateResult(
    {
      status: ending.status,
      summary: ending.summary,
      steps,
      final_url: ending.finalUrl ?? (await waitingPage(client, run)),
      events,
      outputs: ending.outputs ?? (await knownOutputs(client, run.id)),
    },
    run.last_seq + last.length - events.length,
  );
}

/** Ends the Run $1, whose row is locked. One statement, because each costs a round trip. */
function END(queue: 'outbox' | 'device_queue') {
  return `
  WITH written AS (
    ${INSERT_EVENTS('$1', '$2', '$3')}
  ), known AS (
    DELETE FROM completed_steps WHERE run_id = $1
  ), dequeued AS (
    DELETE FROM ${queue} WHERE run_id = $1
  )
  UPDATE runs
  SET status = $4::run_status, result = $5::json, error_code = $6, error_message = $7, step_count = $8,
      last_seq = last_seq + $9, attempt_seq = attempt_seq + $10,
      lease_owner = NULL, lease_expires_at = NULL, controlled_by = NULL, interrupted_at = NULL, sealed_inputs = NULL,
      reached_outcome = NULL, completed_at = now(), updated_at = now()
  WHERE id = $1 AND ${IS_OPEN}
  RETURNING extract(epoch FROM completed_at - started_at)::float8 AS seconds`;
}

/**
 * Ends a locked Run: writes its last events, result and terminal status, and deletes its secrets. It and
 * `endWhole` are the only writers of terminal statuses. False when the Run had already ended, or cannot end so in its status.
 */
export async function end(
  client: PoolClient,
  run: LockedRun,
  ending: Ending,
  events: readonly NewEvent[],
  reported = { events: 0, steps: 0 },
): Promise<boolean> {
  if (!canBecome(run.status, ending.status)) return false;
  const last = eventRows(events);
  const steps = run.step_count + reported.steps;
  const result = await resultOf(client, run, ending, { steps, last: storedEvents(last, run.last_seq) });
  const queue = run.execution_target === 'local' ? 'device_queue' : 'outbox';
  const { rows } = await client.query<{ seconds: number | null }>({
    name: `end-${queue}`,
    text: END(queue),
    values: [
      run.id,
      run.last_seq,
      last,
      ending.status,
      result === null ? null : JSON.stringify(result),
      ending.errorCode,
      ending.errorMessage,
      steps,
      events.length,
      reported.events,
    ],
  });
  const [ended] = rows;
  if (ended === undefined) return false;
  publishEnd(ending, ended.seconds);
  return true;
}

/** @param seconds since the Run started; null for one that never did */
export function publishEnd(
  { status, errorCode }: Pick<Ending, 'status' | 'errorCode'>,
  seconds: number | null,
): void {
  if (diagnostics.ended.hasSubscribers) diagnostics.ended.publish({ status, errorCode, seconds });
}
