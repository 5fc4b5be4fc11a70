import { type RunEvent, type RunEventPage, type RunStatus, isTerminal, notFound } from '@errand/contracts';
import type { Context } from '../context.ts';

const PAGE = 100;
/** Change signals can be lost, so a watcher also polls this often. */
const POLL_INTERVAL_MS = 1_000;

const READ = {
  name: 'events-after',
  text: `SELECT r.status, e.seq, e.at, e.type, e.step_id, e.message, e.data
         FROM runs r LEFT JOIN LATERAL (
           SELECT * FROM run_events WHERE run_id = r.id AND seq > $2 ORDER BY seq LIMIT ${PAGE + 1}
         ) e ON true
         WHERE r.id = $1
         ORDER BY e.seq`,
};

type Row = { status: RunStatus } & ((Omit<RunEvent, 'at'> & { at: Date }) | { seq: null });

/** A page of events with the Run's status at the same moment; null when there is no such Run. */
async function read(
  { pool }: Context,
  runId: string,
  after: number,
): Promise<(RunEventPage & { status: RunStatus }) | null> {
  const { rows } = await pool.query<Row>({ ...READ, values: [runId, after] });
  const [first] = rows;
  if (first === undefined) return null;
  const data = rows
    .slice(0, PAGE)
    .flatMap(({ status: _status, ...row }): RunEvent[] =>
      row.seq === null ? [] : [{ ...row, at: row.at.toISOString() }],
    );
  return { status: first.status, data, has_more: rows.length > PAGE };
}

/** Events of a Run with a `seq` greater than `after`, oldest first. The caller has checked the Run's workspace. */
export async function listEvents(context: Context, runId: string, after: number): Promise<RunEventPage> {
  const page = await read(context, runId, after);
  return { data: page?.data ?? [], has_more: page?.has_more ?? false };
}

/**
 * Yields events with a `seq` greater than `after` as they arrive, until the Run has ended; returns its final status.
 * 404: the Run was removed in the meantime.
 */
export async function* watchEvents(
  context: Context,
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent[], RunStatus> {
  let seen = after;
  for (;;) {
    const changed = context.watch.next(runId, POLL_INTERVAL_MS, signal);
    changed.catch(() => undefined);
    const page = await read(context, runId, seen);
    if (page === null) throw notFound();
    const last = page.data.at(-1);
    if (last !== undefined) {
      seen = last.seq;
      yield page.data;
    }
    if (page.has_more) continue;
    if (isTerminal(page.status)) return page.status;
    await changed;
  }
}
