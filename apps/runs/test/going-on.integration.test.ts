import { randomUUIDv7 } from 'node:crypto';
import type { ReportedEvent } from '@errand/contracts/queue';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Harness, reported, startHarness } from './harness.ts';

const [postgres] = queueBackends();
const executor = { attempt: 1, executorId: 'executor-1' };
const successor = { attempt: 2, executorId: 'executor-2' };
let h: Harness;
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres, { ERRAND_LEASE_MS: '1500', ERRAND_RUN_TIMEOUT_MS: '60000' });
});
afterAll(async () => h?.[Symbol.asyncDispose]());

const claimed = async () => {
  const runId = await h.createRun();
  await h.claim(runId);
  return runId;
};
const declare = (runId: string, stepId: string, surface: 'browser' | 'http', ordinal = 1) =>
  h.internal('POST', `/internal/runs/${runId}/intents`, {
    ...executor,
    ordinal,
    stepId,
    effect: 'write',
    action: `do ${stepId}`,
    surface,
  });
const completedStep = (stepId: string, output: unknown, whole = true): ReportedEvent => ({
  ...reported('step.completed', stepId, stepId),
  result: { output, whole },
});
const failedStep = (stepId: string, landed: string): ReportedEvent => ({
  ...reported('step.failed', stepId, stepId),
  data: { landed },
});
/** Reports as the first executor, and waits until it was applied. */
const tell = async (runId: string, events: ReportedEvent[], firstSeq = 1) => {
  await h.report({ runId, ...executor, firstSeq, events });
  await h.until('the report was applied', async () => {
    const { rows } = await h.sql.query('SELECT FROM run_events WHERE run_id = $1 AND message = $2', [
      runId,
      events.at(-1)?.message,
    ]);
    return rows.length > 0;
  });
};
const lastEvent = async (runId: string) =>
  ((await h.call('GET', `/v1/runs/${runId}/events`)).body['data'] as { type: string; data: unknown }[]).at(
    -1,
  );
const bell = (runId: string, attempt: number) =>
  h.until(`bell ${attempt} was rung`, () =>
    h.bells.some((rung) => rung.runId === runId && rung.attempt === attempt),
  );
const ended = (runId: string, status: string) =>
  h.until(`it is ${status}`, async () => (await h.status(runId)) === status);
const ask = async (runId: string, more: object = {}) => {
  const { status, body } = await h.internal('POST', `/internal/runs/${runId}/approvals`, {
    ...executor,
    stepId: 'pay',
    message: 'Pay?',
    input: { target: 'Pay' },
    origin: 'https://shop.example',
    ...more,
  });
  expect(status).toBe(200);
  return String(body['id']);
};
const decide = (runId: string, body: unknown) =>
  h.as({ keyId: randomUUIDv7() }).call('POST', `/v1/runs/${runId}/approval`, body);
const park = (runId: string, events = 0) =>
  h.internal('POST', `/internal/runs/${runId}/park`, { ...executor, events });

describe('a lost executor', () => {
  test('during a read after an effect outside of the page: the Run goes on with what is known', async () => {
    const runId = await claimed();
    await declare(runId, 'order', 'http');
    await tell(runId, [completedStep('order', { number: 7 }), reported('step.completed', 'read', 'read')]);
    await bell(runId, 2);
    const { status, body } = await h.claim(runId, 2, 'executor-2');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      attempt: 2,
      completedSteps: [{ id: 'order', output: { number: 7 } }],
      grantedApproval: null,
    });
    expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ step_count: 1 });
    await h.call('POST', `/v1/runs/${runId}/cancel`);
    const { rows } = await h.sql.query('SELECT FROM completed_steps WHERE run_id = $1', [runId]);
    expect(rows).toEqual([]);
  });

  test('after a step that is known to have done nothing: the Run goes on', async () => {
    const runId = await claimed();
    await declare(runId, 'click', 'browser');
    await tell(runId, [failedStep('click', 'nothing')]);
    await bell(runId, 2);
    expect((await h.claim(runId, 2)).body).toMatchObject({ completedSteps: [] });
    await h.call('POST', `/v1/runs/${runId}/cancel`);
    expect(await lastEvent(runId)).toMatchObject({
      type: 'run.cancelled',
      data: { effects: [{ step_id: 'click', action: 'do click', outcome: 'not_landed' }] },
    });
  });

  test.each([
    [
      'during a step that was declared',
      [],
      'The executor was lost during step "pay"; whether it took effect is unknown.',
      'unknown',
    ],
    [
      'after a step that may have landed',
      [failedStep('pay', 'unknown')],
      'The executor was lost during step "pay"; whether it took effect is unknown.',
      'unknown',
    ],
    [
      'after an effect in a page that nobody can rebuild',
      [completedStep('pay', null)],
      'The executor was lost after step "pay" took effect; the page that it left cannot be had again without repeating it.',
      'landed',
    ],
  ])('%s: the Run ends, and says what is known', async (_when, events, message, outcome) => {
    const runId = await claimed();
    await declare(runId, 'pay', 'browser');
    if (events.length > 0) await tell(runId, events);
    await ended(runId, 'failed');
    expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
      error_code: 'executor_lost',
      error_message: message,
    });
    expect(await lastEvent(runId)).toMatchObject({
      type: 'run.failed',
      step_id: 'pay',
      data: { effects: [{ step_id: 'pay', action: 'do pay', outcome }] },
    });
  });

  test('after an effect whose output could not be kept: the Run ends, naming the step', async () => {
    const runId = await claimed();
    await declare(runId, 'order', 'http');
    await tell(runId, [completedStep('order', null, false)]);
    await ended(runId, 'failed');
    expect((await h.call('GET', `/v1/runs/${runId}`)).body['error_message']).toContain('step "order"');
  });

  test('while it waited for a person: the Run is parked and goes on once it is approved', async () => {
    const runId = await claimed();
    await ask(runId);
    await h.until('it was taken back', async () => {
      const { rows } = await h.sql.query('SELECT FROM runs WHERE id = $1 AND lease_owner IS NULL', [runId]);
      return rows.length === 1;
    });
    expect(await h.status(runId)).toBe('waiting_for_approval');
    expect((await h.claim(runId, 2)).status).toBe(409);
    expect((await decide(runId, { decision: 'approve' })).body).toEqual({ status: 'waiting_for_approval' });
    await bell(runId, 2);
    expect((await h.claim(runId, 2)).body).toMatchObject({ grantedApproval: { stepId: 'pay' } });
  });
});

