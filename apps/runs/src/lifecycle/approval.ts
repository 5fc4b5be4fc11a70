import { randomUUIDv7 } from 'node:crypto';
import {
  type Decision,
  Problem,
  type RunStatus,
  conflict,
  iterationsOf,
  notFound,
  unavailable,
  unprocessable,
} from '@errand/contracts';
import {
  type LeaseHolder,
  type Principal,
  RUN_TRANSITIONS,
  type RequestApproval,
  WORK_TIMEOUT_MS,
  sqlStatuses,
} from '@errand/contracts/internal';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { type LockedRun, end, lockRun } from './end.ts';
import { failure } from './ending.ts';
import { event, insertEvents } from '../events/append.ts';
import { enqueue } from './requeue.ts';
import { HELD, ACTIVE_MS, isHeld, leaseLost } from './heartbeat.ts';
import { landedEffects } from '../effects/ledger.ts';
import { signalCancel } from './signal-cancel.ts';
import { schemaViolation } from '../approvals/validate-response.ts';

const REQUESTED = RUN_TRANSITIONS.requestApproval;

const REQUEST = `
  WITH waiting AS (
    UPDATE runs SET status = '${REQUESTED.to}', active_ms = ${ACTIVE_MS}, running_since = NULL,
                    last_seq = last_seq + 1, updated_at = now()
    WHERE ${HELD} AND status IN ${sqlStatuses(REQUESTED.from)} AND attempt_seq >= $11
    RETURNING id, attempt, last_seq
  ), event AS (
    INSERT INTO run_events (run_id, seq, at, type, step_id, message, data)
    SELECT id, last_seq, now(), 'approval.requested', $5, $6, $14::json FROM waiting
  )
  INSERT INTO approvals (id, run_id, attempt, step_id, message, input, origin, answer_schema, expires_at, url, page_digest)
  SELECT $4, id, attempt, $5, $6, $7, $8, $10, now() + $9 * interval '1 ms', $12, $13 FROM waiting`;

/**
 * Requests an approval; the Run waits for it from now on. Idempotent while the approval is pending.
 * 409: the lease is lost. 503: some reported events are not applied yet.
 */
export async function requestApproval(
  context: Context,
  runId: string,
  request: RequestApproval,
): Promise<{ id: string }> {
  const id = randomUUIDv7();
  const { input = null, origin, element } = request;
  const askedBy = await findAsker(context, runId);
  const { rowCount } = await context.pool.query(REQUEST, [
    runId,
    request.attempt,
    request.executorId,
    id,
    request.stepId,
    request.message,
    JSON.stringify(input),
    origin,
    context.approvalTimeoutMs,
    request.answerSchema === null ? null : JSON.stringify(request.answerSchema),
    request.events,
    request.url,
    request.pageDigest,
    JSON.stringify({
      input,
      origin,
      ...(askedBy && { asked_by: askedBy }),
      ...(element && { element }),
      ...iterationData(request.stepId),
    }),
  ]);
  if (rowCount === 0) return await findEarlierRequest(context, runId, request);
  context.watch.changed(runId);
  return { id };
}

/** The key or member that started the Run. */
async function findAsker(
  { pool }: Context,
  runId: string,
): Promise<{ type: 'key' | 'member'; id: string } | undefined> {
  const { rows } = await pool.query<{ type: 'key' | 'member'; id: string }>({
    name: 'find-asker',
    text: `SELECT CASE WHEN key_id IS NULL THEN 'member' ELSE 'key' END AS type, coalesce(key_id::text, created_by) AS id
           FROM runs WHERE id = $1`,
    values: [runId],
  });
  return rows[0];
}

/** A repeated request, whose first response was lost, gets the same approval. */
async function findEarlierRequest(
  context: Context,
  runId: string,
  request: RequestApproval,
): Promise<{ id: string }> {
  const { rows } = await context.pool.query<{ id: string }>(
    `SELECT approvals.id FROM approvals JOIN (SELECT id, attempt FROM runs WHERE ${HELD}) AS held
       ON held.id = approvals.run_id AND held.attempt = approvals.attempt
     WHERE approvals.step_id = $4 AND decision IS NULL`,
    [runId, request.attempt, request.executorId, request.stepId],
  );
  const [pending] = rows;
  if (pending === undefined) throw await explainNotWaiting(context, runId, request);
  return pending;
}

async function explainNotWaiting(
  context: Context,
  runId: string,
  request: RequestApproval,
): Promise<Problem> {
  const { rowCount } = await context.pool.query(
    // `attempt_seq` is not checked again: the missing events may have been applied since.
    `SELECT FROM runs WHERE ${HELD} AND status <> '${REQUESTED.to}'`,
    [runId, request.attempt, request.executorId],
  );
  return rowCount === 0 ? leaseLost() : unavailable();
}

/** The decision, or null if there is none within a few seconds. 409 once the lease is lost. */
export async function awaitApproval(
  context: Context,
  runId: string,
  approvalId: string,
  holder: LeaseHolder,
): Promise<{ decision: Decision | null }> {
  const deadline = performance.now() + WORK_TIMEOUT_MS;
  const readDecision = async () => {
    if (!(await isHeld(context, runId, holder))) throw leaseLost();
    const approval = await context.prisma.approval.findFirst({ where: { id: approvalId, runId } });
    return approval?.decision as Decision | null;
  };
  for (;;) {
    const left = Math.ceil(deadline - performance.now());
    const changed = context.watch.next(runId, Math.max(1, left), context.stopping);
    changed.catch(() => undefined);
    const decision = await readDecision();
    if (decision || left <= 0 || context.stopping.aborted) return { decision: decision ?? null };
    await changed.catch(() => undefined);
  }
}

