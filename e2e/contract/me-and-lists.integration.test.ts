import { AcceptedRun, Me, RunList, RunbookList, Scope } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { createRun, finish, start } from './runs.ts';
import { UNKNOWN_ID, createDraft, createPublished, newTitle, revisionsOf, runbook } from './samples.ts';
import { sharedStack } from './stack.ts';

let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

describe('GET /v1/me', () => {
  test('returns workspace, name and scopes of a key', async () => {
    const key = await person.key(['runs:read']);
    const me = (await key.get('/v1/me')).as(200, Me);
    expect(me).toEqual({
      workspace: { id: expect.any(String), name: expect.any(String) },
      key: { id: key.issued.id, name: 'a key', prefix: key.issued.prefix },
      scopes: ['runs:read'],
    });
  });

  test('returns the member of a session with every scope', async () => {
    const me = (await person.session.get('/v1/me')).as(200, Me);
    expect(me).toMatchObject({
      member: { name: 'Ada', email: expect.stringMatching(/^ada\./), role: 'owner' },
      scopes: Scope.options,
    });
    expect(me).not.toHaveProperty('key');
    (await new Client().get('/v1/me')).refusal(401);
  });

  test('returns a key name that is not ASCII, and the key works on every service', async () => {
    const name = 'clé 鍵 😀';
    const answer = await person.session.post('/v1/api-keys', { name, scopes: ['runs:read'] });
    const { key } = answer.json as { key: string };
    const named = new Client({ authorization: `Bearer ${key}` });
    expect((await named.get('/v1/me')).json).toMatchObject({ key: { name } });
    (await named.get('/v1/runs')).as(200, RunList);
  });
});

test('a session write without Origin returns 403 and names the header to send', async () => {
  const { baseUrl } = sharedStack();
  const cookieOnly = new Client({ cookie: person.cookie });
  (await cookieOnly.post('/v1/runs', { task: 'x' })).refusal(403, `"Origin: ${new URL(baseUrl).origin}"`);
  const foreign = new Client({ cookie: person.cookie, origin: 'https://evil.example' });
  (await foreign.post('/v1/runs', { task: 'x' })).refusal(403, 'Cross-origin');
});

describe('GET /v1/runs filtered by metadata', () => {
  const idsFor = async (query: string): Promise<string[]> =>
    (await client.get(`/v1/runs?${query}`)).as(200, RunList).data.map(({ id }) => id);

  test('lists the Runs whose metadata has exactly these values', async () => {
    const one = await createRun(client, { metadata: { ticket: 'A-17', 'a.b': 'x', n: 5, __proto__x: 1 } });
    const other = await createRun(client, { metadata: { ticket: 'A-17', n: 6 } });
    await createRun(client, { metadata: { ticket: 'a-17', nested: { ticket: 'A-17' } } });
    expect(await idsFor('metadata.ticket=A-17')).toEqual([other.id, one.id]);
    expect(await idsFor('metadata.ticket=A-17&metadata.n=5')).toEqual([one.id]);
    expect(await idsFor('metadata.a.b=x&status=queued')).toEqual([one.id]);
    expect(await idsFor('metadata.ticket=A-1')).toEqual([]);
    expect(await idsFor('metadata.ticket=A%2D17&limit=1')).toEqual([other.id]);
    expect(await idsFor('metadata.__proto__=x')).toEqual([]);
    expect(await idsFor("metadata.x'%20OR%20true--=y")).toEqual([]);
  });

  test.each<[string, string | RegExp]>([
    ['metadata.a=1&metadata.b=2&metadata.c=3&metadata.d=4', 'at most 3'],
    ['metadata.a=1&metadata.a=2', 'only once'],
    ['metadata.a=%00', /^metadata: must not contain NUL/],
    ['metadata=x', 'metadata.<key>'],
    ['metadata%5Ba%5D=x', 'metadata.<key>'],
    ['filter=x', 'unknown filter'],
    ['filter.status=queued', 'unknown filter'],
  ])('returns 422 for %s', async (query, detail) => {
    (await client.get(`/v1/runs?${query}`)).refusal(422, detail);
  });

  test('is refused by other lists with 422', async () => {
    (await client.get('/v1/runbooks?metadata.a=1')).refusal(422, 'unknown filter');
    (await client.get('/v1/runbooks?filter=x')).refusal(422, 'unknown filter');
    (await client.get('/v1/runbooks?other=x')).as(200, RunbookList);
  });
});

