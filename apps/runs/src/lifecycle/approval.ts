import { randomUUIDv7 } from 'node:crypto';
import { type Decision, Problem, type RunStatus, conflict, notFound, unavailable } from '@errand/contracts';
import type { Holder, Principal, RequestApproval } from '@errand/contracts/internal';
import { actorOf, noteAction } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { type LockedRun, end, lockRun } from './end.ts';
import { eachAlone } from './each-alone.ts';
import { event, insertEvents } from './events.ts';
import { queue } from './hand-on.ts';
import { HELD, RAN_MS, isHeld, lost } from './lease.ts';
import { landedEffects } from './ledger.ts';
import { stopExecutor } from './stop-executor.ts';
import { refusalOf } from './answer-schema.ts';

/** How long an executor's question is held open, in ms. */
const LOOK_MS = 4_000;

const REQUEST = `
  WITH waiting AS (
    UPDATE runs SET status = 'waiting_for_approval', ran_ms = ${RAN_MS}, running_since = NULL,
                    last_seq = last_seq + 1, updated_at = now()
    WHERE ${HELD} AND status = 'running' AND attempt_seq >= $11
    RETURNING id, attempt, last_seq
  ), told AS (
    INSERT INTO run_events (run_id, seq, at, type, step_id, message, data)
    SELECT id, last_seq, now(), 'approval.requested', $5, $6, json_build_object('input', $7::json, 'origin', $8::text)
    FROM waiting
  )
  INSERT INTO approvals (id, run_id, attempt, step_id, message, input, origin, answer_schema, expires_at, url)
  SELECT $4, id, attempt, $5, $6, $7, $8, $10, now() + $9 * interval '1 ms', $12 FROM waiting`;

/**
 * Puts a question to people; the Run waits from now on. 409: the Run is not this executor's any more; 503: not all that was
 * reported before has been applied yet.
 */
export const requestApproval = async (
  context: Context,
  runId: string,
  request: RequestApproval,
): Promise<{ id: string }> => {
  const id = randomUUIDv7();
  const { rowCount } = await context.pool.query(REQUEST, [
    runId,
    request.attempt,
    request.executorId,
    id,
    request.stepId,
    request.message,
    JSON.stringify(request.input ?? null),
    request.origin,
    context.approvalTimeoutMs,
    request.answerSchema === null ? null : JSON.stringify(request.answerSchema),
    request.events,
    request.url,
  ]);
  if (rowCount === 0) return await askedBefore(context, runId, request);
  context.watch.changed(runId);
  return { id };
};

/** The same question again, because its answer was lost on the way, is one question. */
const askedBefore = async (
  context: Context,
  runId: string,
  request: RequestApproval,
): Promise<{ id: string }> => {
  const { rows } = await context.pool.query<{ id: string }>(
    `SELECT approvals.id FROM approvals JOIN (SELECT id, attempt FROM runs WHERE ${HELD}) AS held
       ON held.id = approvals.run_id AND held.attempt = approvals.attempt
     WHERE approvals.step_id = $4 AND decision IS NULL`,
    [runId, request.attempt, request.executorId, request.stepId],
  );
  const [asked] = rows;
  if (asked === undefined) throw await whyNot(context, runId, request);
  return asked;
};

const whyNot = async (context: Context, runId: string, request: RequestApproval): Promise<Problem> => {
  const { rowCount } = await context.pool.query(
    // Whether everything was applied is not asked again: it may have been since.
    `SELECT FROM runs WHERE ${HELD} AND status = 'running'`,
    [runId, request.attempt, request.executorId],
  );
  return rowCount === 0 ? lost() : unavailable();
};

/** What was decided, waiting a few seconds for it. 409 once the Run is not this executor's any more. */
export const awaitApproval = async (
  context: Context,
  runId: string,
  approvalId: string,
  holder: Holder,
): Promise<{ decision: Decision | null }> => {
  const over = performance.now() + LOOK_MS;
  const look = async () => {
    if (!(await isHeld(context, runId, holder))) throw lost();
    const approval = await context.prisma.approval.findFirst({ where: { id: approvalId, runId } });
    return approval?.decision as Decision | null;
  };
  for (;;) {
    const left = Math.ceil(over - performance.now());
    const changed = context.watch.next(runId, Math.max(1, left), context.stopping);
    changed.catch(() => undefined);
    const decision = await look();
    if (decision || left <= 0 || context.stopping.aborted) return { decision: decision ?? null };
    await changed.catch(() => undefined);
  }
};

const NOTE_GRANTED = 'UPDATE runs SET last_seq = last_seq + 1, updated_at = now() WHERE id = $1';
const GO_ON = `
  UPDATE runs SET status = 'running', running_since = now(), last_seq = last_seq + 1, updated_at = now()
  WHERE id = $1`;

const record = (action: 'run.approved' | 'run.rejected') => `
  WITH decided AS (
    UPDATE approvals SET decision = $2, decided_by = $3, decided_at = now()
    WHERE run_id = $1 AND decision IS NULL AND expires_at > now()
    RETURNING id, run_id, step_id
  ), noted AS (
    ${noteAction(action, { from: 'decided', object: 'run_id', actor: '$4' })}
  )
  SELECT id, step_id FROM decided`;
