import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LEASE_HEADER, deviceExecutorId } from '@errand/contracts/internal';
import { createClaimKey, signReport } from '@errand/service-kit';
import { queueBackends } from '@errand/test-kit';
import { randomUUIDv7 } from 'node:crypto';
import { type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';

const TOKEN = 'a token that only services of this test know';
const executorId = deviceExecutorId(randomUUIDv7());
let h: Harness;
let publicKey: string;
const [postgres] = queueBackends();
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres, { ERRAND_DEVICE_LEASE_MS: '1000' });
  ({ publicKey } = await createClaimKey());
});
afterAll(async () => h?.[Symbol.asyncDispose]());

function asGateway(method: string, path: string, body: unknown, lease?: string) {
  return h.internal(method, path, body, {
    authorization: `Bearer ${TOKEN}`,
    ...(lease !== undefined && { [LEASE_HEADER]: lease }),
  });
}
function owner() {
  return { workspaceId: h.principal.workspaceId, userId: h.principal.userId };
}
async function createLocalRun(more: object = {}): Promise<string> {
  const { body } = await h
    .as({ scopes: ['runs:write', 'runs:local'] })
    .call('POST', '/v1/runs', { task: 'a', executionTarget: 'local', ...more });
  return String(body['id']);
}
function wait(more: object = {}) {
  return asGateway('POST', '/internal/local-runs/await', {
    ...owner(),
    executorId,
    ready: true,
    held: [],
    ...more,
  });
}
function claim(runId: string, attempt = 1, more: object = {}) {
  return asGateway('POST', `/internal/local-runs/${runId}/claim`, {
    ...owner(),
    attempt,
    executorId,
    publicKey,
    ...more,
  });
}

test('a local Run is offered to its owner in its workspace only, and only they can claim it', async () => {
  const waiting = wait();
  const runId = await createLocalRun();
  expect((await waiting).body).toEqual({ offer: { runId, attempt: 1 }, changed: [] });
  expect((await claim(runId, 1, { userId: 'someone-else' })).status).toBe(409);
  expect((await claim(runId, 1, { workspaceId: randomUUIDv7() })).status).toBe(409);
  const cloud = await h.createRun();
  expect((await claim(cloud)).status).toBe(409);
  const claimed = await claim(runId);
  expect(claimed.body).toMatchObject({ id: runId, executionTarget: 'local', leaseMs: 666 });
  await h.call('POST', `/v1/runs/${runId}/cancel`);
});

test('a device that claims again has the same attempt, with its lease renewed, until it has reported something', async () => {
  const runId = await createLocalRun();
  const { body: first } = await claim(runId);
  const leaseEnd = async () => {
    const text = 'SELECT lease_expires_at AS at FROM runs WHERE id = $1';
    return (await h.sql.query<{ at: Date }>(text, [runId])).rows[0]?.at.getTime() ?? 0;
  };
  const before = await leaseEnd();
  const again = await claim(runId);
  expect([again.status, again.body]).toEqual([200, { ...first, lease: expect.any(String) }]);
  expect(await leaseEnd()).toBeGreaterThan(before);
  const others = [
    { executorId: deviceExecutorId(randomUUIDv7()) },
    { userId: 'someone-else' },
    { workspaceId: randomUUIDv7() },
  ];
  for (const other of others) expect((await claim(runId, 1, other)).status).toBe(409);
  expect((await claim(runId, 2)).status).toBe(409);
  await h.sql.query('UPDATE runs SET attempt_seq = 1 WHERE id = $1', [runId]);
  expect((await claim(runId)).status).toBe(409);
  await h.call('POST', `/v1/runs/${runId}/cancel`);
});

