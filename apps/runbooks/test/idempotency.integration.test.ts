import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Caller, type TestService, definition, startTestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => service?.[Symbol.asyncDispose]());

function create({ send }: Caller, key: string, body: unknown) {
  return send('POST', '/v1/runbooks', body, { 'x-idempotency-key': key });
}
function runbook(changes: object = {}) {
  return { schemaVersion: 3, ...definition(changes) };
}

test('a retry gets the original response, whatever happened to the Runbook since', async () => {
  const caller = service.caller();
  const body = runbook({ status: 'published' });
  const first = await create(caller, 'key', body);
  const path = `/v1/runbooks/${first.body.id}`;
  await caller.send('PUT', path, { expectedVersion: 1, ...definition({ title: 'Renamed' }) });
  const retry = await create(caller, 'key', body);
  expect(retry.status).toBe(201);
  expect(retry.headers.get('idempotency-replayed')).toBe('true');
  expect(retry.headers.get('location')).toBe(path);
  expect(JSON.stringify(retry.body)).toBe(JSON.stringify(first.body));
});

test('a request that differs only in key order and white space is the same; one with another body is not', async () => {
  const caller = service.caller();
  const body = runbook();
  const first = await create(caller, 'key', body);
  const reordered = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 2);
  expect((await create(caller, 'key', reordered)).body).toEqual(first.body);
  expect((await create(caller, 'key', { ...body, status: 'draft' })).status).toBe(409);
  expect((await create(caller, 'key', runbook())).status).toBe(409);
  expect((await create(caller, 'key', runbook({ title: '' }))).status).toBe(422);
});

test('one of a hundred concurrent requests creates the Runbook and the others get its response', async () => {
  const caller = service.caller();
  const body = runbook();
  const answers = await Promise.all(Array.from({ length: 100 }, () => create(caller, 'key', body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
  const originals = answers.filter(({ headers }) => headers.get('idempotency-replayed') === null);
  expect(originals).toHaveLength(1);
  expect((await caller.send('GET', '/v1/runbooks')).body.data).toHaveLength(1);
});

test('one of several different concurrent requests under one key succeeds', async () => {
  const caller = service.caller();
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(caller, 'key', runbook())));
  const counts = Object.groupBy(answers, ({ status }) => String(status));
  expect(counts['201']).toHaveLength(1);
  expect(counts['409']).toHaveLength(19);
});

test('a rejected request does not use up its key', async () => {
  const caller = service.caller();
  await caller.create({ title: 'Taken' });
  expect((await create(caller, 'key', runbook({ title: 'Taken' }))).status).toBe(409);
  expect((await create(caller, 'key', runbook({ steps: [] }))).status).toBe(422);
  const answer = await create(caller, 'key', runbook());
  expect(answer.status).toBe(201);
  expect(answer.headers.get('idempotency-replayed')).toBeNull();
});

test('idempotency keys of different workspaces are independent', async () => {
  const body = runbook();
  const first = await create(service.caller(), 'key', body);
  const second = await create(service.caller(), 'key', body);
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
});

test.each(['', 'a b', 'ä', 'x'.repeat(256)])('%j is not a valid idempotency key', async (key) => {
  expect((await create(service.caller(), key, runbook())).status).toBe(422);
});

test('other routes ignore the idempotency header', async () => {
  const caller = service.caller();
  const { id } = await caller.create();
  const headers = { 'x-idempotency-key': 'a b' };
  expect((await caller.send('GET', `/v1/runbooks/${id}`, undefined, headers)).status).toBe(200);
});
