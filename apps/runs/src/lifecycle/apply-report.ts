import type { LeaseHolder } from '@errand/contracts/internal';
import { type RunEventsJob, RunReport } from '@errand/contracts/queue';
import type { PoolClient } from 'pg';
import { type Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { endWhole } from './end-whole.ts';
import { end, lockRun } from './end.ts';
import { EVENT_ROWS, eventRows } from '../events/append.ts';
import { HELD } from './heartbeat.ts';
import { landedEffects } from '../effects/ledger.ts';

/** An earlier slice of the report is missing; the queue delivers this one again. */
export class ReportGap extends Error {
  override name = 'ReportGap';
}

/** Settles the intents of the steps in a slice: effects of completed steps landed, those of failed steps did not. */
function SETTLE(runId: string, attempt: string, landed: string, notLanded: string, from = '') {
  return `
  UPDATE intents SET landed = step_id = ANY(${landed}::text[]), settled_at = now() ${from}
  WHERE intents.run_id = ${runId} AND intents.attempt = ${attempt} AND intents.landed IS NULL
    AND intents.step_id = ANY(${landed}::text[] || ${notLanded}::text[])`;
}

/** One statement: counts the slice, writes its events, settles the effects of its steps, stores their outputs. */
const APPLY = `
  WITH held AS (
    UPDATE runs
    SET attempt_seq = attempt_seq + $5, last_seq = last_seq + $5, step_count = step_count + $6,
        reached_outcome = coalesce($11::json, reached_outcome), updated_at = now()
    WHERE ${HELD} AND attempt_seq = $4 - 1
    RETURNING id, attempt, last_seq - $5 AS base
  ), written AS (
    INSERT INTO run_events (run_id, seq, at, type, step_id, message, data)
    SELECT held.id, held.base + e.n, e.at, e.type, e.step_id, e.message, e.data
    FROM held, ${EVENT_ROWS('$7')}
  ), settled AS (
    ${SETTLE('held.id', 'held.attempt', '$8', '$9', 'FROM held')}
  ), kept AS (
    INSERT INTO completed_steps (run_id, step_id, output, reusable)
    SELECT held.id, step.id, step.output, step.reusable
    FROM held, json_to_recordset($10::json) AS step(id text, output json, reusable boolean)
    ON CONFLICT DO NOTHING
  )
  SELECT id FROM held`;

interface ProvenReport extends RunReport, LeaseHolder {
  runId: string;
}

/** The report of a job; null when it breaks its contract, or does not prove that it comes from the claim that it names. */
function openReport({ leaseTokens, log }: Context, job: RunEventsJob): ProvenReport | null {
  const holder = { runId: job.runId, attempt: job.attempt, executorId: job.executorId };
  if (!leaseTokens.provesReport(job)) {
    log.error(holder, 'report without proof of its claim dropped');
    return null;
  }
  const report = RunReport.safeParse(parseJson(job.report));
  if (!report.success) {
    log.error({ ...holder, issues: report.error.issues }, 'invalid report dropped');
    return null;
  }
  return { ...holder, ...report.data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A loop reports the list that it works through with a `log` event. */
function listId(stepId: string): string {
  return `${stepId}[]`;
}

function stepsOf(report: RunReport) {
  const ids = (events: RunReport['events']) => events.map(({ step_id }) => step_id ?? '');
  const completed = report.events.filter(({ type }) => type === 'step.completed');
  const untouched = report.events.filter(
    ({ type, data }) => type === 'step.failed' && data?.['landed'] === 'nothing',
  );
  const results = report.events.flatMap(({ type, step_id, result }) => {
    if (result === undefined || step_id === null) return [];
    return [{ id: type === 'log' ? listId(step_id) : step_id, ...result }];
  });
  return { completed: ids(completed), untouched: ids(untouched), results };
}

/**
 * Applies a slice of an executor's report once, in order, and only for the holder of the lease. Slices without its proof, of
 * stale executions, and those that were already applied are ignored. Throws ReportGap when an earlier slice is missing.
 */
export async function applyReport(context: Context, job: RunEventsJob): Promise<void> {
  const report = openReport(context, job);
  if (report === null) return;
  const applied =
    report.outcome === null ? await applyEvents(context, report) : await applyOutcome(context, report);
  if (!applied) return;
  if (report.outcome !== null) context.wakeRelay();
  context.watch.changed(report.runId);
}

/** Applies a report that is the only one of its attempt. False: it is not, or cannot be applied at once. */
export async function applyWholeReport(context: Context, job: RunEventsJob): Promise<boolean> {
  const report = openReport(context, job);
  if (report === null || report.outcome === null || report.firstSeq !== 1) return false;
  if (!(await endWhole(context, { ...report, outcome: report.outcome }))) return false;
  context.watch.changed(report.runId);
  return true;
}

async function applyEvents(context: Context, report: ProvenReport): Promise<boolean> {
  const { completed, untouched, results } = stepsOf(report);
  const { rowCount } = await context.pool.query({
    name: 'apply-report',
    text: APPLY,
    values: [
      report.runId,
      report.attempt,
      report.executorId,
      report.firstSeq,
      report.events.length,
      completed.length,
      eventRows(report.events),
      completed,
      untouched,
      JSON.stringify(results),
      report.reached === undefined ? null : JSON.stringify(report.reached),
    ],
  });
  if (rowCount === 1) return true;
  await refuseGap(context, report);
  return false;
}

async function refuseGap(context: Context, report: ProvenReport): Promise<void> {
  const { rows } = await context.pool.query<{ attempt_seq: number }>(
    `SELECT attempt_seq FROM runs WHERE ${HELD}`,
    [report.runId, report.attempt, report.executorId],
  );
  const applied = rows[0]?.attempt_seq;
  // The missing slice may have been applied since; then this one is next, and must not be dropped.
  if (applied !== undefined && applied < report.firstSeq)
    throw new ReportGap(`run ${report.runId} expected event ${applied + 1}, not ${report.firstSeq}`);
}

async function applyOutcome(context: Context, report: ProvenReport): Promise<boolean> {
  const { outcome } = report;
  if (report.firstSeq === 1 && outcome !== null && (await endWhole(context, { ...report, outcome })))
    return true;
  return inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, report.runId);
    if (run === null || outcome === null) return false;
    if (run.attempt !== report.attempt || run.lease_owner !== report.executorId) return false;
    if (run.attempt_seq < report.firstSeq - 1)
      throw new ReportGap(`run ${run.id} expected event ${run.attempt_seq + 1}, not ${report.firstSeq}`);
    if (run.attempt_seq > report.firstSeq - 1) return false;
    const { completed, untouched } = stepsOf(report);
    await client.query({
      name: 'settle-intents',
      text: SETTLE('$1', '$2', '$3', '$4'),
      values: [run.id, run.attempt, completed, untouched],
    });
    const events = await withEffects(client, run.id, report.events);
    return await end(client, run, outcome, events, { events: events.length, steps: completed.length });
  });
}

/** A Run that failed says in its last event what it did before. */
async function withEffects(
  client: PoolClient,
  runId: string,
  events: RunReport['events'],
): Promise<RunReport['events']> {
  if (events.every(({ type }) => type !== 'run.failed')) return events;
  const effects = await landedEffects(client, runId);
  return events.map((entry) =>
    entry.type === 'run.failed' ? { ...entry, data: { ...entry.data, effects } } : entry,
  );
}