test('a device that leaves desktop Runs to another is offered any other Run before them', async () => {
  const inApplication = await createLocalRun({ applicationScope: ['app:mousepad'] });
  const withDesktopStep = await createLocalRun();
  const steps = [{ id: 'open', kind: 'primitive', primitive: 'desktop.open', input: {} }];
  await h.sql.query('UPDATE runs SET runbook = $2 WHERE id = $1', [
    withDesktopStep,
    JSON.stringify({ steps: [], runbooks: { inner: { steps } } }),
  ]);
  const inBrowser = await createLocalRun({ applicationScope: ['example.com'] });
  const offered = async (more: object) => (await wait(more)).body['offer'];
  expect(await offered({})).toEqual({ runId: inApplication, attempt: 1 });
  expect(await offered({ leavesDesktopRuns: true })).toEqual({ runId: inBrowser, attempt: 1 });
  for (const runId of [inApplication, withDesktopStep, inBrowser])
    await h.call('POST', `/v1/runs/${runId}/cancel`);
});

test('a device hears of a cancellation of a Run that it holds', async () => {
  const runId = await createLocalRun();
  await claim(runId);
  const held = [{ runId, attempt: 1, status: 'running', watchers: [] }];
  const waiting = wait({ ready: false, held });
  await h.call('POST', `/v1/runs/${runId}/cancel`);
  expect((await waiting).body).toEqual({ offer: null, changed: [{ runId, status: null }] });
});

test('a device hears that someone watches a Run that it holds, unless it knows', async () => {
  const runId = await createLocalRun();
  await claim(runId);
  await h.sql.query(`UPDATE runs SET lease_expires_at = now() + interval '1 hour' WHERE id = $1`, [runId]);
  const held = (watchers: string[]) => ({
    ready: false,
    held: [{ runId, attempt: 1, status: 'running', watchers }],
  });
  const watchers = async () => {
    const text = 'SELECT watch_addresses AS addresses FROM runs WHERE id = $1';
    return (await h.sql.query<{ addresses: string[] }>(text, [runId])).rows[0]?.addresses ?? [];
  };
  const waiting = wait(held([]));
  const watcher = h.watch(runId);
  expect((await waiting).body).toEqual({ offer: null, changed: [{ runId, status: 'running' }] });
  const known = await watchers();
  expect(known).toHaveLength(1);

  const knowing = wait(held(known));
  watcher.close();
  await h.until('no one watches', async () => (await watchers()).length === 0);
  await h.call('POST', `/v1/runs/${runId}/cancel`);
  expect((await knowing).body).toEqual({ offer: null, changed: [{ runId, status: null }] });
});

test('reports sent by a call end the Run like those of the queue', async () => {
  const runId = await createLocalRun();
  const lease = String((await claim(runId)).body['lease']);
  const { report, proof } = signReport(lease, {
    firstSeq: 1,
    events: [reported('run.started', 'Started.')],
    outcome: completed,
  });
  const query = new URLSearchParams({ attempt: '1', executorId, id: `${runId}-1-1`, proof });
  const sent = await fetch(`${h.url}/internal/runs/${runId}/reports?${query.toString()}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKEN}`, [LEASE_HEADER]: lease },
    body: report,
  });
  expect(sent.status).toBe(204);
  await h.until('the Run has completed', async () => (await h.status(runId)) === 'completed');
});

test('a Run whose device is gone is offered again when nothing was done, else fails with device_disconnected', async () => {
  const runId = await createLocalRun();
  await claim(runId);
  await h.until('it is queued again', async () => (await h.status(runId)) === 'queued');
  await h.until('it is offered again', async () => {
    const { body } = await wait();
    return (body['offer'] as { attempt: number } | null)?.attempt === 2;
  });
  const lease = String((await claim(runId, 2)).body['lease']);
  const intent = { attempt: 2, executorId, ordinal: 1, stepId: 's1', effect: 'write', action: 'click' };
  const declared = await asGateway(
    'POST',
    `/internal/runs/${runId}/intents`,
    { ...intent, surface: 'browser' },
    lease,
  );
  expect(declared.status).toBe(204);
  await asGateway('POST', '/internal/local-runs/disconnect', { executorId });
  expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
    status: 'failed',
    error_code: 'device_disconnected',
    error_message: 'The device was disconnected during step "s1"; whether it took effect is unknown.',
  });
});
