import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PublishedRunbook, Runbook } from '@errand/contracts';
import { type TestService, definition, startTestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => service?.[Symbol.asyncDispose]());

function body(changes: object = {}) {
  return { schemaVersion: 3, ...definition(changes) };
}

describe('creating', () => {
  test('returns 201 with exactly the fields of a Runbook, and its location', async () => {
    const { send } = service.caller();
    const sent = body();
    const { status, headers, body: created } = await send('POST', '/v1/runbooks', sent);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/runbooks/${created.id}`);
    expect(headers.get('idempotency-replayed')).toBeNull();
    expect(Runbook.parse(created)).toMatchObject({ ...sent, version: 1, status: 'draft' });
    expect(created.createdAt).toBe(created.updatedAt);
    expect((await send('GET', `/v1/runbooks/${created.id}`)).body).toEqual(created);
  });

  test('publishes version 1 when the Runbook is created as published', async () => {
    const { send, create } = service.caller();
    const created = await create({ status: 'published' });
    const { revisionId } = PublishedRunbook.parse(created);
    const revision = await send('GET', `/v1/runbooks/${created.id}/revisions/${revisionId}`);
    expect(revision).toMatchObject({
      status: 200,
      body: {
        revisionId,
        runbookId: created.id,
        version: 1,
        title: created.title,
        steps: created.steps,
        parameters: created.parameters,
        publishedAt: created.createdAt,
      },
    });
  });

  test('returns texts unchanged', async () => {
    const { send } = service.caller();
    const sent = `{"schemaVersion":3,"title":"  ä\\u0301 😀 \\" ","parameters":[],"steps":[{"kind":"primitive","input":{"value":
      {"z":1,"a":[null,"\\u2028\\t"],"__proto__":{"x":1},"constructor":"{{ not a reference"}},"id":"s","primitive":"data.set"}]}`;
    const created = await send('POST', '/v1/runbooks', sent);
    const { title, steps } = JSON.parse(sent) as { title: string; steps: unknown };
    expect(created.status).toBe(201);
    for (const answer of [created, await send('GET', `/v1/runbooks/${created.body.id}`)]) {
      expect(answer.body.title).toBe(title);
      expect(JSON.stringify(answer.body.steps)).toBe(JSON.stringify(steps));
    }
    const listed = await send('GET', '/v1/runbooks');
    expect(JSON.stringify(listed.body.data[0]?.['steps'])).toBe(JSON.stringify(steps));
  });

  test.each<[string, unknown, string]>([
    ['another schemaVersion', body({ schemaVersion: 2 }), 'schemaVersion: '],
    ['a blank title', body({ title: ' \n' }), 'title: must not be blank'],
    ['a title of 121 characters', body({ title: '😀'.repeat(121) }), 'title: '],
    ['NUL in the title', body({ title: 'a\0b' }), 'title: '],
    ['no steps', body({ steps: [] }), 'steps: '],
    ['an unknown field', body({ colour: 'red' }), 'colour: unknown field'],
    ['no parameters', { ...body(), parameters: undefined }, 'parameters: is required'],
    [
      'an unknown primitive',
      body({ steps: [{ id: 'a', kind: 'primitive', primitive: 'browser.fly', input: {} }] }),
      'steps[0].primitive: unknown primitive "browser.fly"',
    ],
    [
      'a condition that only a model could judge',
      body({ steps: [{ id: 'a', kind: 'agent', instruction: 'Do', completionCondition: 'all is well' }] }),
      'steps[0].completionCondition: ',
    ],
    ['a body that is no object', [], 'body: '],
  ])('%s is refused with 422', async (_, sent, detail) => {
    const { send } = service.caller();
    const answer = await send('POST', '/v1/runbooks', sent);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain(detail);
    expect((await send('GET', '/v1/runbooks')).body.data).toEqual([]);
  });

  test('a title of 120 characters is accepted', async () => {
    const created = await service.caller().create({ title: '😀'.repeat(120) });
    expect(created.title).toBe('😀'.repeat(120));
  });
});

describe('titles', () => {
  test('titles are unique in a workspace, by exact comparison', async () => {
    const { send, create } = service.caller();
    await create({ title: 'Order' });
    const refused = await send('POST', '/v1/runbooks', body({ title: 'Order' }));
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('title');
    for (const title of ['order', 'Order ', 'Ordér', 'Orde\u0301r']) await create({ title });
    await service.caller().create({ title: 'Order' });
  });

  test('exactly one of many concurrent requests gets a title', async () => {
    const { send } = service.caller();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', '/v1/runbooks', body({ title: 'Wanted' }))),
    );
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect(counts['201']).toHaveLength(1);
    expect(counts['409']).toHaveLength(19);
  });

  test("replacing a Runbook cannot take another's title", async () => {
    const { send, create } = service.caller();
    await create({ title: 'First' });
    const second = await create();
    const path = `/v1/runbooks/${second.id}`;
    const answer = await send('PUT', path, { expectedVersion: 1, ...definition({ title: 'First' }) });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('title');
    expect((await send('GET', path)).body).toEqual(second);
  });
});

describe('finding', () => {
  test('an id of another workspace, an unknown and a malformed id get the same 404', async () => {
    const { create } = service.caller();
    const { id } = await create({ status: 'published' });
    const { send } = service.caller();
    const replacement = { expectedVersion: 1, ...definition() };
    for (const wrong of [id, randomUUIDv7(), 'nonsense', id.toUpperCase()]) {
      const path = `/v1/runbooks/${wrong}`;
      for (const answer of await Promise.all([
        send('GET', path),
        send('PUT', path, replacement),
        send('PUT', path, { expectedVersion: 'x' }),
        send('POST', `${path}/publish`, { expectedVersion: 1 }),
        send('POST', `${path}/publish`, {}),
        send('GET', `${path}/revisions`),
        send('GET', `${path}/revisions/${randomUUIDv7()}`),
      ]))
        expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    }
  });

  test('the list is bounded, filtered, and last updated first', async () => {
    const { send, create } = service.caller();
    const [first, second, third] = [await create(), await create(), await create({ title: 'Third' })];
    await send('POST', `/v1/runbooks/${first.id}/publish`, { expectedVersion: 1 });
    const ids = async (query: string) =>
      (await send('GET', `/v1/runbooks${query}`)).body.data.map((item) => item['id']);
    expect(await ids('')).toEqual([first.id, third.id, second.id]);
    expect(await ids('?limit=2')).toEqual([first.id, third.id]);
    expect(await ids('?status=published')).toEqual([first.id]);
    expect(await ids('?status=draft&limit=1')).toEqual([third.id]);
    expect(await ids('?title=Third')).toEqual([third.id]);
    expect(await ids('?title=third')).toEqual([]);
    expect(await ids('?unknown=1')).toHaveLength(3);
    const [item] = (await send('GET', '/v1/runbooks?title=Third')).body.data;
    expect(item).toEqual(third);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2', 'status=gone', 'title=%00'])(
    '%s is refused with 422',
    async (query) => {
      expect(await service.caller().send('GET', `/v1/runbooks?${query}`)).toMatchObject({ status: 422 });
    },
  );
});

describe('validating', () => {
  test('reports every problem, including a taken title, and stores nothing', async () => {
    const { send, create } = service.caller();
    await create({ title: 'Taken' });
    const steps = [{ id: 'a', kind: 'primitive', primitive: 'browser.fly', input: {} }];
    const answer = await send('POST', '/v1/runbooks/validate', {
      ...body({ title: 'Taken', steps }),
      extra: 1,
    });
    expect(answer).toMatchObject({ status: 200, body: { valid: false } });
    const problems = answer.body['problems'] as { path: string }[];
    expect(problems.map(({ path }) => path)).toEqual(['extra', 'steps[0].primitive', 'title']);
    expect((await send('GET', '/v1/runbooks')).body.data).toHaveLength(1);
  });

  test('finds nothing in a Runbook that could be created', async () => {
    const { send } = service.caller();
    const answer = await send('POST', '/v1/runbooks/validate', body());
    expect(answer).toMatchObject({ status: 200, body: { valid: true, problems: [] } });
    expect((await send('GET', '/v1/runbooks')).body.data).toEqual([]);
  });

  test.each([null, [], 'text', 5, { title: 'a\0' }])('accepts any body: %j', async (sent) => {
    const answer = await service.caller().send('POST', '/v1/runbooks/validate', JSON.stringify(sent));
    expect(answer).toMatchObject({ status: 200, body: { valid: false } });
  });
});

test('accepts a free-text condition when a model is configured', async () => {
  await using modelled = await startTestService({ hasModel: true });
  const steps = [{ id: 'a', kind: 'agent', instruction: 'Do', completionCondition: 'all is well' }];
  expect((await modelled.caller().create({ steps })).status).toBe('draft');
});

test('returns 401 without the internal token', async () => {
  for (const path of ['/v1/runbooks', `/internal/runbooks/${randomUUIDv7()}/current`])
    expect((await fetch(service.url + path)).status).toBe(401);
});
