import type { RunEvent, RunEventPage, RunStatus } from '@errand/contracts';
import { isTerminal, notFound } from '@errand/contracts';
import type { Context } from '../context.ts';

const PAGE = 100;
/** Change signals can be lost, so a watcher also polls this often. */
const POLL_INTERVAL_MS = 1_000;

/** Events of a Run with a `seq` greater than `after`, oldest first. The caller has checked the Run's workspace. */
export async function listEvents(context: Context, runId: string, after: number): Promise<RunEventPage> {
  const rows = await context.prisma.runEvent.findMany({
    where: { runId, seq: { gt: after } },
    orderBy: { seq: 'asc' },
    take: PAGE + 1,
  });
  const data = rows.slice(0, PAGE).map((row): RunEvent => ({
    seq: row.seq,
    at: row.at.toISOString(),
    type: row.type as RunEvent['type'],
    step_id: row.stepId,
    message: row.message,
    data: row.data as RunEvent['data'],
  }));
  return { data, has_more: rows.length > PAGE };
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
    const { rows } = await context.pool.query<{ status: RunStatus }>({
      name: 'run-status',
      text: 'SELECT status FROM runs WHERE id = $1',
      values: [runId],
    });
    const page = await listEvents(context, runId, seen);
    const last = page.data.at(-1);
    if (last !== undefined) {
      seen = last.seq;
      yield page.data;
    }
    if (page.has_more) continue;
    const [run] = rows;
    if (run === undefined) throw notFound();
    if (isTerminal(run.status)) return run.status;
    await changed;
  }
}
