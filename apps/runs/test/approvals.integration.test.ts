import { randomUUIDv7 } from 'node:crypto';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requestApproval, claimedRun, executor, expireApproval, isSuspended, suspend } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';

const TIMEOUT_MS = 180_000;
const [postgres] = queueBackends();
let h: Harness;
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres, {
    ERRAND_APPROVAL_TIMEOUT_MS: String(TIMEOUT_MS),
    ERRAND_LEASE_MS: '12000',
  });
});
afterAll(async () => h?.[Symbol.asyncDispose]());

/** A Run whose step "pay" waits for a person. */
async function waitingRun() {
  const runId = await claimedRun(h);
  const id = await requestApproval(h, runId);
  return { runId, asked: `/internal/runs/${runId}/approvals/${id}?attempt=1&executorId=executor-1` };
}

test('an approved Run continues, and its executor gets the decision at once', async () => {
  const { runId, asked } = await waitingRun();
  expect(await h.status(runId)).toBe('waiting_for_approval');
  const answer = h.internal('GET', asked);
  expect((await h.decide(runId, { decision: 'approve', comment: 'fine' })).body).toEqual({
    status: 'running',
  });
  expect((await answer).body).toEqual({ decision: { decision: 'approve', comment: 'fine' } });
  expect((await h.decide(runId, { decision: 'approve' })).status).toBe(409);
  const events = (await h.call('GET', `/v1/runs/${runId}/events`)).body['data'] as { type: string }[];
  expect(events.map(({ type }) => type)).toEqual(['approval.requested', 'approval.granted']);
});

test('returns 422 for a value that the step does not ask for, and leaves the Run waiting', async () => {
  const { runId } = await waitingRun();
  expect(await h.decide(runId, { decision: 'approve', value: 7 })).toMatchObject({
    status: 422,
    body: { detail: 'value: the step that waits asks for none' },
  });
  expect(await h.status(runId)).toBe('waiting_for_approval');
});

test('the events about an iteration say its number', async () => {
  const runId = await claimedRun(h);
  await requestApproval(h, runId, { stepId: 'rows[2]/pay' });
  await h.decide(runId, { decision: 'approve' });
  expect((await h.call('GET', `/v1/runs/${runId}/events`)).body['data']).toMatchObject([
    { data: { each: [2], input: { target: 'Pay' }, origin: 'https://shop.example' } },
    { data: { each: [2], by: { type: 'key' } } },
  ]);
});

test('the event of a request says which key or member asked for the Run', async () => {
  const session = h.as({ keyId: null });
  const asked = [];
  for (const caller of [h, session]) {
    const { body } = await caller.call('POST', '/v1/runs', { task: 'Pay' });
    const runId = String(body['id']);
    await h.claim(runId);
    await requestApproval(h, runId);
    const [event] = (await h.call('GET', `/v1/runs/${runId}/events`)).body['data'] as { data: object }[];
    asked.push(event?.data);
  }
  const { userId, keyId } = h.principal;
  expect(asked).toMatchObject([
    { asked_by: { type: 'key', id: keyId } },
    { asked_by: { type: 'member', id: userId } },
  ]);
});

test('a rejected Run fails, and its executor must stop', async () => {
  const { runId, asked } = await waitingRun();
  expect((await h.decide(runId, { decision: 'reject' })).body).toEqual({ status: 'failed' });
  expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ error_code: 'approval_rejected' });
  expect((await h.internal('GET', asked)).status).toBe(409);
  expect((await h.internal('POST', `/internal/runs/${runId}/heartbeat`, executor)).status).toBe(409);
});

