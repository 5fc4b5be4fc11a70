import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, claimed, completedStep, declare, executor, failedStep, lose, park, tell } from './executor.ts';
import { type Harness, reported, startHarness } from './harness.ts';
import { cancelWaiting } from './places.ts';

const [postgres] = queueBackends();
const successor = { attempt: 2, executorId: 'executor-2' };
const third = { attempt: 3, executorId: 'executor-1' };
let h: Harness;
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres, { ERRAND_LEASE_MS: '15000', ERRAND_RUN_TIMEOUT_MS: '60000' });
});
afterAll(async () => h?.[Symbol.asyncDispose]());
afterEach(() => cancelWaiting(h));

describe('a parked Run', () => {
  test('has no executor, and is carried on by another once it is approved', async () => {
    const runId = await claimed(h);
    await declare(h, runId, 'order', 'http');
    await tell(h, runId, [completedStep('order', 7)]);
    await ask(h, runId);
    expect((await park(h, runId, 9)).body).toEqual({ parked: false });
    expect((await park(h, runId, 1)).body).toEqual({ parked: true });
    expect((await park(h, runId, 1)).status).toBe(409);
    expect((await h.internal('POST', `/internal/runs/${runId}/beat`, executor)).status).toBe(409);
    expect(await h.status(runId)).toBe('waiting_for_approval');

    expect((await h.decide(runId, { decision: 'approve', value: 1 })).body).toEqual({
      status: 'waiting_for_approval',
    });
    expect((await h.decide(runId, { decision: 'approve' })).status).toBe(409);
    await h.bell(runId, 2);
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
    await h.bell(runId, 3);
    expect((await h.claim(runId, 3)).body['grantedApproval']).toMatchObject({ stepId: 'pay' });
    await h.internal('POST', `/internal/runs/${runId}/intents`, {
      ...third,
      ordinal: 1,
      stepId: 'pay',
      effect: 'write',
      action: 'Pay',
      surface: 'http',
    });
    await tell(h, runId, [failedStep('pay', 'nothing')], third);
    await lose(h, runId);
    await h.bell(runId, 4);
    expect((await h.claim(runId, 4)).body['grantedApproval']).toBeNull();
  });

  test('keeps its page when only that can carry it on, or once it was answered', async () => {
    const runId = await claimed(h);
    await declare(h, runId, 'fill', 'browser');
    await tell(h, runId, [completedStep('fill', null)]);
    await ask(h, runId);
    expect((await park(h, runId, 1)).body).toEqual({ parked: false });
    const other = await claimed(h);
    await ask(h, other);
    await h.decide(other, { decision: 'approve' });
    expect((await park(h, other)).body).toEqual({ parked: false });
  });

  test('is asked about once, however often the question is sent', async () => {
    const runId = await claimed(h);
    const id = await ask(h, runId);
    expect(await ask(h, runId)).toBe(id);
    const { rows } = await h.sql.query('SELECT FROM approvals WHERE run_id = $1', [runId]);
    expect(rows).toHaveLength(1);
    const other = await claimed(h);
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
    const [first, second] = [await claimed(h), await claimed(h)];
    for (const runId of [first, second]) {
      await ask(h, runId);
      expect((await park(h, runId)).body).toEqual({ parked: true });
    }
    expect((await h.call('POST', `/v1/runs/${first}/cancel`)).body).toEqual({ status: 'cancelled' });
    expect((await h.decide(second, { decision: 'reject' })).body).toEqual({ status: 'failed' });
    expect((await h.claim(first, 2)).status).toBe(409);
  });

  test('is parked at a shutdown, too', async () => {
    const runId = await claimed(h);
    await ask(h, runId);
    expect((await h.internal('POST', `/internal/runs/${runId}/release`, executor)).status).toBe(204);
    expect(await h.status(runId)).toBe('waiting_for_approval');
    await h.decide(runId, { decision: 'approve' });
    await h.bell(runId, 2);
    expect((await h.claim(runId, 2)).status).toBe(200);
  });

  test('is not handed back before its reports were applied', async () => {
    const runId = await claimed(h);
    const release = () => h.internal('POST', `/internal/runs/${runId}/release`, { ...executor, events: 1 });
    expect((await release()).status).toBe(503);
    await tell(h, runId, [reported('log', 'one')]);
    expect((await release()).status).toBe(204);
  });
});

test('time spent waiting does not count, time of earlier executions does', async () => {
  const runId = await claimed(h);
  await h.sql.query(`UPDATE runs SET running_since = now() - interval '20 s' WHERE id = $1`, [runId]);
  await ask(h, runId);
  expect((await park(h, runId)).body).toEqual({ parked: true });
  await h.sql.query(`UPDATE approvals SET requested_at = requested_at - interval '1 h' WHERE run_id = $1`, [
    runId,
  ]);
  await h.decide(runId, { decision: 'approve' });
  await h.bell(runId, 2);
  const left = Number((await h.claim(runId, 2)).body['timeoutMs']);
  expect(left).toBeGreaterThan(35_000);
  expect(left).toBeLessThanOrEqual(40_000);
});

test('a value is refused that does not fit what the step asks for', async () => {
  const runId = await claimed(h);
  const answerSchema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
  await ask(h, runId, { answerSchema });
  const bad = await h.decide(runId, { decision: 'approve', value: { code: 1 } });
  expect([bad.status, bad.body]).toEqual([422, { detail: 'value.code: must be of type string' }]);
  expect((await h.decide(runId, { decision: 'approve' })).body).toEqual({ detail: 'value: is required' });
  expect(await h.status(runId)).toBe('waiting_for_approval');
  expect((await h.decide(runId, { decision: 'approve', value: { code: 'x' } })).status).toBe(200);
  const patterned = await claimed(h);
  await ask(h, patterned, { answerSchema: { type: 'string', pattern: '^(a+)+$' } });
  const catastrophic = { decision: 'approve', value: `${'a'.repeat(20_000)}!` };
  expect((await h.decide(patterned, catastrophic)).status).toBe(422);
  expect((await h.decide(patterned, { decision: 'approve', value: 'aa' })).status).toBe(200);
});
