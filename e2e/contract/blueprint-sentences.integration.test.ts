import {
  AcceptedRun,
  Blueprint,
  BlueprintList,
  BlueprintRun,
  BlueprintRunList,
  Run,
  RunList,
  RunState,
  RunStatusResponse,
} from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS, eventsOf, finish } from './runs.ts';
import { UNKNOWN_ID } from './samples.ts';

let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

const body = { name: 'Look', goal: 'Open https://example.com and report the heading' };
async function create(as = client): Promise<Blueprint> {
  return (await as.post('/v1/blueprints', body)).as(201, Blueprint);
}
/** Starts a local Run, which no executor claims. */
async function startLocal(id: string, as = client): Promise<AcceptedRun> {
  return (await as.post(`/v1/blueprints/${id}/runs`, { executionTarget: 'local' })).as(202, AcceptedRun);
}

/** All pages of a list, one item at a time. */
async function walk<Page extends { data: { id: string }[]; next_cursor: string | null }>(
  read: (query: string) => Promise<Page>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let query = '?limit=1'; ;) {
    const { data, next_cursor: cursor } = await read(query);
    ids.push(...data.map(({ id }) => id));
    if (cursor === null) return ids;
    query = `?limit=1&cursor=${cursor}`;
  }
}

describe('a cursor', () => {
  let reader: KeyClient;
  let blueprints: string[];
  let cursor: string;
  const listed = async (query: string) => (await reader.get(`/v1/blueprints${query}`)).as(200, BlueprintList);
  beforeAll(async () => {
    reader = await (await signUp()).key();
    const created = await Promise.all(Array.from({ length: 12 }, () => create(reader)));
    blueprints = created.map(({ id }) => id);
    cursor = (await listed('?limit=5')).next_cursor ?? '';
  });

  test('finds each of those that were created in the same moment exactly once', async () => {
    expect((await walk(listed)).toSorted()).toEqual(blueprints.toSorted());
    const [id = ''] = blueprints;
    const runs = await Promise.all(Array.from({ length: 12 }, () => startLocal(id, reader)));
    const seen = await walk(async (query) =>
      (await reader.get(`/v1/blueprints/${id}/runs${query}`)).as(200, BlueprintRunList),
    );
    expect(seen.toSorted()).toEqual(runs.map((run) => run.id).toSorted());
  });

  test('is null on a full last page, and returns the same page again', async () => {
    expect((await listed('?limit=12')).next_cursor).toBeNull();
    expect(await listed(`?limit=5&cursor=${cursor}`)).toEqual(await listed(`?limit=5&cursor=${cursor}`));
  });

  test('may be used with another limit', async () => {
    const { data, next_cursor: next } = await listed(`?limit=100&cursor=${cursor}`);
    expect([data.length, next]).toEqual([7, null]);
  });

  test('is refused when anything was appended, taken away or put in its place', async () => {
    const changed = [
      ...['A', '_', 'AA', 'AAA', 'AAAA', '=', '.', '%20', '%00', '+', '/'].map((more) => cursor + more),
      ...[1, 2, 3, 4].map((count) => cursor.slice(0, -count)),
      cursor.toLowerCase(),
      cursor.slice(1),
      `${cursor}${cursor}`,
      Buffer.from(JSON.stringify({ offset: 1 })).toString('base64url'),
      blueprints[0] ?? '',
      '0',
      'null',
      '%F0%9F%92%A9',
      'A'.repeat(10_000),
      // The last character of one has bits to spare.
      ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
        .map((last) => cursor.slice(0, -1) + last)
        .filter((each) => each !== cursor),
    ];
    for (const each of changed)
      expect([each.slice(0, 200), (await reader.get(`/v1/blueprints?cursor=${each}`)).status]).toEqual([
        each.slice(0, 200),
        422,
      ]);
    (await reader.get(`/v1/blueprints?cursor=${cursor}&cursor=${cursor}`)).refusal(422, 'cursor');
  });

  test('is refused when it belongs to the Runs of another Blueprint', async () => {
    const [one = '', other = ''] = blueprints;
    for (const id of [one, one, other, other]) await startLocal(id, reader);
    const page = (await reader.get(`/v1/blueprints/${one}/runs?limit=1`)).as(200, BlueprintRunList);
    (await reader.get(`/v1/blueprints/${other}/runs?cursor=${page.next_cursor}`)).refusal(422, 'cursor');
  });

  test('shows nothing of the workspace that it came from to another one', async () => {
    const stranger = await (await signUp()).key();
    const answer = await stranger.get(`/v1/blueprints?cursor=${cursor}`);
    expect(answer.as(200, BlueprintList)).toEqual({ data: [], next_cursor: null });
  });
});