test('cursors page through all Runbooks', async () => {
  const reader = await (await signUp()).key();
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await createDraft(reader)).id);
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 9; pages += 1) {
    const path: string = `/v1/runbooks?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = (await reader.get(path)).as(200, RunbookList);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(ids);
  expect((await reader.get('/v1/runbooks?limit=5')).json).toMatchObject({ next_cursor: null });
  for (const bad of ['x', 'AAAA', '!', ''])
    (await reader.get(`/v1/runbooks?cursor=${bad}`)).refusal(422, 'cursor');
});

describe('DELETE /v1/runbooks/{runbook_id}', () => {
  const remove = (id: string, as: Client = client) => as.send('DELETE', `/v1/runbooks/${id}`);

  test('removes the Runbook and frees its title, but keeps its revisions', async () => {
    const title = newTitle();
    const { id, revisionId } = await createPublished(client, { title });
    const answer = await remove(id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    (await client.get(`/v1/runbooks/${id}`)).refusal(404);
    (await client.post(`/v1/runbooks/${id}/runs`)).refusal(404);
    (await client.post(`/v1/runbooks/${id}/dry-run`)).refusal(404);
    (await client.post(`/v1/runbooks/${id}/publish`, { expectedVersion: 1 })).refusal(404);
    (await client.put(`/v1/runbooks/${id}`, { expectedVersion: 1, ...runbook() })).refusal(404);
    (await remove(id)).refusal(404);
    const { data } = (await client.get(`/v1/runbooks?title=${encodeURIComponent(title)}`)).as(
      200,
      RunbookList,
    );
    expect(data).toEqual([]);
    expect((await revisionsOf(client, id)).map((each) => each.revisionId)).toEqual([revisionId]);
    expect((await client.get(`/v1/runbooks/${id}/revisions/${revisionId}`)).json).toMatchObject({ title });
    await createDraft(client, { title });
  });

  test('frees the idempotency key of the Runbook', async () => {
    const create = () => client.post('/v1/runbooks', runbook(), { 'x-idempotency-key': 'of-a-deleted-one' });
    await remove(((await create()).json as { id: string }).id);
    expect((await create()).headers.get('idempotency-replayed')).toBeNull();
  });

  test('returns 409 while a Run of the Runbook has not ended', async () => {
    const { id } = await createPublished(client);
    const run = (await client.post(`/v1/runbooks/${id}/runs`, { executionTarget: 'local' })).json as {
      id: string;
    };
    (await remove(id)).refusal(409, run.id);
    await client.post(`/v1/runs/${run.id}/cancel`);
    expect((await remove(id)).status).toBe(204);
    expect((await client.get(`/v1/runs/${run.id}`)).status).toBe(200);
  });

  test('leaves a Run that is accepted at the same moment its revision, so that it completes', async () => {
    const { id } = await createPublished(client);
    const [deleted, ...started] = await Promise.all([remove(id), start(client, id), start(client, id)]);
    expect([204, 409]).toContain(deleted.status);
    expect((await client.get(`/v1/runbooks/${id}`)).status).toBe(deleted.status === 204 ? 404 : 200);
    for (const answer of started.filter(({ status }) => status !== 404)) {
      const { id: runId } = answer.as(202, AcceptedRun);
      expect(await finish(client, runId)).toMatchObject({
        status: 'completed',
        result: { outputs: { keep: 'kept' } },
      });
    }
  });

  test('returns 404 for an unknown Runbook and 403 without the scope', async () => {
    (await remove(UNKNOWN_ID)).refusal(404);
    (await remove('nope')).refusal(404);
    (await remove(UNKNOWN_ID, await person.key(['runbooks:read', 'runs:write']))).refusal(
      403,
      'runbooks:write',
    );
  });
});

test('a dry run honours idempotency keys, in a namespace of its own', async () => {
  const { id } = await createPublished(client);
  const key = { 'x-idempotency-key': 'dry' };
  const dryRun = (body: object = {}) => client.post(`/v1/runbooks/${id}/dry-run`, body, key);
  const first = await dryRun();
  const second = await dryRun();
  expect([second.status, second.text]).toEqual([202, first.text]);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  (await dryRun({ metadata: { other: true } })).refusal(409);
  expect((await client.post(`/v1/runbooks/${id}/runs`, {}, key)).status).toBe(202);
});
