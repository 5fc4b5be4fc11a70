import type { RunEvent } from '@errand/contracts';
import type { ReportedEvent } from '@errand/contracts/queue';
import type { Pool, PoolClient } from 'pg';

export type NewEvent = ReportedEvent;

/** An event that this service adds itself. */
export function event(
  type: NewEvent['type'],
  message: string,
  data: NewEvent['data'] = null,
  stepId: string | null = null,
): NewEvent {
  return { at: new Date().toISOString(), type, step_id: stepId, message, data };
}

/** The rows of `eventRows`, numbered from `n` = 1. */
export function EVENT_ROWS(parameter: string) {
  return `jsonb_to_recordset(${parameter}::jsonb)
   AS e(n int, at timestamptz, type text, step_id text, message text, data json)`;
}

/** The parameter of `EVENT_ROWS`: JSON of the events, without what PostgreSQL cannot store. */
export function eventRows(events: readonly NewEvent[]): string {
  return JSON.stringify(
    events.map(({ at, type, step_id, message, data }, index) => ({
      n: index + 1,
      at,
      type,
      step_id,
      message,
      data,
    })),
    storableText,
  );
}

/** The events of `rows` as they will be read, once they are stored after `lastSeq`. */
export function storedEvents(rows: string, lastSeq: number): RunEvent[] {
  const events = JSON.parse(rows) as (Omit<RunEvent, 'seq'> & { n: number })[];
  return events.map(({ n, at, type, step_id, message, data }) => ({
    seq: lastSeq + n,
    at: new Date(at).toISOString(),
    type,
    step_id,
    message,
    data,
  }));
}

/** PostgreSQL cannot store NUL and unpaired surrogates, which pages can contain: they become U+FFFD. */
export function storableText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
}

/** Writes the `rows` of `eventRows` after `lastSeq`; both and the Run are names of parameters. */
export function INSERT_EVENTS(runId: string, lastSeq: string, rows: string) {
  return `INSERT INTO run_events (run_id, seq, at, type, step_id, message, data)
     SELECT ${runId}::uuid, ${lastSeq}::int + e.n, e.at, e.type, e.step_id, e.message, e.data FROM ${EVENT_ROWS(rows)}`;
}

/** Appends events after `lastSeq`; the caller holds the Run's row lock. */
export async function insertEvents(
  client: Pool | PoolClient,
  runId: string,
  lastSeq: number,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query(INSERT_EVENTS('$1', '$2', '$3'), [runId, lastSeq, eventRows(events)]);
}