describe('the lists of Blueprints and of their Runs', () => {
  test('return 25 items unless told otherwise, at most 100, and ignore unknown parameters', async () => {
    const reader = await (await signUp()).key();
    const created = await Promise.all(Array.from({ length: 26 }, () => create(reader)));
    const page = (await reader.get('/v1/blueprints?colour=blue')).as(200, BlueprintList);
    expect(page.data).toHaveLength(25);
    expect(page.next_cursor).not.toBeNull();
    const path = `/v1/blueprints/${created[0]?.id}/runs`;
    for (const query of ['limit=0', 'limit=101', 'limit=1.5', 'limit=', 'limit=-1', 'limit=1&limit=1'])
      (await reader.get(`${path}?${query}`)).refusal(422, 'limit');
    for (const query of ['metadata.a=1', 'filters=x'])
      for (const list of [path, '/v1/blueprints']) (await reader.get(`${list}?${query}`)).refusal(422);
    expect((await reader.get(`${path}?offset=5`)).as(200, BlueprintRunList).data).toEqual([]);
  });

  test('the lists keep the place of a Blueprint that is replaced', async () => {
    const reader = await (await signUp()).key();
    const first = await create(reader);
    const second = await create(reader);
    await reader.put(`/v1/blueprints/${first.id}`, { expectedVersion: 1, ...body, name: 'Changed' });
    const { data } = (await reader.get('/v1/blueprints')).as(200, BlueprintList);
    expect(data.map(({ id, name, version }) => [id, name, version])).toEqual([
      [second.id, 'Look', 1],
      [first.id, 'Changed', 2],
    ]);
  });
});

describe('which refusal wins', () => {
  test('an unknown Blueprint answers 404 whatever the body or the cursor, and a broken body 400, 413 or 415 first', async () => {
    const at = `/v1/blueprints/${UNKNOWN_ID}`;
    (await client.put(at, { goal: 7 })).refusal(404);
    (await client.post(`${at}/runs`, { inputs: 7 })).refusal(404);
    (await client.get(`${at}/runs?limit=0`)).refusal(404);
    const json = { 'content-type': 'application/json' };
    for (const [method, path] of [
      ['PUT', at],
      ['POST', `${at}/runs`],
    ] as const) {
      (await client.send(method, path, { body: '{', headers: json })).refusal(400);
      (await client.send(method, path, { body: '{}', headers: { 'content-type': 'text/plain' } })).refusal(
        415,
      );
    }
    (await client.send('POST', `${at}/runs`, { body: ' '.repeat(1_048_577), headers: json })).refusal(413);
  });

  test('a missing scope wins over an unknown id and over a body that breaks rules', async () => {
    const reader = await person.key(['blueprints:read', 'runs:read']);
    const { id } = await create();
    (await reader.post('/v1/blueprints', { goal: 7 })).refusal(403, 'blueprints:write');
    (await reader.put(`/v1/blueprints/${id}`, {})).refusal(403, 'blueprints:write');
    (await reader.send('DELETE', `/v1/blueprints/${id}`)).refusal(403, 'blueprints:write');
    (await reader.post(`/v1/blueprints/${UNKNOWN_ID}/runs`, { inputs: 7 })).refusal(403, 'runs:write');
    (await reader.post(`/v1/blueprint-runs/${UNKNOWN_ID}/pause`)).refusal(403, 'runs:write');
    const writer = await person.key(['runs:write']);
    (await writer.post(`/v1/blueprints/${UNKNOWN_ID}/runs`, { executionTarget: 'local' })).refusal(
      403,
      'runs:local',
    );
    (await writer.get(`/v1/blueprints/${id}/runs`)).refusal(403, 'runs:read');
    (await writer.get('/v1/blueprints')).refusal(403, 'blueprints:read');
    expect((await reader.get(`/v1/blueprints/${id}`)).status).toBe(200);
  });

  test.each([
    ['PATCH', '/v1/blueprints', 'GET, POST'],
    ['POST', `/v1/blueprints/${UNKNOWN_ID}`, 'GET, PUT, DELETE'],
    ['DELETE', `/v1/blueprints/${UNKNOWN_ID}/runs`, 'GET, POST'],
    ['POST', `/v1/blueprint-runs/${UNKNOWN_ID}`, 'GET'],
    ['GET', `/v1/blueprint-runs/${UNKNOWN_ID}/take-control`, 'POST'],
  ])('%s %s returns 405 and what is allowed', async (method, path, allowed) => {
    const answer = await client.send(method, path);
    answer.refusal(405);
    const names = (text: string | null) =>
      text
        ?.split(', ')
        .filter((name) => name !== 'HEAD')
        .toSorted();
    expect(names(answer.headers.get('allow'))).toEqual(names(allowed));
  });

  test('a route that the contract does not name is unknown', async () => {
    (await client.get('/v1/blueprint-runs')).refusal(404);
    (await client.post(`/v1/blueprint-runs/${UNKNOWN_ID}/interrupt`)).refusal(404);
    (await client.get(`/v1/blueprints/${UNKNOWN_ID}/revisions`)).refusal(404);
  });
});

