import { PublishedRunbook, Runbook, RunbookList } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import {
  MOMENT,
  RUNBOOK_FIELDS,
  createDraft,
  createPublished,
  newTitle,
  replacement,
  revisionsOf,
  runbook,
  setStep,
} from './samples.ts';

let client: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
});

async function list(query = '', as = client) {
  return (await as.get(`/v1/runbooks${query}`)).as(200, RunbookList).data;
}
function put(id: string, body: unknown) {
  return client.put(`/v1/runbooks/${id}`, body);
}

describe('POST /v1/runbooks', () => {
  test('returns 201 with Location and nine fields', async () => {
    const definition = runbook();
    const answer = await client.post('/v1/runbooks', definition);
    const made = answer.as(201, Runbook);
    expect(answer.headers.get('location')).toBe(`/v1/runbooks/${made.id}`);
    expect(Object.keys(made).sort()).toEqual(RUNBOOK_FIELDS);
    expect(made).toMatchObject({ ...definition, version: 1, status: 'draft' });
    expect([made.createdAt, made.updatedAt]).toEqual([expect.stringMatching(MOMENT), made.createdAt]);
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toEqual(made);
    expect((await createDraft(client, { status: 'draft' })).status).toBe('draft');
  });

  test('returns a revision when the Runbook is created as published', async () => {
    const answer = await client.post('/v1/runbooks', runbook({ status: 'published' }));
    const made = answer.as(201, PublishedRunbook);
    expect(Object.keys(made).sort()).toEqual([...RUNBOOK_FIELDS, 'revisionId'].sort());
    expect(made).toMatchObject({ version: 1, status: 'published' });
    expect(Object.keys((await client.get(`/v1/runbooks/${made.id}`)).json as object).sort()).toEqual(
      RUNBOOK_FIELDS,
    );
    expect(
      (await revisionsOf(client, made.id)).map(({ revisionId, version }) => [revisionId, version]),
    ).toEqual([[made.revisionId, 1]]);
  });

  test('returns steps and parameters exactly as they were written', async () => {
    const steps = [
      {
        kind: 'primitive',
        id: 'A-1_z',
        input: { value: { z: 1, a: [null, '{{ inputs.page }}', -0.5] } },
        primitive: 'data.set',
        surface: 'data',
        effect: 'read',
        risk: 'medium',
        instruction: ' Keep\n',
        applicationScope: ['*.example.com', 'localhost:8080'],
        completionCondition: 'output contains "x" or not output contains "y"',
        timeoutMs: 600_000,
        retries: 5,
        onFailure: 'continue',
      },
      {
        id: 'b',
        kind: 'primitive',
        primitive: 'browser.click',
        input: { target: { role: 'button', name: 'Go', exact: true, nth: 0 } },
        effect: 'read',
      },
      {
        id: 'c',
        kind: 'agent',
        instruction: 'Do {{ steps.b.output }}',
        surface: 'browser',
        maxSteps: 100,
        outputSchema: { type: 'object' },
        risk: 'high',
        effect: 'irreversible',
      },
    ];
    const parameters = [
      {
        name: 'page',
        type: 'url',
        required: true,
        description: 'Where',
        pattern: '^https',
        minLength: 8,
        maxLength: 200,
      },
      { name: 'count', type: 'integer', default: 3, minimum: 1, maximum: 9, required: false },
      { name: 'colour', type: 'string', enum: ['red', 'blue'], default: 'red' },
      { name: 'token', type: 'secret', required: true },
    ];
    const made = await createDraft(client, { steps, parameters });
    const { text } = await client.get(`/v1/runbooks/${made.id}`);
    expect(text).toContain(`"steps":${JSON.stringify(steps)}`);
    expect(text).toContain(`"parameters":${JSON.stringify(parameters)}`);
  });

  test('returns 409 only for an identical title', async () => {
    const { title } = await createDraft(client, { title: `${newTitle()} é` });
    (await client.post('/v1/runbooks', runbook({ title }))).refusal(409, /^title: /);
    for (const other of [title.toUpperCase(), `${title} `, ` ${title}`, title.replace('é', 'e\u0301')])
      await createDraft(client, { title: other });
    (await client.post('/v1/runbooks', runbook({ title, status: 'published' }))).refusal(409);
  });
});

