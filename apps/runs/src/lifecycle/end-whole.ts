import type { RunEvent } from '@errand/contracts';
import { RUN_TRANSITIONS } from '@errand/contracts/internal';
import type { ReportedEvent, RunOutcome } from '@errand/contracts/queue';
import type { Context } from '../context.ts';
import { EVENT_ROWS, eventRows } from '../events/append.ts';
import { publishEnd } from './end.ts';
import { HELD } from './heartbeat.ts';
import { NEWEST_EVENTS_LIMIT, truncateResult } from './truncate-result.ts';

/**
 * Ends a cloud Run that has no events, steps or effects but those of this report. Otherwise it does nothing, and `end` is asked,
 * which reads what is there and locks the Run meanwhile.
 */
const END_WHOLE = `
  WITH held AS (
    UPDATE runs
    SET status = $4::run_status, result = $5::json, error_code = $6, error_message = $7, step_count = $8, last_seq = $9,
        attempt_seq = $9, lease_owner = NULL, lease_expires_at = NULL, controlled_by = NULL, interrupted_at = NULL,
        sealed_inputs = NULL, reached_outcome = NULL, completed_at = now(), updated_at = now()
    WHERE ${HELD} AND status = '${RUN_TRANSITIONS.claim.to}' AND execution_target = 'cloud' AND last_seq = 0
      AND step_count = 0
      AND NOT EXISTS (SELECT FROM intents WHERE run_id = $1) AND NOT EXISTS (SELECT FROM completed_steps WHERE run_id = $1)
    RETURNING id, extract(epoch FROM completed_at - started_at)::float8 AS seconds
  ), written AS (
    INSERT INTO run_events (run_id, seq, at, type, step_id, message, data)
    SELECT held.id, e.n, e.at, e.type, e.step_id, e.message, e.data FROM held, ${EVENT_ROWS('$10')}
  ), dequeued AS (
    DELETE FROM outbox USING held WHERE run_id = held.id
  )
  SELECT seconds FROM held`;

interface WholeReport {
  runId: string;
  attempt: number;
  executorId: string;
  events: readonly ReportedEvent[];
}

/** The events as they will be read; a Run without effects says so in its last event. */
function storedEvents(rows: string): RunEvent[] {
  const events = JSON.parse(rows) as (Omit<RunEvent, 'seq'> & { n: number })[];
  return events.map(({ n, at, type, step_id, message, data }) => ({
    seq: n,
    at: new Date(at).toISOString(),
    type,
    step_id,
    message,
    data,
  }));
}

/** Ends a short Run by one statement, from a report that holds all that happened. False: nothing was done. */
export async function endWhole(
  { pool }: Pick<Context, 'pool'>,
  { runId, attempt, executorId, events }: WholeReport,
  outcome: RunOutcome,
): Promise<boolean> {
  if (events.length > NEWEST_EVENTS_LIMIT.events) return false;
  const rows = eventRows(
    events.map((event) =>
      event.type === 'run.failed' ? { ...event, data: { ...event.data, effects: [] } } : event,
    ),
  );
  if (Buffer.byteLength(rows) > NEWEST_EVENTS_LIMIT.bytes) return false;
  const { status, summary, finalUrl, outputs, errorCode, errorMessage } = outcome;
  const steps = events.filter(({ type }) => type === 'step.completed').length;
  const result = truncateResult(
    { status, summary, steps, final_url: finalUrl, events: storedEvents(rows), outputs },
    0,
  );
  const { rows: ended } = await pool.query<{ seconds: number | null }>({
    name: 'end-whole',
    text: END_WHOLE,
    values: [
      runId,
      attempt,
      executorId,
      status,
      JSON.stringify(result),
      errorCode,
      errorMessage,
      steps,
      events.length,
      rows,
    ],
  });
  const [run] = ended;
  if (run === undefined) return false;
  publishEnd(outcome, run.seconds);
  return true;
}