const COUNT_GRANTED_EVENT = 'UPDATE runs SET last_seq = last_seq + 1, updated_at = now() WHERE id = $1';
const RESUME = `
  UPDATE runs SET status = '${RUN_TRANSITIONS.approve.to}', running_since = now(), last_seq = last_seq + 1, updated_at = now()
  WHERE id = $1`;

function record(action: 'run.approved' | 'run.rejected') {
  return `
  WITH decided AS (
    UPDATE approvals SET decision = $2, decided_by = $3, decided_at = now()
    WHERE run_id = $1 AND decision IS NULL AND expires_at > now()
    RETURNING id, run_id, step_id
  ), noted AS (
    ${appendAuditEntry(action, { from: 'decided', object: 'run_id', actor: '$4' })}
  )
  SELECT id, step_id FROM decided`;
}
const RECORD = { approve: record('run.approved'), reject: record('run.rejected') };

/**
 * Records a person's decision and returns the Run's new status. An approved Run resumes (a suspended one once an executor
 * claims it); a rejected one fails.
 * 404: no such Run. 409: it is not waiting for approval. 422: the value does not match the step's schema, or the step asks for none. 403: the key
 * created the Run, or its creator approves although the workspace requires a second person.
 */
export async function decide(
  context: Context,
  principal: Principal,
  runId: string,
  decision: Decision,
): Promise<RunStatus> {
  const checked =
    decision.decision === 'approve' ? await checkResponse(context, principal, runId, decision) : null;
  const status = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId, principal.workspaceId);
    if (run === null) throw notFound();
    if (run.status !== 'waiting_for_approval') throw conflict('The Run is not waiting for approval.');
    if (principal.keyId !== null && principal.keyId === run.key_id)
      throw new Problem(403, 'A Run cannot be approved with the API key that created it.');
    if (principal.fourEyes && decision.decision === 'approve' && principal.userId === run.created_by)
      throw new Problem(
        403,
        'The workspace requires two people: a member other than the creator of the Run must approve it.',
      );
    const { rows } = await client.query<{ id: string; step_id: string }>(RECORD[decision.decision], [
      runId,
      JSON.stringify(decision),
      principal.userId,
      actorOf(principal),
    ]);
    const [approval] = rows;
    if (approval === undefined) throw conflict('The Run is not waiting for approval.');
    const data = {
      ...iterationData(approval.step_id),
      by: deciderOf(principal),
      ...(decision.comment !== undefined && { comment: decision.comment }),
    };
    if (decision.decision === 'reject') {
      const message = `Step "${approval.step_id}" was rejected.`;
      await failUnapproved(client, run, 'approval_rejected', message, [
        event('approval.rejected', message, data, approval.step_id),
      ]);
      return 'failed';
    }
    if (approval.id !== checked?.id)
      throw conflict('The Run waits for a different approval now. Read the Run again before you decide.');
    if (checked.problem !== null) throw checked.problem;
    const granted = event(
      'approval.granted',
      `Step "${approval.step_id}" was approved.`,
      data,
      approval.step_id,
    );
    await insertEvents(client, runId, run.last_seq, [granted]);
    const isSuspended = run.lease_owner === null;
    await client.query(isSuspended ? COUNT_GRANTED_EVENT : RESUME, [runId]);
    if (isSuspended) await enqueue(client, run);
    return isSuspended ? 'waiting_for_approval' : 'running';
  });
  if (status === 'failed') signalCancel(context, runId);
  if (status !== 'running') context.wakeRelay();
  context.watch.changed(runId);
  return status;
}

const FIND_PENDING = `
  SELECT approvals.id, answer_schema FROM approvals JOIN runs ON runs.id = approvals.run_id
  WHERE runs.id = $1 AND runs.workspace_id = $2 AND decision IS NULL AND expires_at > now()`;

/** Checks a response before the Run is locked, because a user's schema can be slow. Null: no approval is pending. */
async function checkResponse(
  { pool }: Context,
  { workspaceId }: Principal,
  runId: string,
  { value }: Decision,
): Promise<{ id: string; problem: Problem | null } | null> {
  const { rows } = await pool.query<{ id: string; answer_schema: Record<string, unknown> | null }>(
    FIND_PENDING,
    [runId, workspaceId],
  );
  const [pending] = rows;
  if (pending === undefined) return null;
  const { id, answer_schema: schema } = pending;
  if (schema !== null) return { id, problem: schemaViolation(schema, value) };
  return {
    id,
    problem: value === undefined ? null : unprocessable('value: the step that waits asks for none'),
  };
}

/** Additional data of an iteration's events. */
function iterationData(stepId: string): { each?: number[] } {
  const each = iterationsOf(stepId);
  return each.length === 0 ? {} : { each };
}

/** The deciding key or person, for the event's data. */
export function deciderOf({ keyId, userId, name = '' }: Principal) {
  return keyId === null ? { type: 'member', id: userId, name } : { type: 'key', id: keyId, name };
}

/** Fails a Run in a transaction that has locked it, because its step was not approved. */
export async function failUnapproved(
  client: Parameters<typeof end>[0],
  run: LockedRun,
  errorCode: 'approval_rejected' | 'approval_expired',
  message: string,
  before: Parameters<typeof end>[3] = [],
): Promise<void> {
  const effects = await landedEffects(client, run.id);
  await end(client, run, failure(errorCode, message), [...before, event('run.failed', message, { effects })]);
}
