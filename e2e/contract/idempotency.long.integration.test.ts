import { AcceptedRun, RunStatusResponse, PublishedRunbook, Runbook, RunList } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer } from './client.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { sendRaw } from './raw.ts';
import { UNKNOWN_ID, createPublished, runbook } from './samples.ts';

let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

let keys = 0;
function newKey() {
  return `key-${(keys += 1)}`;
}
function withKey(key: string) {
  return { 'x-idempotency-key': key };
}
const run = { task: 'x', executionTarget: 'local' };
function create(key: string, body: unknown = run, as = client) {
  return as.post('/v1/runs', body, withKey(key));
}

function expectReplay(answer: Answer, first: Answer): void {
  expect([answer.status, answer.text]).toEqual([first.status, first.text]);
  expect(answer.headers.get('location')).toBe(first.headers.get('location'));
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(answer.headers.get('idempotency-replayed')).toBe('true');
}

describe('X-Idempotency-Key', () => {
  const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('');

  test.each([
    ['one character', '!'],
    ['every printable character', printable],
    ['255 characters', 'k'.repeat(255)],
  ])('can be %s', async (_what, key) => {
    const first = await create(key);
    first.as(202, AcceptedRun);
    expectReplay(await create(key), first);
  });

  test.each([
    ['nothing', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a space', 'a b'],
    ['a tab', 'a\tb'],
    ['a letter beyond ASCII', 'é'],
  ])('returns 422 when it is %s', async (_what, key) => {
    const { id } = await createPublished(client);
    (await create(key)).refusal(422, /X-Idempotency-Key/i);
    (await client.post('/v1/runbooks', runbook(), withKey(key))).refusal(422, /X-Idempotency-Key/i);
    (await client.post(`/v1/runbooks/${id}/runs`, {}, withKey(key))).refusal(422, /X-Idempotency-Key/i);
  });

  test('returns 422 when it is sent twice', async () => {
    const body = JSON.stringify(run);
    const answer = await sendRaw(
      `POST /v1/runs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${client.identity['authorization']}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nX-Idempotency-Key: a\r\nX-Idempotency-Key: b\r\n\r\n${body}`,
    );
    expect(answer.status).toBe(422);
  });

  test('is case-sensitive', async () => {
    const [lower, upper] = [await create('case-x'), await create('CASE-X')];
    expect(upper.as(202, AcceptedRun).id).not.toBe(lower.as(202, AcceptedRun).id);
  });

  test('is ignored on routes that create nothing, even if invalid', async () => {
    const { id } = (await client.post('/v1/runs', run)).as(202, AcceptedRun);
    (await client.get('/v1/runs', withKey('a b'))).as(200, RunList);
    (await client.post(`/v1/runs/${id}/cancel`, {}, withKey('a b'))).as(200, RunStatusResponse);
    const made = await createPublished(client);
    const bad = { json: { expectedVersion: 1 }, headers: withKey('a b') };
    for (let time = 0; time < 2; time += 1)
      expect((await client.send('POST', `/v1/runbooks/${made.id}/publish`, bad)).status).toBe(200);
    expect((await client.post('/v1/runbooks/validate', runbook(), withKey('a b'))).status).toBe(200);
  });
});

describe('a retried request', () => {
  test('gets the answer of the first request, whatever became of the Run', async () => {
    const key = newKey();
    const first = await create(key);
    const { id } = first.as(202, AcceptedRun);
    expectReplay(await create(key), first);
    (await client.post(`/v1/runs/${id}/cancel`)).as(200, RunStatusResponse);
    expectReplay(await create(key), first);
    expectReplay(await create(key, run, await person.key(['runs:write', 'runs:local'])), first);
  });

  test('can order, space and escape its body differently', async () => {
    const key = newKey();
    const body = { task: 'é/x', executionTarget: 'local', metadata: { b: [1, { y: 1, x: 2 }], a: null } };
    const first = await create(key, body);
    first.as(202, AcceptedRun);
    const other =
      '{ "metadata" : {"a":null, "b":[1.0,{"x":2,"y":1}]},\n"executionTarget":"local", "task":"\\u00e9\\/x" }';
    expectReplay(await client.send('POST', '/v1/runs', { body: other, headers: withKey(key) }), first);
  });

  test.each([
    ['another task', { ...run, task: 'y' }],
    ['a default written out', { ...run, metadata: {} }],
    ['another target', { task: 'x', executionTarget: 'cloud' }],
    ['another order in a list', { ...run, metadata: { a: [2, 1] } }],
    ['an additional field', { ...run, metadata: { a: [1, 2], b: 1 } }],
  ])('returns 409 with %s', async (_what, body) => {
    const key = newKey();
    const original = 'metadata' in body && 'a' in body.metadata ? { ...run, metadata: { a: [1, 2] } } : run;
    const first = await create(key, original);
    first.as(202, AcceptedRun);
    (await create(key, body)).refusal(409);
    expectReplay(await create(key, original), first);
  });

  test('is processed as new when the first request was refused', async () => {
    const key = newKey();
    (await create(key, { task: '' })).refusal(422);
    (await client.send('POST', '/v1/runs', { body: '{', headers: withKey(key) })).refusal(400);
    (
      await client.send('POST', '/v1/runs', {
        body: '{}',
        headers: { ...withKey(key), 'content-type': 'a/b' },
      })
    ).refusal(415);
    (await create(key, run, await person.key(['runs:read']))).refusal(403);
    (await client.post(`/v1/runbooks/${UNKNOWN_ID}/runs`, {}, withKey(key))).refusal(404);
    const answer = await create(key);
    answer.as(202, AcceptedRun);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('idempotency namespaces', () => {
  test('ad-hoc Runs and Runbook Runs share one namespace, in which each Runbook is a different request', async () => {
    const [a, b] = [await createPublished(client), await createPublished(client)];
    const key = newKey();
    const start = (id: string, body: unknown = { executionTarget: 'local' }) =>
      client.post(`/v1/runbooks/${id}/runs`, body, withKey(key));
    const first = await start(a.id);
    first.as(202, AcceptedRun);
    expectReplay(await start(a.id), first);
    (await start(b.id)).refusal(409);
    (await create(key)).refusal(409);
    (await start(a.id, { executionTarget: 'local', inputs: {} })).refusal(409);
    const other = newKey();
    (await create(other)).as(202, AcceptedRun);
    (await client.post(`/v1/runbooks/${a.id}/runs`, run, withKey(other))).refusal(422);
    (await client.post(`/v1/runbooks/${a.id}/runs`, {}, withKey(other))).refusal(409);
    (await client.post(`/v1/runbooks/${UNKNOWN_ID}/runs`, {}, withKey(other))).refusal(404);
    (await client.post(`/v1/runbooks/${a.id}/runs`, { inputs: { no: 1 } }, withKey(other))).refusal(422);
  });

  test('the creation of a Runbook Run is replayed after the Runbook has changed', async () => {
    const made = await createPublished(client);
    const key = newKey();
    const start = () =>
      client.post(`/v1/runbooks/${made.id}/runs`, { executionTarget: 'local' }, withKey(key));
    const first = await start();
    first.as(202, AcceptedRun);
    const { title, steps } = made;
    const parameters = [{ name: 'now', type: 'string', required: true }];
    (await client.put(`/v1/runbooks/${made.id}`, { expectedVersion: 1, title, steps, parameters })).as(
      200,
      Runbook,
    );
    (await client.post(`/v1/runbooks/${made.id}/publish`, { expectedVersion: 2 })).as(200, PublishedRunbook);
    expectReplay(await start(), first);
  });

  test('a request without a body equals one with {}', async () => {
    const made = await createPublished(client);
    const key = newKey();
    const first = await client.post(`/v1/runbooks/${made.id}/runs`, undefined, withKey(key));
    first.as(202, AcceptedRun);
    expectReplay(await client.post(`/v1/runbooks/${made.id}/runs`, {}, withKey(key)), first);
  });

  test('Runbook creations have their own namespace and replay the Runbook as created', async () => {
    const key = newKey();
    const definition = runbook();
    const first = await client.post('/v1/runbooks', definition, withKey(key));
    const { id, title, steps } = first.as(201, Runbook);
    (await create(key)).as(202, AcceptedRun);
    expectReplay(await client.post('/v1/runbooks', definition, withKey(key)), first);
    const renamed = { expectedVersion: 1, title: `${title} 2`, steps, parameters: [] };
    (await client.put(`/v1/runbooks/${id}`, renamed)).as(200, Runbook);
    expectReplay(await client.post('/v1/runbooks', definition, withKey(key)), first);
    (await client.post('/v1/runbooks', { ...definition, title: 'other' }, withKey(key))).refusal(409);
    (await client.post('/v1/runbooks', { ...definition, title: '' }, withKey(key))).refusal(422);
  });

  test('a Runbook creation refused for its title does not use up the key', async () => {
    const key = newKey();
    const { title } = (await client.post('/v1/runbooks', runbook())).as(201, Runbook);
    (await client.post('/v1/runbooks', runbook({ title }), withKey(key))).refusal(409, /^title: /);
    (await client.post('/v1/runbooks', runbook(), withKey(key))).as(201, Runbook);
  });

  test('the creation of a published Runbook is replayed with its revision', async () => {
    const [key, definition] = [newKey(), runbook({ status: 'published' })];
    const first = await client.post('/v1/runbooks', definition, withKey(key));
    expect(first.json).toHaveProperty('revisionId');
    expectReplay(await client.post('/v1/runbooks', definition, withKey(key)), first);
  });
});

describe('concurrent requests', () => {
  test('a thousand requests with one key create one Run', async () => {
    const own = await (await signUp()).key();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => retryWhileUnavailable(() => create('storm', run, own))),
    );
    const ids = new Set(answers.map((answer) => answer.as(202, AcceptedRun).id));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length).toBe(1);
    expect((await own.get('/v1/runs')).as(200, RunList).data.length).toBe(1);
  }, 240_000);

  test('different requests with one key create one Run, the others return 409', async () => {
    const own = await (await signUp()).key();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        retryWhileUnavailable(() => create('storm', { ...run, task: `t${index}` }, own)),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([202, ...Array.from({ length: 199 }, () => 409)]);
    expect((await own.get('/v1/runs')).as(200, RunList).data.length).toBe(1);
  });

  test('requests with one key create one Runbook, and so do requests with one title', async () => {
    const definition = runbook();
    const same = await Promise.all(
      Array.from({ length: 100 }, () =>
        retryWhileUnavailable(() => client.post('/v1/runbooks', definition, withKey('storm'))),
      ),
    );
    expect(new Set(same.map((answer) => answer.as(201, Runbook).id)).size).toBe(1);
    const { title } = runbook();
    const titled = await Promise.all(
      Array.from({ length: 50 }, () =>
        retryWhileUnavailable(() => client.post('/v1/runbooks', runbook({ title }))),
      ),
    );
    expect(titled.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 49 }, () => 409),
    ]);
  });
});