describe('an idempotency key', () => {
  test('is free again once its Blueprint is deleted', async () => {
    const key = { 'x-idempotency-key': 'freed' };
    const first = (await client.post('/v1/blueprints', body, key)).as(201, Blueprint);
    await client.send('DELETE', `/v1/blueprints/${first.id}`);
    const answer = await client.post('/v1/blueprints', { ...body, name: 'Another' }, key);
    expect(answer.as(201, Blueprint).id).not.toBe(first.id);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });

  test('cannot be used for a Run of another Blueprint, and ignores the order of keys', async () => {
    const [one, other] = [await create(), await create()];
    const key = { 'x-idempotency-key': 'one-run' };
    const post = (id: string, json: object) => client.post(`/v1/blueprints/${id}/runs`, json, key);
    const first = await post(one.id, { executionTarget: 'local', metadata: { a: 1, b: 2 } });
    const { id } = first.as(202, AcceptedRun);
    (await post(other.id, { executionTarget: 'local', metadata: { a: 1, b: 2 } })).refusal(409);
    const again = await post(one.id, { metadata: { b: 2, a: 1 }, executionTarget: 'local' });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(again.headers.get('location')).toBe(`/v1/runs/${id}`);
    (await client.post(`/v1/blueprints/${one.id}/runs`, {}, { 'x-idempotency-key': '' })).refusal(422);
  });

  test('makes one Run of twenty requests at once, and is not kept by a refused one', async () => {
    const { id } = await create();
    const path = `/v1/blueprints/${id}/runs`;
    const key = { 'x-idempotency-key': 'runs-at-once' };
    (await client.post(path, { inputs: { nope: 1 } }, key)).refusal(422);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post(path, { executionTarget: 'local' }, key)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await client.get(path)).as(200, BlueprintRunList).data).toHaveLength(1);
  });
});

describe('a Run of a Blueprint', () => {
  test('is an ordinary Run: it is listed, read and cancelled as one, and its events say so', async () => {
    const { id: blueprintId } = await create();
    const { id } = await startLocal(blueprintId);
    const ordinary = (await client.get('/v1/runs?limit=1&status=queued')).as(200, RunList).data[0];
    expect(ordinary?.id).toBe(id);
    expect(Object.keys(ordinary ?? {}).toSorted()).toEqual(Object.keys(Run.shape).toSorted());
    (await client.get(`/v1/runs/${id}`)).as(200, RunState);
    expect((await client.post(`/v1/runs/${id}/cancel`)).as(200, RunStatusResponse).status).toBe('cancelled');
    const shown = (await client.get(`/v1/blueprint-runs/${id}`)).as(200, BlueprintRun);
    expect(shown).toMatchObject({ status: 'cancelled', live_view_url: null, result: null });
    expect((await eventsOf(client, id)).map(({ type }) => type)).toEqual(['run.cancelled']);
    const page = (await client.get(`/v1/blueprints/${blueprintId}/runs`)).as(200, BlueprintRunList);
    expect(page.data).toEqual([shown]);
  });

  test(
    'takes no control after its end, and keeps its status when it is cancelled',
    async () => {
      const { id: blueprintId } = (
        await client.post('/v1/blueprints', { name: 'Refuse', goal: 'Do what no one understands' })
      ).as(201, Blueprint);
      const { id } = (await client.post(`/v1/blueprints/${blueprintId}/runs`)).as(202, AcceptedRun);
      const { status } = await finish(client, id);
      expect(status).toBe('failed');
      for (const action of ['pause', 'resume', 'take-control', 'release-control'])
        (await client.post(`/v1/blueprint-runs/${id}/${action}`)).refusal(409, 'failed');
      const cancelled = await client.post(`/v1/blueprint-runs/${id}/cancel`);
      expect(cancelled.as(200, RunStatusResponse)).toEqual({ status: 'failed' });
    },
    RUN_MS,
  );

  test('can be started, read and cancelled with a dashboard session', async () => {
    const { id } = await create();
    const { session } = person;
    const run = (await session.post(`/v1/blueprints/${id}/runs`, { executionTarget: 'local' })).as(
      202,
      AcceptedRun,
    );
    expect((await session.get(`/v1/blueprint-runs/${run.id}`)).as(200, BlueprintRun).blueprint_id).toBe(id);
    (await session.post(`/v1/blueprint-runs/${run.id}/cancel`)).as(200, RunStatusResponse);
  });
});