test.each([
  ['is rejected', (runId: string) => h.decide(runId, { decision: 'reject' })],
  ['is cancelled', (runId: string) => h.call('POST', `/v1/runs/${runId}/cancel`)],
])('a Run that %s while it waits ended on the page where it waited', async (_how, endIt) => {
  const runId = await claimedRun(h);
  await requestApproval(h, runId, { url: 'https://shop.example/basket' });
  await h.decide(runId, { decision: 'approve' });
  await requestApproval(h, runId, { url: 'https://shop.example/pay' });
  await endIt(runId);
  const { result } = (await h.call('GET', `/v1/runs/${runId}`)).body;
  expect(result).toMatchObject({ final_url: 'https://shop.example/pay' });
});

test('returns 403 when the key that created the Run approves it; a session may', async () => {
  const { runId } = await waitingRun();
  expect((await h.call('POST', `/v1/runs/${runId}/approval`, { decision: 'approve' })).status).toBe(403);
  const session = h.as({ keyId: null });
  expect((await session.call('POST', `/v1/runs/${runId}/approval`, { decision: 'approve' })).status).toBe(
    200,
  );
});

test('the creator of a Run may reject but not approve it in a workspace that requires two people', async () => {
  const decide = (runId: string, who: object, decision: string) =>
    h.as({ keyId: null, fourEyes: true, ...who }).call('POST', `/v1/runs/${runId}/approval`, { decision });
  const { runId } = await waitingRun();
  const refused = await decide(runId, {}, 'approve');
  expect([refused.status, refused.body['detail']]).toEqual([403, expect.stringContaining('two people')]);
  expect((await decide(runId, { keyId: randomUUIDv7() }, 'approve')).status).toBe(403);
  expect(await h.status(runId)).toBe('waiting_for_approval');
  expect((await decide(runId, { userId: 'user-2' }, 'approve')).status).toBe(200);
  const other = await waitingRun();
  expect((await decide(other.runId, {}, 'reject')).body).toEqual({ status: 'failed' });
});

test('a Run fails when its approval expires', async () => {
  const { runId } = await waitingRun();
  const { rows } = await h.sql.query<{ ms: number }>(
    'SELECT extract(epoch FROM expires_at - requested_at)::float * 1000 AS ms FROM approvals WHERE run_id = $1',
    [runId],
  );
  expect(rows).toEqual([{ ms: TIMEOUT_MS }]);
  await expireApproval(h, runId);
  await h.until('it expired', async () => (await h.status(runId)) === 'failed');
  expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ error_code: 'approval_expired' });
});

test('a suspended Run fails when its approval expires', async () => {
  const { runId } = await waitingRun();
  expect(isSuspended(await suspend(h, runId))).toBe(true);
  await expireApproval(h, runId);
  await h.until('it expired', async () => (await h.status(runId)) === 'failed');
  expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ error_code: 'approval_expired' });
  expect((await h.decide(runId, { decision: 'approve' })).status).toBe(409);
});

test('returns 422 for a value that does not match the schema, however expensive the schema is to check', async () => {
  const runId = await claimedRun(h);
  const part = { anyOf: [{ type: 'string' }, { items: { allOf: [{ $ref: '#' }, { $ref: '#' }] } }] };
  await requestApproval(h, runId, { answerSchema: { type: ['string', 'array'], ...part } });
  const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => [inner], 'x');
  expect(await h.decide(runId, { decision: 'approve', value: 7 })).toMatchObject({
    status: 422,
    body: { detail: 'value: must be of type string or array' },
  });
  expect(await h.decide(runId, { decision: 'approve', value: deep })).toMatchObject({
    status: 422,
    body: { detail: 'value: takes too much work to check against its schema' },
  });
  expect((await h.decide(runId, { decision: 'approve' })).body).toEqual({ detail: 'value: is required' });
  expect((await h.decide(runId, { decision: 'approve', value: 'x' })).status).toBe(200);
});

test('returns 409 when the Run is not waiting, and 422 for an unknown decision', async () => {
  const runId = await h.createRun();
  expect((await h.decide(runId, { decision: 'approve' })).status).toBe(409);
  expect((await h.decide(runId, { decision: 'maybe' })).status).toBe(422);
  expect((await h.decide(runId, undefined)).status).toBe(400);
});