describe('the last event of a Run', () => {
  test.each(['action_failed', 'run_timeout'] as const)(
    'that failed with %s says what landed',
    async (errorCode) => {
      const runId = await claimed();
      await declare(runId, 'order', 'http');
      await declare(runId, 'click', 'browser', 2);
      await declare(runId, 'pay', 'browser', 3);
      const failure = { ...reported('run.failed', 'end'), data: { error_code: errorCode } };
      await h.report({
        runId,
        ...executor,
        firstSeq: 1,
        events: [completedStep('order', null), failedStep('click', 'nothing'), failure],
        outcome: {
          status: 'failed',
          summary: 'end',
          finalUrl: null,
          outputs: {},
          errorCode,
          errorMessage: 'end',
        },
      });
      await ended(runId, 'failed');
      expect(await lastEvent(runId)).toMatchObject({
        type: 'run.failed',
        data: {
          error_code: errorCode,
          effects: [
            { step_id: 'order', outcome: 'landed' },
            { step_id: 'click', outcome: 'not_landed' },
            { step_id: 'pay', outcome: 'unknown' },
          ],
        },
      });
    },
  );

  test('that was rejected says what landed', async () => {
    const runId = await claimed();
    await declare(runId, 'order', 'http');
    await tell(runId, [completedStep('order', null)]);
    await ask(runId);
    await decide(runId, { decision: 'reject' });
    expect(await lastEvent(runId)).toMatchObject({
      type: 'run.failed',
      data: { effects: [{ step_id: 'order', outcome: 'landed' }] },
    });
  });
});