const RECORD = { approve: record('run.approved'), reject: record('run.rejected') };

/**
 * Takes a person's decision. Approved, the Run goes on, a parked one once an executor has claimed it; rejected, it fails.
 * Answers the status it has then. 404: unknown; 409: it does not wait; 403: the key that asked for the Run may not decide
 * about it, nor may its member approve it where the workspace asks for two people; 422: the value does not fit what the step asks for.
 */
export const decide = async (
  context: Context,
  principal: Principal,
  runId: string,
  decision: Decision,
): Promise<RunStatus> => {
  const answered =
    decision.decision === 'approve' ? await judgeAnswer(context, principal, runId, decision) : null;
  const status = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId, principal.workspaceId);
    if (run === null) throw notFound();
    if (run.status !== 'waiting_for_approval') throw conflict('The Run does not wait for an approval.');
    if (principal.keyId !== null && principal.keyId === run.key_id)
      throw new Problem(403, 'The API key that asked for the Run cannot approve it.');
    if (principal.fourEyes && decision.decision === 'approve' && principal.userId === run.created_by)
      throw new Problem(
        403,
        'The workspace asks for two people: another member than the one who asked for the Run has to approve it.',
      );
    const { rows } = await client.query<{ id: string; step_id: string }>(RECORD[decision.decision], [
      runId,
      JSON.stringify(decision),
      principal.userId,
      actorOf(principal),
    ]);
    const [approval] = rows;
    if (approval === undefined) throw conflict('The Run does not wait for an approval any more.');
    const data = {
      by: deciderOf(principal),
      ...(decision.comment !== undefined && { comment: decision.comment }),
    };
    if (decision.decision === 'reject') {
      const message = `Step "${approval.step_id}" was rejected.`;
      await fail(client, run, 'approval_rejected', message, [
        event('approval.rejected', message, data, approval.step_id),
      ]);
      return 'failed';
    }
    if (approval.id !== answered?.id) throw conflict('The Run asks something else by now. Look at it again.');
    if (answered.refusal !== null) throw answered.refusal;
    const granted = event(
      'approval.granted',
      `Step "${approval.step_id}" was approved.`,
      data,
      approval.step_id,
    );
    await insertEvents(client, runId, run.last_seq, [granted]);
    const isParked = run.lease_owner === null;
    await client.query(isParked ? NOTE_GRANTED : GO_ON, [runId]);
    if (isParked) await queue(client, run);
    return isParked ? 'waiting_for_approval' : 'running';
  });
  if (status === 'failed') stopExecutor(context, runId);
  if (status !== 'running') context.ring();
  context.watch.changed(runId);
  return status;
};

const FIND_QUESTION = `
  SELECT approvals.id, answer_schema FROM approvals JOIN runs ON runs.id = approvals.run_id
  WHERE runs.id = $1 AND runs.workspace_id = $2 AND decision IS NULL AND expires_at > now()`;

/** Judges an answer before the Run is locked: a user's schema can take its time. Null: nothing is asked. */
const judgeAnswer = async (
  { pool }: Context,
  { workspaceId }: Principal,
  runId: string,
  { value }: Decision,
): Promise<{ id: string; refusal: Problem | null } | null> => {
  const { rows } = await pool.query<{ id: string; answer_schema: Record<string, unknown> | null }>(
    FIND_QUESTION,
    [runId, workspaceId],
  );
  const [question] = rows;
  if (question === undefined) return null;
  const { id, answer_schema: schema } = question;
  return { id, refusal: schema === null ? null : refusalOf(schema, value) };
};

/** Who decided, as the event says it. */
const deciderOf = ({ keyId, userId, name = '' }: Principal) =>
  keyId === null ? { type: 'member', id: userId, name } : { type: 'key', id: keyId, name };

const fail = async (
  client: Parameters<typeof end>[0],
  run: LockedRun,
  errorCode: 'approval_rejected' | 'approval_expired',
  message: string,
  before: Parameters<typeof end>[3] = [],
): Promise<void> => {
  const effects = await landedEffects(client, run.id);
  await end(
    client,
    run,
    { status: 'failed', summary: message, finalUrl: null, outputs: null, errorCode, errorMessage: message },
    [...before, event('run.failed', message, { effects })],
  );
};

/** In no order, as the lost ones of the sweep. */
const EXPIRED = `
  SELECT runs.id FROM approvals JOIN runs ON runs.id = approvals.run_id
  WHERE approvals.decision IS NULL AND approvals.expires_at <= now() AND runs.status = 'waiting_for_approval'
  ORDER BY random() LIMIT 100`;

/** Fails the Runs whose question nobody answered in time. */
export const expireApprovals = async (context: Context): Promise<void> => {
  const { rows } = await context.pool.query<{ id: string }>(EXPIRED);
  await eachAlone(context, rows, async (id) => {
    await inTransaction(context.pool, async (client) => {
      const run = await lockRun(client, id);
      if (run?.status !== 'waiting_for_approval') return;
      await fail(client, run, 'approval_expired', 'Nobody approved the step in time.');
    });
    stopExecutor(context, id);
    context.ring();
    context.watch.changed(id);
  });
};
