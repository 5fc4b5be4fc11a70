import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type TestService, definition, startTestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => service?.[Symbol.asyncDispose]());

interface Entry {
  action: string;
  object_id: string;
}

async function entries(): Promise<Entry[]> {
  return (await service.database.query<Entry>('SELECT * FROM audit_log ORDER BY id')).rows;
}

async function noted(work: () => Promise<unknown>): Promise<Entry[]> {
  const before = await entries();
  await work();
  return (await entries()).slice(before.length);
}

const CANARY = 'canary-of-this-test';
const steps = [
  { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: `https://${CANARY}.test` } },
];
const from = { 'x-request-id': 'the-request' };

test('creating, replacing and publishing add one audit entry each, with actor and request', async () => {
  const { send, workspaceId } = service.caller();
  const draft = { schemaVersion: 3, ...definition({ title: CANARY, steps }) };
  let id = '';
  const created = await noted(async () => {
    ({ id } = (await send('POST', '/v1/runbooks', draft, { ...from, 'x-idempotency-key': 'a' })).body);
  });
  const replayed = await noted(() => send('POST', '/v1/runbooks', draft, { 'x-idempotency-key': 'a' }));
  const replaced = await noted(() =>
    send('PUT', `/v1/runbooks/${id}`, { expectedVersion: 1, ...definition({ title: CANARY, steps }) }, from),
  );
  const publish = () => send('POST', `/v1/runbooks/${id}/publish`, { expectedVersion: 2 }, from);
  const published = await noted(publish);
  const again = await noted(publish);
  expect(
    [created, replayed, replaced, published, again].map((each) => each.map(({ action }) => action)),
  ).toEqual([['runbook.created'], [], ['runbook.replaced'], ['runbook.published'], []]);
  for (const entry of [...created, ...replaced, ...published])
    expect(entry).toMatchObject({
      object_id: id,
      workspace_id: workspaceId,
      user_id: 'someone',
      key_id: expect.any(String),
      request_id: 'the-request',
    });
  expect(JSON.stringify(await entries())).not.toContain(CANARY);
});

test('creating a Runbook as published adds an entry for each of the two actions', async () => {
  const { create } = service.caller();
  const added = await noted(() => create({ status: 'published' }));
  expect(added.map(({ action }) => action).toSorted()).toEqual(['runbook.created', 'runbook.published']);
});

test('a rejected request adds no audit entry', async () => {
  const owner = service.caller();
  const { id, title } = await owner.create();
  const { id: other } = await owner.create();
  const body = (changes: object) => ({ expectedVersion: 1, ...definition(changes) });
  const statuses: number[] = [];
  const added = await noted(async () => {
    for (const answer of [
      await owner.send('POST', '/v1/runbooks', { schemaVersion: 3, ...definition({ title }) }),
      await owner.send('POST', '/v1/runbooks', { schemaVersion: 3, ...definition({ steps: [] }) }),
      await owner.send('PUT', `/v1/runbooks/${other}`, body({ title })),
      await owner.send('PUT', `/v1/runbooks/${id}`, { ...body({}), expectedVersion: 9 }),
      await service.caller().send('PUT', `/v1/runbooks/${id}`, body({})),
      await owner.send('POST', `/v1/runbooks/${id}/publish`, { expectedVersion: 9 }),
    ])
      statuses.push(answer.status);
  });
  expect(statuses).toEqual([409, 422, 409, 409, 404, 409]);
  expect(added).toEqual([]);
});

test('a change is rolled back when its audit entry cannot be written, and entries cannot be changed', async () => {
  const { create, send } = service.caller();
  const { id } = await create();
  await service.database.query(
    "ALTER TABLE audit_log ADD CONSTRAINT full_up CHECK (action <> 'runbook.published') NOT VALID",
  );
  expect((await send('POST', `/v1/runbooks/${id}/publish`, { expectedVersion: 1 })).status).toBe(500);
  expect((await send('GET', `/v1/runbooks/${id}/revisions`)).body.data).toEqual([]);
  for (const statement of ['UPDATE audit_log SET id = id', 'DELETE FROM audit_log', 'TRUNCATE audit_log'])
    await expect(service.database.query(statement)).rejects.toThrow('the audit log is append-only');
});

test('creating, replacing and deleting a Blueprint add one audit entry each, and a refused request none', async () => {
  const { send, workspaceId } = service.caller('blueprints:read', 'blueprints:write');
  const body = { name: CANARY, goal: `Look for ${CANARY}` };
  let id = '';
  const created = await noted(async () => {
    const key = { ...from, 'x-idempotency-key': 'a' };
    ({ id } = (await send('POST', '/v1/blueprints', body, key)).body);
    await send('POST', '/v1/blueprints', body, key);
  });
  const put = (expectedVersion: number) =>
    send('PUT', `/v1/blueprints/${id}`, { expectedVersion, ...body }, from);
  const replaced = await noted(async () => [await put(1), await put(1)]);
  const remove = () => send('DELETE', `/v1/blueprints/${id}`, undefined, from);
  const deleted = await noted(async () => [await remove(), await remove()]);
  expect([created, replaced, deleted].map((each) => each.map(({ action }) => action))).toEqual([
    ['blueprint.created'],
    ['blueprint.replaced'],
    ['blueprint.deleted'],
  ]);
  for (const entry of [...created, ...replaced, ...deleted])
    expect(entry).toMatchObject({
      object_id: id,
      workspace_id: workspaceId,
      user_id: 'someone',
      key_id: expect.any(String),
      request_id: 'the-request',
    });
  expect(JSON.stringify(await entries())).not.toContain(CANARY);
});