describe('GET /v1/runbooks', () => {
  test('lists complete Runbooks, last updated first', async () => {
    const own = await (await signUp()).key();
    expect((await own.get('/v1/runbooks')).json).toEqual({ data: [], next_cursor: null });
    const made: Runbook[] = [];
    for (let index = 0; index < 27; index += 1) made.unshift(await createDraft(own));
    expect((await list('', own)).map(({ id }) => id)).toEqual(made.slice(0, 25).map(({ id }) => id));
    expect((await list('?limit=100', own)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(await list('?limit=1&offset=5&page=x', own)).toEqual([made[0]]);
    const [, , , oldest = made[0]] = made.toReversed();
    if (oldest === undefined) throw new Error('nothing was made');
    const changed = (await own.put(`/v1/runbooks/${oldest.id}`, replacement(oldest))).as(200, Runbook);
    expect((await list('?limit=2', own)).map(({ id }) => id)).toEqual([oldest.id, made[0]?.id]);
    expect(changed.updatedAt > oldest.updatedAt).toBe(true);
    (await own.post(`/v1/runbooks/${made[5]?.id}/publish`, { expectedVersion: 1 })).as(200, PublishedRunbook);
    expect((await list('?status=published', own)).map(({ id }) => id)).toEqual([made[5]?.id]);
    expect((await list('?status=draft&limit=100', own)).length).toBe(26);
    expect(
      (await list(`?title=${encodeURIComponent(made[7]?.title ?? '')}`, own)).map(({ id }) => id),
    ).toEqual([made[7]?.id]);
    for (const title of [made[7]?.title.toLowerCase(), 'Runbook', '%', ''])
      expect(await list(`?title=${encodeURIComponent(title ?? '')}`, own)).toEqual([]);
    for (const item of await list('?limit=100', own))
      expect(Object.keys(item).sort()).toEqual(RUNBOOK_FIELDS);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=',
    'limit=1.0',
    'status=live',
    'status=',
    'limit=1&limit=1',
    'title=a&title=b',
    'title=%00',
  ])('returns 422 for %s', async (query) => void (await client.get(`/v1/runbooks?${query}`)).refusal(422));

  test('finds titles that contain URL syntax', async () => {
    for (const odd of ['a+b', 'a b', 'a?b', 'a=b&c', 'ü%25', '#1']) {
      const { id, title } = await createDraft(client, { title: `${odd} ${newTitle()}` });
      expect((await list(`?title=${encodeURIComponent(title)}`)).map((each) => each.id)).toEqual([id]);
    }
    const { id, title } = await createDraft(client, { title: `who?${newTitle()}`.replaceAll(' ', '') });
    expect((await list(`?title=${title}`)).map((each) => each.id)).toEqual([id]);
  });
});

describe('PUT /v1/runbooks/{runbook_id}', () => {
  test('replaces the definition, increments the version and makes it a draft', async () => {
    const made = await createPublished(client);
    const changes = {
      title: newTitle(),
      steps: [setStep('other')],
      parameters: [{ name: 'p', type: 'string' }],
    };
    const answer = (await put(made.id, replacement(made, changes))).as(200, Runbook);
    expect(Object.keys(answer).sort()).toEqual(RUNBOOK_FIELDS);
    expect(answer).toMatchObject({
      ...changes,
      id: made.id,
      version: 2,
      status: 'draft',
      createdAt: made.createdAt,
    });
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toEqual(answer);
    expect((await revisionsOf(client, made.id)).map(({ version }) => version)).toEqual([1]);
    expect((await put(made.id, replacement(answer))).as(200, Runbook).version).toBe(3);
  });

  test('returns 409 when the version is stale or the title is taken', async () => {
    const [made, other] = [await createDraft(client), await createDraft(client)];
    for (const expectedVersion of [2, 99, 2_147_483_648, 9_007_199_254_740_991])
      (await put(made.id, replacement(made, { expectedVersion }))).refusal(409);
    (await put(made.id, replacement(made, { title: other.title }))).refusal(409, /^title: /);
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toEqual(made);
    (await put(made.id, replacement(made))).as(200, Runbook);
    (await put(made.id, replacement(made))).refusal(409);
  });

  test('accepts exactly one of fifty concurrent requests', async () => {
    const made = await createDraft(client);
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(made.id, replacement(made))));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 49 }, () => 409),
    ]);
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toMatchObject({ version: 2 });
  });

  test.each([
    ['no version', { expectedVersion: undefined }],
    ['version 0', { expectedVersion: 0 }],
    ['half a version', { expectedVersion: 1.5 }],
    ['a version as text', { expectedVersion: '1' }],
    ['no title', { title: undefined }],
    ['a blank title', { title: ' ' }],
    ['no steps', { steps: undefined }],
    ['an empty list of steps', { steps: [] }],
    ['a broken step', { steps: [{ ...setStep('s'), primitive: 'no.such' }] }],
    ['no parameters', { parameters: undefined }],
    ['schemaVersion', { schemaVersion: 3 }],
    ['status', { status: 'draft' }],
    ['version', { version: 1 }],
  ])('returns 422 for %s', async (_what, changes) => {
    const made = await createDraft(client);
    (await put(made.id, replacement(made, changes))).refusal(422, Object.keys(changes)[0] ?? '');
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toEqual(made);
  });
});
