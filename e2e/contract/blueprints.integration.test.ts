import { AcceptedRun, Blueprint, BlueprintList, BlueprintRun, BlueprintRunList } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { body, create, startLocal } from './blueprints.ts';
import { type KeyClient, signUp } from './people.ts';
import { createRun } from './runs.ts';
import { MOMENT, UNKNOWN_ID } from './samples.ts';

let client: KeyClient;
let foreign: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
  foreign = await (await signUp()).key();
});

const FIELDS = `applicationScope createdAt goal id maxSteps name outputSchema parameters startUrl updatedAt
  version`.split(/\s+/);

describe('POST /v1/blueprints', () => {
  test('returns 201 with Location and the Blueprint, what was left out being null', async () => {
    const answer = await client.post('/v1/blueprints', body());
    const blueprint = answer.as(201, Blueprint);
    expect(Object.keys(blueprint).sort()).toEqual(FIELDS);
    expect(answer.headers.get('location')).toBe(`/v1/blueprints/${blueprint.id}`);
    const { id: _, createdAt, updatedAt, ...rest } = blueprint;
    expect(rest).toEqual({
      ...body(),
      startUrl: null,
      parameters: null,
      applicationScope: null,
      outputSchema: null,
      maxSteps: null,
      version: 1,
    });
    expect(createdAt).toMatch(MOMENT);
    expect(updatedAt).toBe(createdAt);
    expect((await client.get(`/v1/blueprints/${blueprint.id}`)).json).toEqual(blueprint);
  });

  test('returns every field as it was written', async () => {
    const given = body({
      goal: 'Search for {{ inputs.term }}',
      startUrl: 'https://example.com/?q={{ inputs.term }}',
      parameters: [{ name: 'term', type: 'string', required: true }],
      applicationScope: ['example.com', '*.example.com'],
      outputSchema: { type: 'object', 'x-z': 1, properties: { __proto__: { type: 'string' } } },
      maxSteps: 7,
    });
    expect(await create(client, given)).toMatchObject(given);
    await create(client, { startUrl: null, parameters: null, maxSteps: null });
  });

  const date = { name: 'a', type: 'date' };
  const unknownInput = 'Type {{ inputs.nope }} into Name';
  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['no goal', { goal: undefined }, 'goal'],
    ['a blank goal', { goal: '\n' }, 'goal'],
    ['a goal of 20,001 characters', { goal: 'x'.repeat(20_001) }, 'goal'],
    ['a goal with an unknown input', { goal: unknownInput }, 'goal'],
    ['a goal with the output of a step', { goal: 'Type {{ steps.a.output }}' }, 'goal'],
    ['an address that is no URL', { startUrl: 'example' }, 'startUrl'],
    ['a file address', { startUrl: 'file:///etc/passwd' }, 'startUrl'],
    ['an address with an unknown input', { startUrl: 'https://{{ inputs.nope }}' }, 'startUrl'],
    [
      'an address with a secret',
      { startUrl: 'https://x.test/{{ inputs.s }}', parameters: [{ name: 's', type: 'secret' }] },
      'startUrl',
    ],
    ['a parameter of an unknown type', { parameters: [{ name: 'a', type: 'x' }] }, 'parameters'],
    ['two parameters of one name', { parameters: [date, date] }, 'parameters'],
    [
      'a default that breaks its rules',
      { parameters: [{ name: 'a', type: 'date', default: 'x' }] },
      'parameters',
    ],
    ['a pattern that is no host', { applicationScope: ['https://x'] }, 'applicationScope'],
    ['a schema that is none', { outputSchema: { type: 'nope' } }, 'outputSchema'],
    ['no step', { maxSteps: 0 }, 'maxSteps'],
    ['101 steps', { maxSteps: 101 }, 'maxSteps'],
    ['an unknown field', { title: 'x' }, 'title'],
    ['a version', { version: 1 }, 'version'],
    ['a NUL', { name: 'a\0' }, 'name'],
  ])('returns 422 for %s and names the field', async (_what, changes, field) => {
    const answer = await client.post('/v1/blueprints', body(changes));
    expect(answer.refusal(422).split(/[:.[]/)[0]).toBe(field);
  });

  test('honours an idempotency key, also after a change', async () => {
    const key = { 'x-idempotency-key': 'a-blueprint' };
    const first = await client.post('/v1/blueprints', body(), key);
    const { id } = first.as(201, Blueprint);
    (await client.put(`/v1/blueprints/${id}`, { expectedVersion: 1, ...body({ name: 'Other' }) })).as(
      200,
      Blueprint,
    );
    const again = await client.post('/v1/blueprints', body(), key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    (await client.post('/v1/blueprints', body({ name: 'x' }), key)).refusal(409);
    (await client.post('/v1/runs', { task: 'x', executionTarget: 'local' }, key)).as(202, AcceptedRun);
    (await foreign.post('/v1/blueprints', body(), key)).as(201, Blueprint);
    (await client.post('/v1/blueprints', body(), { 'x-idempotency-key': 'a b' })).refusal(422);
  });

  test('twenty concurrent requests with one key create one Blueprint', async () => {
    const key = { 'x-idempotency-key': 'at-once' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/v1/blueprints', body(), key)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });
});

describe('GET /v1/blueprints', () => {
  const page = async (as: KeyClient, query: string): Promise<BlueprintList> =>
    (await as.get(`/v1/blueprints${query}`)).as(200, BlueprintList);

  test('pages newest first, and neither skips nor repeats what changes meanwhile', async () => {
    const reader = await (await signUp()).key();
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) ids.unshift((await create(reader)).id);
    const seen: string[] = [];
    let { data, next_cursor: cursor } = await page(reader, '?limit=2');
    for (;;) {
      seen.push(...data.map(({ id }) => id));
      if (cursor === null) break;
      await create(reader);
      const replaced = ids[6] ?? '';
      const { version } = (await reader.get(`/v1/blueprints/${replaced}`)).as(200, Blueprint);
      await reader.put(`/v1/blueprints/${replaced}`, { expectedVersion: version, ...body() });
      await reader.send('DELETE', `/v1/blueprints/${seen.at(-1)}`);
      ({ data, next_cursor: cursor } = await page(reader, `?limit=2&cursor=${cursor}`));
    }
    expect(seen).toEqual(ids);
  });

  test('has a null cursor at the end', async () => {
    const reader = await (await signUp()).key();
    expect(await page(reader, '')).toEqual({ data: [], next_cursor: null });
    await create(reader);
    expect((await page(reader, '?limit=1')).next_cursor).toBeNull();
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2', 'cursor=x', 'cursor=', 'filter=x'])(
    'returns 422 for %s',
    async (query) => {
      (await client.get(`/v1/blueprints?${query}`)).refusal(422);
    },
  );

  test('refuses a cursor that was changed or belongs to another list', async () => {
    const { id } = await create(client);
    await create(client);
    await startLocal(client, id);
    await startLocal(client, id);
    const { next_cursor: cursor } = await page(client, '?limit=1');
    const changed = `${cursor?.slice(0, 3)}${cursor?.[3] === 'A' ? 'B' : 'A'}${cursor?.slice(4)}`;
    (await client.get(`/v1/blueprints?cursor=${changed}`)).refusal(422, 'cursor');
    (await client.get(`/v1/blueprints/${id}/runs?cursor=${cursor}`)).refusal(422, 'cursor');
    (await client.get(`/v1/runbooks?cursor=${cursor}`)).refusal(422, 'cursor');
  });
});

describe('PUT /v1/blueprints/{blueprint_id}', () => {
  test('replaces the whole definition and adds 1 to the version', async () => {
    const { id, createdAt } = await create(client, { maxSteps: 5 });
    const answer = await client.put(`/v1/blueprints/${id}`, { expectedVersion: 1, ...body({ name: 'B' }) });
    const replaced = answer.as(200, Blueprint);
    expect(replaced).toMatchObject({ id, name: 'B', version: 2, maxSteps: null, createdAt });
    expect((await client.get(`/v1/blueprints/${id}`)).json).toEqual(replaced);
  });

  test('refuses a stale version, of ten at once all but one', async () => {
    const { id } = await create(client);
    const put = (changes: object) => client.put(`/v1/blueprints/${id}`, { ...body(), ...changes });
    const answers = await Promise.all(Array.from({ length: 10 }, () => put({ expectedVersion: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    (await put({ expectedVersion: 1 })).refusal(409, 'expectedVersion');
    (await put({ expectedVersion: 99 })).refusal(409, 'expectedVersion');
    (await put({})).refusal(422, 'expectedVersion');
    (await put({ expectedVersion: 1, goal: '' })).refusal(422, 'goal');
    (await put({ expectedVersion: 2, id })).refusal(422, 'id');
  });
});

describe('DELETE /v1/blueprints/{blueprint_id}', () => {
  test('returns 204 and keeps the Runs', async () => {
    const { id } = await create(client);
    const run = await startLocal(client, id);
    const answer = await client.send('DELETE', `/v1/blueprints/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    (await client.get(`/v1/blueprints/${id}`)).refusal(404);
    (await client.put(`/v1/blueprints/${id}`, { expectedVersion: 1, ...body() })).refusal(404);
    (await client.post(`/v1/blueprints/${id}/runs`)).refusal(404);
    (await client.send('DELETE', `/v1/blueprints/${id}`)).refusal(404);
    expect((await client.get(`/v1/blueprint-runs/${run.id}`)).as(200, BlueprintRun).blueprint_id).toBe(id);
    expect((await client.get(`/v1/blueprints/${id}/runs`)).as(200, BlueprintRunList).data).toHaveLength(1);
    expect((await client.get('/v1/blueprints?limit=100')).text).not.toContain(id);
  });
});

describe('isolation', () => {
  test('every route answers another workspace as for an unknown id', async () => {
    const { id } = await create(client);
    const run = await startLocal(client, id);
    const requests = [
      ['GET', `/v1/blueprints/{id}`],
      ['PUT', `/v1/blueprints/{id}`],
      ['DELETE', `/v1/blueprints/{id}`],
      ['POST', `/v1/blueprints/{id}/runs`],
      ['GET', `/v1/blueprints/{id}/runs`],
      ['GET', `/v1/blueprint-runs/{run}`],
      ['POST', `/v1/blueprint-runs/{run}/cancel`],
    ] as const;
    for (const [method, path] of requests) {
      const json = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
      const at = (blueprint: string, blueprintRun: string) =>
        foreign.send(method, path.replace('{id}', blueprint).replace('{run}', blueprintRun), json);
      const theirs = await at(id, run.id);
      theirs.refusal(404);
      expect(theirs.text).toBe((await at(UNKNOWN_ID, UNKNOWN_ID)).text);
      (await at(id.toUpperCase(), 'nope')).refusal(404);
    }
    expect((await client.get(`/v1/blueprints/${id}`)).status).toBe(200);
  });

  test('an ordinary Run is no Run of a Blueprint', async () => {
    const { id } = await createRun(client);
    (await client.get(`/v1/blueprint-runs/${id}`)).refusal(404);
    (await client.post(`/v1/blueprint-runs/${id}/cancel`)).refusal(404);
  });
});
