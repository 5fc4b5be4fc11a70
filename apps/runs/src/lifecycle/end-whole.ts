import { RUN_TRANSITIONS } from '@errand/contracts/internal';
import type { ReportedEvent, RunOutcome } from '@errand/contracts/queue';
import { isUnavailable } from '@errand/service-kit';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { type Batched, batch } from '../db/batch.ts';
import { EVENT_ROWS, eventRows, storableText, storedEvents } from '../events/append.ts';
import { publishEnd } from './end.ts';
import { HELD_BY } from './heartbeat.ts';
import { NEWEST_EVENTS_LIMIT, truncateResult } from './truncate-result.ts';

/**
 * Ends cloud Runs that have no events, steps or effects except those of these reports. It leaves others alone; `end` ends
 * them, which reads their rows. Locks the Runs, then the loads of their workspaces, each in order, as claims do. The ids
 * are an array too: a plan that was made before the table grew would otherwise read all of it.
 */
const END_WHOLE = `
  WITH given AS (
    SELECT * FROM json_to_recordset($1::json) AS report(
      n int, run_id uuid, attempt int, executor_id text, status text, result text, error_code text, error_message text,
      steps int, events int, rows text)
  ), locked AS (
    SELECT given.n, workspace_id FROM runs JOIN given ON given.run_id = runs.id
    WHERE runs.id = ANY(ARRAY(SELECT run_id FROM given)) AND ${HELD_BY({ runId: 'given.run_id', attempt: 'given.attempt', executorId: 'given.executor_id' })}
      AND runs.status = '${RUN_TRANSITIONS.claim.to}' AND execution_target = 'cloud' AND last_seq = 0 AND step_count = 0
      AND NOT EXISTS (SELECT FROM intents WHERE run_id = runs.id)
      AND NOT EXISTS (SELECT FROM completed_steps WHERE run_id = runs.id)
    ORDER BY runs.id FOR UPDATE OF runs
  ), loads AS (
    SELECT FROM workspace_loads WHERE workspace_id IN (SELECT workspace_id FROM locked) ORDER BY workspace_id FOR UPDATE
  ), held AS (
    UPDATE runs
    SET status = given.status::run_status, result = given.result::json, error_code = given.error_code,
        error_message = given.error_message, step_count = given.steps, last_seq = given.events, attempt_seq = given.events,
        lease_owner = NULL, lease_expires_at = NULL, controlled_by = NULL, interrupted_at = NULL,
        sealed_inputs = NULL, reached_outcome = NULL, completed_at = now(), updated_at = now()
    FROM given JOIN locked USING (n)
    -- Always true: reading the loads locks them before the Runs change.
    WHERE runs.id = given.run_id AND (SELECT count(*) FROM loads) >= 0
    RETURNING runs.id, n, given.rows, extract(epoch FROM completed_at - started_at)::float8 AS seconds
  ), written AS (
    INSERT INTO run_events (run_id, seq, at, type, step_id, message, data)
    SELECT held.id, e.n, e.at, e.type, e.step_id, e.message, e.data FROM held CROSS JOIN LATERAL ${EVENT_ROWS('held.rows')}
  ), dequeued AS (
    DELETE FROM outbox USING held WHERE run_id = held.id
  )
  SELECT n, seconds FROM held`;

/** A row of END_WHOLE's parameter, without its number. */
export interface EndRow {
  run_id: string;
  attempt: number;
  executor_id: string;
  status: string;
  /** JSON. */
  result: string;
  error_code: string | null;
  error_message: string | null;
  steps: number;
  events: number;
  /** JSON, as `eventRows` makes it. */
  rows: string;
}

interface WholeReport {
  runId: string;
  attempt: number;
  executorId: string;
  events: readonly ReportedEvent[];
}

/** A Run that ends with its only report. */
export interface WholeEnd extends WholeReport {
  outcome: RunOutcome;
}

/** The row of END_WHOLE; a Run without effects says so in its last event. Null for a report that does not fit into one result. */
function rowOf({ runId, attempt, executorId, events, outcome }: WholeEnd): EndRow | null {
  if (events.length > NEWEST_EVENTS_LIMIT.events) return null;
  const rows = eventRows(
    events.map((event) =>
      event.type === 'run.failed' ? { ...event, data: { ...event.data, effects: [] } } : event,
    ),
  );
  if (Buffer.byteLength(rows) > NEWEST_EVENTS_LIMIT.bytes) return null;
  const { status, summary, finalUrl, outputs, errorCode, errorMessage } = outcome;
  const steps = events.filter(({ type }) => type === 'step.completed').length;
  const result = truncateResult(
    { status, summary, steps, final_url: finalUrl, events: storedEvents(rows, 0), outputs },
    0,
  );
  return {
    run_id: runId,
    attempt,
    executor_id: executorId,
    status,
    result: JSON.stringify(result),
    error_code: errorCode,
    error_message: errorMessage,
    steps,
    events: events.length,
    rows,
  };
}

const MAX_BATCH_SIZE = 64;

/** Ends the Runs of one tick with one statement; resolves to the seconds that the Run took, or null if it was not ended. */
export function createEndWriter(pool: Pool): Batched<EndRow, { seconds: number | null } | null> {
  return batch(
    async (ends) => {
      const { rows } = await pool.query<{ n: number; seconds: number | null }>({
        name: 'end-whole',
        text: END_WHOLE,
        values: [
          JSON.stringify(
            ends.map((end, n) => ({ n, ...end })),
            storableText,
          ),
        ],
      });
      const ended = new Map(rows.map((row) => [row.n, row]));
      return ends.map((_end, n) => ended.get(n) ?? null);
    },
    { largest: MAX_BATCH_SIZE, isFinal: isUnavailable },
  );
}

/** Ends a short Run from a report that holds all that happened, together with others. False: nothing was done. */
export async function endWhole({ writeEnd }: Pick<Context, 'writeEnd'>, end: WholeEnd): Promise<boolean> {
  const row = rowOf(end);
  const ended = row === null ? null : await writeEnd(row);
  if (ended === null) return false;
  publishEnd(end.outcome, ended.seconds);
  return true;
}
