import { randomUUIDv7 } from 'node:crypto';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRunWriter } from '../src/lifecycle/write-runs.ts';
import { type Harness, startHarness } from './harness.ts';

const [postgres] = queueBackends();
const executor = { attempt: 1, executorId: 'executor-1' };
let h: Harness;
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres);
});
afterAll(async () => h?.[Symbol.asyncDispose]());

interface Entry {
  id: string;
  action: string;
  object_id: string;
  user_id: string;
  workspace_id: string;
}

async function entries(): Promise<Entry[]> {
  return (await h.sql.query<Entry>('SELECT * FROM audit_log ORDER BY id')).rows;
}

async function noted<Result>(work: () => Promise<Result>): Promise<{ result: Result; added: Entry[] }> {
  const before = await entries();
  const result = await work();
  return { result, added: (await entries()).slice(before.length) };
}

const workspaceId = randomUUIDv7();
const keyId = randomUUIDv7();
function asker() {
  return h.as({ workspaceId, userId: 'ada', keyId, keyPrefix: 'erk_abcDEF12', address: '192.0.2.7' });
}
const from = { 'x-request-id': 'the-request' };
const who = {
  workspace_id: workspaceId,
  user_id: 'ada',
  key_id: keyId,
  key_prefix: 'erk_abcDEF12',
  address: '192.0.2.7',
  request_id: 'the-request',
};
const CANARY = 'canary-of-this-test';
const body = { task: `Type ${CANARY}`, metadata: { [CANARY]: CANARY } };

describe('asking for a Run', () => {
  test('adds one entry, with actor, action and address', async () => {
    const { result, added } = await noted(() => asker().call('POST', '/v1/runs', body, from));
    expect(added).toEqual([
      {
        id: expect.any(String),
        at: expect.any(Date),
        action: 'run.created',
        object_id: result.body['id'],
        ...who,
      },
    ]);
  });

  test('adds no entry for a known idempotency key or a rejected request', async () => {
    const keyed = { ...from, 'x-idempotency-key': 'once' };
    const { added } = await noted(() =>
      Promise.all(Array.from({ length: 50 }, () => asker().call('POST', '/v1/runs', body, keyed))),
    );
    expect(added).toMatchObject([{ action: 'run.created' }]);
    const { result, added: none } = await noted(async () => [
      (await asker().call('POST', '/v1/runs', body, keyed)).status,
      (await asker().call('POST', '/v1/runs', { ...body, task: 'Another' }, keyed)).status,
      (await asker().call('POST', '/v1/runs', { ...body, task: '' }, from)).status,
      (await asker().call('POST', '/v1/runs', { ...body, executionTarget: 'local' }, from)).status,
    ]);
    expect(result).toEqual([202, 409, 422, 403]);
    expect(none).toEqual([]);
  });

  test('records the right caller for concurrent requests', async () => {
    const { added } = await noted(() =>
      Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          h.as({ workspaceId: randomUUIDv7(), userId: `user-${n % 7}` }).call('POST', '/v1/runs', body),
        ),
      ),
    );
    expect(added).toHaveLength(200);
    const { rows } = await h.sql.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_log JOIN runs ON runs.id::text = object_id
       WHERE user_id = created_by AND audit_log.workspace_id = runs.workspace_id::text AND object_id = ANY($1)`,
      [added.map(({ object_id }) => object_id)],
    );
    expect(rows).toEqual([{ n: 200 }]);
  });

  test('adds no entry after the caller timed out', async () => {
    const writer = createRunWriter(h.sql);
    const row = (id: string) => ({
      id,
      workspace_id: workspaceId,
      created_by: 'ada',
      key_id: keyId,
      execution_target: 'cloud',
      task: 'A task',
      inputs: '{}',
      metadata: '{}',
      options: '{}',
      key_prefix: who.key_prefix,
      address: who.address,
      request_id: who.request_id,
    });
    const { result, added } = await noted(async () => [
      await writer({ columns: row(randomUUIDv7()), askedAt: Date.now() }),
      await writer({ columns: row(randomUUIDv7()), askedAt: Date.now() - 60_000 }),
    ]);
    expect(result).toEqual([true, false]);
    expect(added).toMatchObject([{ action: 'run.created', ...who }]);
  });

  test('rolls the Run back when its audit entry cannot be written', async () => {
    const count = async () => (await h.sql.query('SELECT FROM runs')).rowCount;
    const before = await count();
    await h.sql.query(
      "ALTER TABLE audit_log ADD CONSTRAINT full_up CHECK (action <> 'run.created') NOT VALID",
    );
    try {
      expect((await asker().call('POST', '/v1/runs', body)).status).toBe(500);
      expect(await count()).toBe(before);
    } finally {
      await h.sql.query('ALTER TABLE audit_log DROP CONSTRAINT full_up');
    }
  });
});

describe('a Run', () => {
  const ask = async () => String((await asker().call('POST', '/v1/runs', body)).body['id']);
  const waiting = async () => {
    const runId = await ask();
    await h.claim(runId);
    const { status } = await h.internal('POST', `/internal/runs/${runId}/approvals`, {
      ...executor,
      stepId: 'pay',
      message: CANARY,
      input: { target: CANARY },
      origin: 'https://shop.example',
      answerSchema: { type: 'number' },
    });
    expect(status).toBe(200);
    return runId;
  };

  test('gets one audit entry when it is cancelled, and none from a caller of another workspace', async () => {
    const runId = await ask();
    const { added: foreign } = await noted(() => h.call('POST', `/v1/runs/${runId}/cancel`));
    const { added } = await noted(() => asker().call('POST', `/v1/runs/${runId}/cancel`, undefined, from));
    const { added: again } = await noted(() => asker().call('POST', `/v1/runs/${runId}/cancel`));
    expect(added).toEqual([expect.objectContaining({ action: 'run.cancelled', object_id: runId, ...who })]);
    expect([foreign, again]).toEqual([[], []]);
  });

  test.each([
    ['approve', 'run.approved'],
    ['reject', 'run.rejected'],
  ])('records the decision %s as %s, and no refused decision', async (decision, action) => {
    const runId = await waiting();
    const place = `/v1/runs/${runId}/approval`;
    const person = h.as({ workspaceId, userId: 'ben', keyId: null, address: '192.0.2.8' });
    const { result, added: none } = await noted(async () => [
      (await asker().call('POST', place, { decision })).status,
      (await person.call('POST', place, { decision: 'approve', value: CANARY })).status,
      (await h.call('POST', place, { decision })).status,
    ]);
    expect(result).toEqual([403, 422, 404]);
    expect(none).toEqual([]);
    const { added } = await noted(() =>
      person.call('POST', place, { decision, value: 7, comment: CANARY }, from),
    );
    expect(added).toEqual([
      expect.objectContaining({
        action,
        object_id: runId,
        user_id: 'ben',
        key_id: null,
        key_prefix: null,
        address: '192.0.2.8',
        request_id: 'the-request',
      }),
    ]);
    const { added: again } = await noted(() => person.call('POST', place, { decision }));
    expect(again).toEqual([]);
  });
});

test('the audit log contains no request data and is append-only', async () => {
  const before = await entries();
  expect(before.length).toBeGreaterThan(200);
  expect(JSON.stringify(before)).not.toContain(CANARY);
  for (const statement of [
    'UPDATE audit_log SET action = action',
    'DELETE FROM audit_log WHERE id = 1',
    'TRUNCATE audit_log',
  ])
    await expect(h.sql.query(statement)).rejects.toThrow('the audit log is append-only');
  expect(await entries()).toEqual(before);
});
