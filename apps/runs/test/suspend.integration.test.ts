import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  requestApproval,
  claimedRun,
  completedStep,
  declareIntent,
  executor,
  failedStep,
  expireLease,
  isSuspended,
  suspend,
  reportEvents,
} from './executor.ts';
import { type Harness, startHarness } from './harness.ts';
import { reported } from './run-reports.ts';
import { cancelWaiting } from './workspace-loads.ts';

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

describe('a suspended Run', () => {
  test('has no executor, and is resumed by another once it is approved', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'order', 'http');
    await reportEvents(h, runId, [completedStep('order', 7)]);
    await requestApproval(h, runId, { answerSchema: { type: 'integer' } });
    expect(isSuspended(await suspend(h, runId, 9))).toBe(false);
    expect(isSuspended(await suspend(h, runId, 1))).toBe(true);
    expect((await suspend(h, runId, 1)).status).toBe(409);
    expect((await h.internal('POST', `/internal/runs/${runId}/heartbeat`, executor)).status).toBe(409);
    expect(await h.status(runId)).toBe('waiting_for_approval');

    expect((await h.decide(runId, { decision: 'approve', value: 1 })).body).toEqual({
      status: 'waiting_for_approval',
    });
    expect((await h.decide(runId, { decision: 'approve' })).status).toBe(409);
    await h.jobPublished(runId, 2);
    const { body } = await h.claim(runId, 2, 'executor-2');
    expect(body).toMatchObject({
      completedSteps: [{ id: 'order', output: 7 }],
      grantedApproval: {
        stepId: 'pay',
        input: { target: 'Pay' },
        origin: 'https://shop.example',
        pageDigest: 'digest of the page',
        decision: { decision: 'approve', value: 1 },
      },
    });
    expect(await h.status(runId)).toBe('running');
    const { rows } = await h.sql.query('SELECT lost_attempts FROM runs WHERE id = $1', [runId]);
    expect(rows).toEqual([{ lost_attempts: 0 }]);

    await h.internal('POST', `/internal/runs/${runId}/release`, successor);
    await h.jobPublished(runId, 3);
    expect((await h.claim(runId, 3)).body['grantedApproval']).toMatchObject({ stepId: 'pay' });
    await h.internal('POST', `/internal/runs/${runId}/intents`, {
      ...third,
      ordinal: 1,
      stepId: 'pay',
      effect: 'write',
      action: 'Pay',
      surface: 'http',
    });
    await reportEvents(h, runId, [failedStep('pay', 'nothing')], third);
    await expireLease(h, runId);
    await h.jobPublished(runId, 4);
    expect((await h.claim(runId, 4)).body['grantedApproval']).toBeNull();
  });

  test('a Run that needs its live page, or whose approval was decided, is not suspended', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'fill', 'browser');
    await reportEvents(h, runId, [completedStep('fill', null)]);
    await requestApproval(h, runId);
    expect(isSuspended(await suspend(h, runId, 1))).toBe(false);
    const other = await claimedRun(h);
    await requestApproval(h, other);
    await h.decide(other, { decision: 'approve' });
    expect(isSuspended(await suspend(h, other))).toBe(false);
  });

  test('has one approval, however often the request is sent', async () => {
    const runId = await claimedRun(h);
    const id = await requestApproval(h, runId);
    expect(await requestApproval(h, runId)).toBe(id);
    const { rows } = await h.sql.query('SELECT FROM approvals WHERE run_id = $1', [runId]);
    expect(rows).toHaveLength(1);
    const other = await claimedRun(h);
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

  test('can be cancelled, and its approval can be rejected', async () => {
    const [first, second] = [await claimedRun(h), await claimedRun(h)];
    for (const runId of [first, second]) {
      await requestApproval(h, runId);
      expect(isSuspended(await suspend(h, runId))).toBe(true);
    }
    expect((await h.call('POST', `/v1/runs/${first}/cancel`)).body).toEqual({ status: 'cancelled' });
    expect((await h.decide(second, { decision: 'reject' })).body).toEqual({ status: 'failed' });
    expect((await h.claim(first, 2)).status).toBe(409);
  });

  test('a waiting Run is suspended when its executor shuts down', async () => {
    const runId = await claimedRun(h);
    await requestApproval(h, runId);
    expect((await h.internal('POST', `/internal/runs/${runId}/release`, executor)).status).toBe(204);
    expect(await h.status(runId)).toBe('waiting_for_approval');
    await h.decide(runId, { decision: 'approve' });
    await h.jobPublished(runId, 2);
    expect((await h.claim(runId, 2)).status).toBe(200);
  });

  test('is not released before its reports are applied', async () => {
    const runId = await claimedRun(h);
    const release = () => h.internal('POST', `/internal/runs/${runId}/release`, { ...executor, events: 1 });
    expect((await release()).status).toBe(503);
    await reportEvents(h, runId, [reported('log', 'one')]);
    expect((await release()).status).toBe(204);
  });
});

test('the time limit of a Run counts earlier executions, but not time spent waiting for approval', async () => {
  const runId = await claimedRun(h);
  await h.sql.query(`UPDATE runs SET running_since = now() - interval '20 s' WHERE id = $1`, [runId]);
  await requestApproval(h, runId);
  expect(isSuspended(await suspend(h, runId))).toBe(true);
  await h.sql.query(`UPDATE approvals SET requested_at = requested_at - interval '1 h' WHERE run_id = $1`, [
    runId,
  ]);
  await h.decide(runId, { decision: 'approve' });
  await h.jobPublished(runId, 2);
  const left = Number((await h.claim(runId, 2)).body['timeoutMs']);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(40_000);
});

test('returns 422 for a value that does not match the schema of the step', async () => {
  const runId = await claimedRun(h);
  const answerSchema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
  await requestApproval(h, runId, { answerSchema });
  const bad = await h.decide(runId, { decision: 'approve', value: { code: 1 } });
  expect([bad.status, bad.body]).toEqual([422, { detail: 'value.code: must be of type string' }]);
  expect((await h.decide(runId, { decision: 'approve' })).body).toEqual({ detail: 'value: is required' });
  expect(await h.status(runId)).toBe('waiting_for_approval');
  expect((await h.decide(runId, { decision: 'approve', value: { code: 'x' } })).status).toBe(200);
  const patterned = await claimedRun(h);
  await requestApproval(h, patterned, { answerSchema: { type: 'string', pattern: '^(a+)+$' } });
  const catastrophic = { decision: 'approve', value: `${'a'.repeat(20_000)}!` };
  expect((await h.decide(patterned, catastrophic)).status).toBe(422);
  expect((await h.decide(patterned, { decision: 'approve', value: 'aa' })).status).toBe(200);
});
