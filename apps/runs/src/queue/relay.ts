import { isTelemetryOn } from '@errand/service-kit';
import type { TypedQueue } from '@errand/service-kit/queue';
import type { Context } from '../context.ts';
import { RELAXED_COMMIT } from '../db/relaxed-commit.ts';
import type { AdmittedRun } from '../scheduling/admission.ts';

const BATCH = 100;

/** A Run that is still not claimed after this long may use a reserved slot: the other slots are probably busy. */
const RESERVED_AFTER_MS = 300;

/** True for the oldest admitted Run of a workspace that has no active Run and finds no free slot. */
const NEEDS_RESERVED = `
  reserved_at IS NULL AND published_at < now() - interval '${RESERVED_AFTER_MS} ms'
  AND NOT EXISTS (SELECT FROM workspace_loads AS load
                  WHERE load.workspace_id = outbox.workspace_id AND load.active_runs > 0)
  AND NOT EXISTS (SELECT FROM outbox AS older
                  WHERE older.workspace_id = outbox.workspace_id AND older.admitted_at IS NOT NULL
                    AND older.run_id < outbox.run_id)`;

const WAITING = {
  name: 'admitted-runs',
  text: `
    SELECT run_id, attempt, admitted_at, published_at IS NULL AS is_new FROM outbox
    WHERE admitted_at IS NOT NULL AND (published_at IS NULL OR (${NEEDS_RESERVED}))
    ORDER BY admitted_at, run_id LIMIT ${BATCH}`,
};

/** The queues that executors take Runs from. */
export interface Executions {
  any: TypedQueue<'run-execution'>;
  reserved: TypedQueue<'run-execution-reserved'>;
}

type Publishing = Pick<Context, 'pool'>;

/** The trace of each Run, if traces are recorded. */
async function tracesOf({ pool }: Publishing, runs: readonly AdmittedRun[]): Promise<Map<string, string>> {
  if (!isTelemetryOn()) return new Map();
  const { rows } = await pool.query<{ id: string; traceparent: string | null }>(
    'SELECT id, traceparent FROM runs WHERE id = ANY($1::uuid[])',
    [idsOf(runs)],
  );
  return new Map(rows.flatMap(({ id, traceparent }) => (traceparent === null ? [] : [[id, traceparent]])));
}

/**
 * One job id per admission, so that publishing it again does not add a second job. `admitted_at` is part of it because the queue
 * may still remember the job of an earlier admission of the same attempt.
 */
async function jobsOf(context: Publishing, runs: readonly AdmittedRun[]) {
  const traces = await tracesOf(context, runs);
  return runs.map(({ run_id, attempt, admitted_at }) => ({
    id: `${run_id}-${attempt}-${admitted_at.getTime()}`,
    data: { runId: run_id, attempt },
    traceparent: traces.get(run_id) ?? null,
  }));
}

/**
 * Not for a Run that a claim has returned to the backlog since: its next admission would seem to be published already. A note
 * that is lost publishes the same job again; waiting for the disk would hold up the claim, which needs the row.
 */
function note(moment: 'published_at' | 'reserved_at', runs: readonly AdmittedRun[]) {
  return {
    name: moment,
    text: `UPDATE outbox SET ${moment} = now()
           WHERE run_id = ANY($1::uuid[]) AND admitted_at IS NOT NULL AND ${moment} IS NULL AND ${RELAXED_COMMIT}`,
    values: [idsOf(runs)],
  };
}

/**
 * Publishes Runs that were just admitted as queue jobs. Their rows are not locked meanwhile, so that a claim that follows at once
 * need not wait: what another process publishes too is one job, or one that is refused when its Run was claimed.
 */
export async function publish(
  context: Publishing,
  { any }: Pick<Executions, 'any'>,
  runs: readonly AdmittedRun[],
): Promise<void> {
  if (runs.length === 0) return;
  await any.add(await jobsOf(context, runs));
  await context.pool.query(note('published_at', runs));
}

/**
 * Publishes admitted Runs that are not in the queue, and offers those to reserved slots that wait for long. Returns how many;
 * a full batch means that there may be more.
 */
export async function publishWaiting(context: Publishing, queues: Executions): Promise<number> {
  const { rows } = await context.pool.query<AdmittedRun & { is_new: boolean }>(WAITING);
  await publish(
    context,
    queues,
    rows.filter(({ is_new }) => is_new),
  );
  const forReserved = rows.filter(({ is_new }) => !is_new);
  if (forReserved.length > 0) {
    await queues.reserved.add(await jobsOf(context, forReserved));
    await context.pool.query(note('reserved_at', forReserved));
  }
  return rows.length;
}

function idsOf(rows: readonly AdmittedRun[]): string[] {
  return rows.map(({ run_id }) => run_id);
}

/** Whether what `publishWaiting` returned is a full batch, after which more may wait. */
export function isFullBatch(published: number): boolean {
  return published === BATCH;
}