describe('a parked Run', () => {
  test('has no executor, and is carried on by another once it is approved', async () => {
    const runId = await claimed();
    await declare(runId, 'order', 'http');
    await tell(runId, [completedStep('order', 7)]);
    await ask(runId);
    expect((await park(runId, 9)).body).toEqual({ parked: false });
    expect((await park(runId, 1)).body).toEqual({ parked: true });
    expect((await park(runId, 1)).status).toBe(409);
    expect((await h.internal('POST', `/internal/runs/${runId}/beat`, executor)).status).toBe(409);
    expect(await h.status(runId)).toBe('waiting_for_approval');

    expect((await decide(runId, { decision: 'approve', value: 1 })).body).toEqual({
      status: 'waiting_for_approval',
    });
    expect((await decide(runId, { decision: 'approve' })).status).toBe(409);
    await bell(runId, 2);
    const { body } = await h.claim(runId, 2, 'executor-2');
    expect(body).toMatchObject({
      completedSteps: [{ id: 'order', output: 7 }],
      grantedApproval: {
        stepId: 'pay',
        input: { target: 'Pay' },
        origin: 'https://shop.example',
        decision: { decision: 'approve', value: 1 },
      },
    });
    expect(await h.status(runId)).toBe('running');
    const { rows } = await h.sql.query('SELECT losses FROM runs WHERE id = $1', [runId]);
    expect(rows).toEqual([{ losses: 0 }]);

    await h.internal('POST', `/internal/runs/${runId}/release`, successor);
    await bell(runId, 3);
    expect((await h.claim(runId, 3)).body['grantedApproval']).toMatchObject({ stepId: 'pay' });
    await h.internal('POST', `/internal/runs/${runId}/intents`, {
      attempt: 3,
      executorId: 'executor-1',
      ordinal: 1,
      stepId: 'pay',
      effect: 'write',
      action: 'Pay',
      surface: 'http',
    });
    await h.report({
      runId,
      attempt: 3,
      executorId: 'executor-1',
      firstSeq: 1,
      events: [failedStep('pay', 'nothing')],
    });
    await bell(runId, 4);
    expect((await h.claim(runId, 4)).body['grantedApproval']).toBeNull();
  });

  test('keeps its page when only that can carry it on, or once it was answered', async () => {
    const runId = await claimed();
    await declare(runId, 'fill', 'browser');
    await tell(runId, [completedStep('fill', null)]);
    await ask(runId);
    expect((await park(runId, 1)).body).toEqual({ parked: false });
    const other = await claimed();
    await ask(other);
    await decide(other, { decision: 'approve' });
    expect((await park(other)).body).toEqual({ parked: false });
  });

  test('is asked about once, however often the question is sent', async () => {
    const runId = await claimed();
    const id = await ask(runId);
    expect(await ask(runId)).toBe(id);
    const { rows } = await h.sql.query('SELECT FROM approvals WHERE run_id = $1', [runId]);
    expect(rows).toHaveLength(1);
    const other = await claimed();
    const early = await h.internal('POST', `/internal/runs/${other}/approvals`, {
      ...executor,
      events: 1,
      stepId: 'pay',
      message: 'Pay?',
      input: null,
      origin: null,
    });
    expect(early.status).toBe(503);
  });

  test('can be cancelled and rejected', async () => {
    const [first, second] = [await claimed(), await claimed()];
    for (const runId of [first, second]) {
      await ask(runId);
      expect((await park(runId)).body).toEqual({ parked: true });
    }
    expect((await h.call('POST', `/v1/runs/${first}/cancel`)).body).toEqual({ status: 'cancelled' });
    expect((await decide(second, { decision: 'reject' })).body).toEqual({ status: 'failed' });
    expect((await h.claim(first, 2)).status).toBe(409);
  });

  test('is parked at a shutdown, too', async () => {
    const runId = await claimed();
    await ask(runId);
    expect((await h.internal('POST', `/internal/runs/${runId}/release`, executor)).status).toBe(204);
    expect(await h.status(runId)).toBe('waiting_for_approval');
    await decide(runId, { decision: 'approve' });
    await bell(runId, 2);
    expect((await h.claim(runId, 2)).status).toBe(200);
  });

  test('is not handed back before its reports were applied', async () => {
    const runId = await claimed();
    const release = () => h.internal('POST', `/internal/runs/${runId}/release`, { ...executor, events: 1 });
    expect((await release()).status).toBe(503);
    await tell(runId, [reported('log', 'one')]);
    expect((await release()).status).toBe(204);
  });
});

test('time spent waiting does not count, time of earlier executions does', async () => {
  const runId = await claimed();
  await h.sql.query(`UPDATE runs SET running_since = now() - interval '20 s' WHERE id = $1`, [runId]);
  await ask(runId);
  expect((await park(runId)).body).toEqual({ parked: true });
  await h.sql.query(`UPDATE approvals SET requested_at = requested_at - interval '1 h' WHERE run_id = $1`, [
    runId,
  ]);
  await decide(runId, { decision: 'approve' });
  await bell(runId, 2);
  const left = Number((await h.claim(runId, 2)).body['timeoutMs']);
  expect(left).toBeGreaterThan(35_000);
  expect(left).toBeLessThanOrEqual(40_000);
});

test('a value is refused that does not fit what the step asks for', async () => {
  const runId = await claimed();
  const answerSchema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
  await ask(runId, { answerSchema });
  const bad = await decide(runId, { decision: 'approve', value: { code: 1 } });
  expect([bad.status, bad.body]).toEqual([422, { detail: 'value.code: must be of type string' }]);
  expect((await decide(runId, { decision: 'approve' })).body).toEqual({ detail: 'value: is required' });
  expect(await h.status(runId)).toBe('waiting_for_approval');
  expect((await decide(runId, { decision: 'approve', value: { code: 'x' } })).status).toBe(200);
  const patterned = await claimed();
  await ask(patterned, { answerSchema: { type: 'string', pattern: '^(a+)+$' } });
  const catastrophic = { decision: 'approve', value: `${'a'.repeat(20_000)}!` };
  expect((await decide(patterned, catastrophic)).status).toBe(422);
  expect((await decide(patterned, { decision: 'approve', value: 'aa' })).status).toBe(200);
});
