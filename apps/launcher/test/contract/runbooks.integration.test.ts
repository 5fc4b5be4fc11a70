import {
  PublishedRunbook,
  Revision,
  RevisionList,
  Runbook,
  RunbookList,
  RunbookValidation,
} from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import { UNKNOWN_ID, createDraft, createPublished, newTitle, runbook, setStep } from './samples.ts';

let client: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
});

const FIELDS = 'createdAt id parameters schemaVersion status steps title updatedAt version'.split(' ');
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const list = async (query = '', as = client) =>
  (await as.get(`/v1/runbooks${query}`)).as(200, RunbookList).data;
const replacement = (
  { version, title, steps, parameters }: Runbook,
  changes: Record<string, unknown> = {},
) => ({
  expectedVersion: version,
  title,
  steps,
  parameters,
  ...changes,
});
const put = (id: string, body: unknown) => client.put(`/v1/runbooks/${id}`, body);
const publish = (id: string, expectedVersion: unknown) =>
  client.post(`/v1/runbooks/${id}/publish`, { expectedVersion });
const revisions = async (id: string) =>
  (await client.get(`/v1/runbooks/${id}/revisions`)).as(200, RevisionList).data;

describe('POST /v1/runbooks', () => {
  test('answers 201, where it is, and nine fields', async () => {
    const definition = runbook();
    const answer = await client.post('/v1/runbooks', definition);
    const made = answer.as(201, Runbook);
    expect(answer.headers.get('location')).toBe(`/v1/runbooks/${made.id}`);
    expect(Object.keys(made).sort()).toEqual(FIELDS);
    expect(made).toMatchObject({ ...definition, version: 1, status: 'draft' });
    expect([made.createdAt, made.updatedAt]).toEqual([expect.stringMatching(MOMENT), made.createdAt]);
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toEqual(made);
    expect((await createDraft(client, { status: 'draft' })).status).toBe('draft');
  });

  test('published at once it has a revision', async () => {
    const answer = await client.post('/v1/runbooks', runbook({ status: 'published' }));
    const made = answer.as(201, PublishedRunbook);
    expect(Object.keys(made).sort()).toEqual([...FIELDS, 'revisionId'].sort());
    expect(made).toMatchObject({ version: 1, status: 'published' });
    expect(Object.keys((await client.get(`/v1/runbooks/${made.id}`)).json as object).sort()).toEqual(FIELDS);
    expect((await revisions(made.id)).map(({ revisionId, version }) => [revisionId, version])).toEqual([
      [made.revisionId, 1],
    ]);
  });

  test('gives steps and parameters back as they were written', async () => {
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

  test.each([
    ['no schemaVersion', { schemaVersion: undefined }, 'schemaVersion'],
    ['schemaVersion 2', { schemaVersion: 2 }, 'schemaVersion'],
    ['schemaVersion "3"', { schemaVersion: '3' }, 'schemaVersion'],
    ['no title', { title: undefined }, 'title'],
    ['an empty title', { title: '' }, 'title'],
    ['a blank title', { title: ' \u2003' }, 'title'],
    ['a title of 121 characters', { title: '😀'.repeat(121) }, 'title'],
    ['a NUL in the title', { title: 'a\0' }, 'title'],
    ['a lone surrogate in the title', { title: 'a\ud800' }, 'title'],
    ['a title that is no text', { title: 1 }, 'title'],
    ['no steps', { steps: undefined }, 'steps'],
    ['an empty list of steps', { steps: [] }, 'steps'],
    ['101 steps', { steps: Array.from({ length: 101 }, (_, index) => setStep(`s${index}`)) }, 'steps'],
    ['steps that are no list', { steps: {} }, 'steps'],
    ['no parameters', { parameters: undefined }, 'parameters'],
    ['null parameters', { parameters: null }, 'parameters'],
    [
      '51 parameters',
      { parameters: Array.from({ length: 51 }, (_, index) => ({ name: `p${index}`, type: 'string' })) },
      'parameters',
    ],
    ['another status', { status: 'live' }, 'status'],
    ['an unknown field', { description: 'x' }, 'description'],
    ['a field of the answer', { version: 1 }, 'version'],
  ])('refuses %s', async (_what, changes, field) => {
    const answer = await client.post('/v1/runbooks', runbook(changes));
    expect(answer.refusal(422).split(/[:.[]/)[0]).toBe(field);
  });

  const step = (changes: Record<string, unknown>) => ({ ...setStep('s'), ...changes });
  const agent = (changes: Record<string, unknown> = {}) => ({
    id: 's',
    kind: 'agent',
    instruction: 'Look',
    ...changes,
  });
  const click = (target: unknown) => step({ primitive: 'browser.click', input: { target } });
  const broken: [string, unknown, RegExp][] = [
    ['no id', step({ id: undefined }), /^steps\[1\]\.id: /],
    ['an id that begins with a digit', step({ id: '1a' }), /^steps\[1\]\.id: /],
    ['an id of 65 characters', step({ id: 'a'.repeat(65) }), /^steps\[1\]\.id: /],
    ['an id with a dot', step({ id: 'a.b' }), /^steps\[1\]\.id: /],
    ['an id used before', step({ id: 'first' }), /^steps\[1\]\.id: /],
    ['no kind', step({ kind: undefined }), /^steps\[1\]\.kind: /],
    ['another kind', step({ kind: 'loop' }), /^steps\[1\]\.kind: /],
    ['no primitive', step({ primitive: undefined }), /^steps\[1\]\.primitive: /],
    [
      'an unknown primitive',
      step({ primitive: 'browser.fly' }),
      /^steps\[1\]\.primitive: unknown primitive "browser.fly"$/,
    ],
    ['no input', step({ input: undefined }), /^steps\[1\]\.input: /],
    ['an input that is a list', step({ input: [] }), /^steps\[1\]\.input: /],
    ['an input that lacks a field', step({ input: {} }), /^steps\[1\]\.input/],
    ['an input with an unknown field', step({ input: { value: 1, more: 2 } }), /^steps\[1\]\.input\.more: /],
    [
      'an ill-typed input',
      step({ primitive: 'browser.navigate', input: { url: 5 } }),
      /^steps\[1\]\.input\.url: /,
    ],
    ['a NUL in the input', step({ input: { value: '\0' } }), /^steps\[1\]\.input: /],
    ['an unknown field', step({ retry: 1 }), /^steps\[1\]\.retry: /],
    ['a field of agent steps', step({ maxSteps: 3 }), /^steps\[1\]\.maxSteps: /],
    ['a surface that disagrees', step({ surface: 'browser' }), /^steps\[1\]\.surface: /],
    ['another effect', step({ effect: 'none' }), /^steps\[1\]\.effect: /],
    ['another risk', step({ risk: 'extreme' }), /^steps\[1\]\.risk: /],
    ['no time', step({ timeoutMs: 0 }), /^steps\[1\]\.timeoutMs: /],
    ['too much time', step({ timeoutMs: 600_001 }), /^steps\[1\]\.timeoutMs: /],
    ['too many retries', step({ retries: 6 }), /^steps\[1\]\.retries: /],
    ['half a retry', step({ retries: 0.5 }), /^steps\[1\]\.retries: /],
    ['another onFailure', step({ onFailure: 'ignore' }), /^steps\[1\]\.onFailure: /],
    [
      'a scope that is a URL',
      step({ applicationScope: ['https://example.com'] }),
      /^steps\[1\]\.applicationScope\[0\]: /,
    ],
    ['a scope that is no list', step({ applicationScope: 'example.com' }), /^steps\[1\]\.applicationScope: /],
    [
      'a condition that only a model could judge',
      step({ completionCondition: 'the page looks nice' }),
      /^steps\[1\]\.completionCondition: /,
    ],
    ['an empty condition', step({ completionCondition: '' }), /^steps\[1\]\.completionCondition: /],
    [
      'a condition with a broken pattern',
      step({ completionCondition: 'url matches /(/' }),
      /^steps\[1\]\.completionCondition: /,
    ],
    [
      'an unknown input',
      step({ input: { value: '{{ inputs.nope }}' } }),
      /^steps\[1\]\.input\.value: .*"nope"/,
    ],
    [
      'an unknown step',
      step({ input: { value: '{{ steps.nope.output }}' } }),
      /^steps\[1\]\.input\.value: .*"nope"/,
    ],
    ['itself', step({ instruction: '{{ steps.s.output }}' }), /^steps\[1\]\.instruction: /],
    [
      'a later step',
      step({ completionCondition: 'output contains "{{ steps.last.output }}"' }),
      /^steps\[1\]\.completionCondition: /,
    ],
    ['a broken reference', step({ input: { value: 'a {{ input.x }}' } }), /^steps\[1\]\.input\.value: /],
    ['a target with two ways', click({ role: 'button', css: 'b' }), /^steps\[1\]\.input\.target/],
    ['an empty target', click({}), /^steps\[1\]\.input\.target/],
    ['a negative nth', click({ css: 'b', nth: -1 }), /^steps\[1\]\.input\.target/],
    ['an agent step without instruction', agent({ instruction: undefined }), /^steps\[1\]\.instruction: /],
    ['an agent step with a blank instruction', agent({ instruction: ' ' }), /^steps\[1\]\.instruction: /],
    ['an agent step with a primitive', agent({ primitive: 'data.set' }), /^steps\[1\]\.primitive: /],
    ['no agent steps', agent({ maxSteps: 0 }), /^steps\[1\]\.maxSteps: /],
    ['101 agent steps', agent({ maxSteps: 101 }), /^steps\[1\]\.maxSteps: /],
    ['an agent step on another surface', agent({ surface: 'desktop' }), /^steps\[1\]\.surface: /],
    [
      'an output schema that is none',
      agent({ outputSchema: { type: 'banana' } }),
      /^steps\[1\]\.outputSchema/,
    ],
    ['a step that is null', null, /^steps\[1\]: /],
  ];
  test.each(broken)('refuses a step with %s', async (_what, bad, about) => {
    const steps = [setStep('first'), bad, setStep('last')];
    (await client.post('/v1/runbooks', runbook({ steps }))).refusal(422, about);
    const { valid, problems } = (await client.post('/v1/runbooks/validate', runbook({ steps }))).as(
      200,
      RunbookValidation,
    );
    expect(valid).toBe(false);
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toContainEqual(
      expect.stringMatching(about),
    );
  });

  const parameter = (changes: Record<string, unknown>) => ({ name: 'p', type: 'string', ...changes });
  test.each<[string, unknown, RegExp]>([
    ['no name', parameter({ name: undefined }), /^parameters\[1\]\.name: /],
    ['a bad name', parameter({ name: 'a b' }), /^parameters\[1\]\.name: /],
    ['a name used before', parameter({ name: 'first' }), /^parameters\[1\]\.name: /],
    ['no type', parameter({ type: undefined }), /^parameters\[1\]\.type: /],
    ['another type', parameter({ type: 'array' }), /^parameters\[1\]\.type: /],
    ['an unknown field', parameter({ format: 'x' }), /^parameters\[1\]\.format: /],
    ['required: "yes"', parameter({ required: 'yes' }), /^parameters\[1\]\.required: /],
    ['a default of another type', parameter({ default: 5 }), /^parameters\[1\]\.default: /],
    ['a default outside its enum', parameter({ enum: ['a'], default: 'b' }), /^parameters\[1\]\.default: /],
    [
      'a default that is too short',
      parameter({ minLength: 3, default: 'ab' }),
      /^parameters\[1\]\.default: /,
    ],
    [
      'a default that does not match',
      parameter({ pattern: '^x', default: 'ab' }),
      /^parameters\[1\]\.default: /,
    ],
    [
      'a default that is too large',
      parameter({ type: 'integer', maximum: 3, default: 4 }),
      /^parameters\[1\]\.default: /,
    ],
    [
      'a date that does not exist',
      parameter({ type: 'date', default: '2026-02-30' }),
      /^parameters\[1\]\.default: /,
    ],
    ['an empty enum', parameter({ enum: [] }), /^parameters\[1\]\.enum: /],
    ['a broken pattern', parameter({ pattern: '(' }), /^parameters\[1\]\.pattern: /],
    ['a negative length', parameter({ minLength: -1 }), /^parameters\[1\]\.minLength: /],
    ['a length upside down', parameter({ minLength: 5, maxLength: 4 }), /^parameters\[1\]\.minLength: /],
    [
      'a range upside down',
      parameter({ type: 'number', minimum: 5, maximum: 4 }),
      /^parameters\[1\]\.minimum: /,
    ],
  ])('refuses a parameter with %s', async (_what, bad, about) => {
    const parameters = [{ name: 'first', type: 'string' }, bad];
    (await client.post('/v1/runbooks', runbook({ parameters }))).refusal(422, about);
  });

  test('takes the largest that it may', async () => {
    await createDraft(client, {
      title: '😀'.repeat(114) + newTitle().slice(-6),
      steps: Array.from({ length: 100 }, (_, index) => setStep(`s${index}`)),
      parameters: Array.from({ length: 50 }, (_, index) => ({ name: `p${index}`, type: 'string' })),
    });
    await createDraft(client, { steps: [setStep(`a${'-'.repeat(63)}`)] });
    await createDraft(client, { steps: [agent()] });
  });

  test('compares titles exactly', async () => {
    const { title } = await createDraft(client, { title: `${newTitle()} é` });
    (await client.post('/v1/runbooks', runbook({ title }))).refusal(409, /^title: /);
    for (const other of [title.toUpperCase(), `${title} `, ` ${title}`, title.replace('é', 'e\u0301')])
      await createDraft(client, { title: other });
    (await client.post('/v1/runbooks', runbook({ title, status: 'published' }))).refusal(409);
  });
});

describe('GET /v1/runbooks', () => {
  test('lists whole Runbooks, last updated first', async () => {
    const own = await (await signUp()).key();
    expect((await own.get('/v1/runbooks')).json).toEqual({ data: [] });
    const made: Runbook[] = [];
    for (let index = 0; index < 27; index += 1) made.unshift(await createDraft(own));
    expect((await list('', own)).map(({ id }) => id)).toEqual(made.slice(0, 25).map(({ id }) => id));
    expect((await list('?limit=100', own)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(await list('?limit=1&offset=5&cursor=x', own)).toEqual([made[0]]);
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
    for (const item of await list('?limit=100', own)) expect(Object.keys(item).sort()).toEqual(FIELDS);
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
  ])('refuses %s', async (query) => void (await client.get(`/v1/runbooks?${query}`)).refusal(422));

  test('finds titles with signs of the query in them', async () => {
    for (const odd of ['a+b', 'a b', 'a?b', 'a=b&c', 'ü%25', '#1']) {
      const { id, title } = await createDraft(client, { title: `${odd} ${newTitle()}` });
      expect((await list(`?title=${encodeURIComponent(title)}`)).map((each) => each.id)).toEqual([id]);
    }
    const { id, title } = await createDraft(client, { title: `who?${newTitle()}`.replaceAll(' ', '') });
    expect((await list(`?title=${title}`)).map((each) => each.id)).toEqual([id]);
  });
});

describe('PUT /v1/runbooks/{runbook_id}', () => {
  test('replaces everything, counts the version up and makes a draft again', async () => {
    const made = await createPublished(client);
    const changes = {
      title: newTitle(),
      steps: [setStep('other')],
      parameters: [{ name: 'p', type: 'string' }],
    };
    const answer = (await put(made.id, replacement(made, changes))).as(200, Runbook);
    expect(Object.keys(answer).sort()).toEqual(FIELDS);
    expect(answer).toMatchObject({
      ...changes,
      id: made.id,
      version: 2,
      status: 'draft',
      createdAt: made.createdAt,
    });
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toEqual(answer);
    expect((await revisions(made.id)).map(({ version }) => version)).toEqual([1]);
    expect((await put(made.id, replacement(answer))).as(200, Runbook).version).toBe(3);
  });

  test("is refused when the version is stale, or the title another one's", async () => {
    const [made, other] = [await createDraft(client), await createDraft(client)];
    for (const expectedVersion of [2, 99, 2_147_483_648, 9_007_199_254_740_991])
      (await put(made.id, replacement(made, { expectedVersion }))).refusal(409);
    (await put(made.id, replacement(made, { title: other.title }))).refusal(409, /^title: /);
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toEqual(made);
    (await put(made.id, replacement(made))).as(200, Runbook);
    (await put(made.id, replacement(made))).refusal(409);
  });

  test('of fifty at once one wins', async () => {
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
  ])('refuses %s', async (_what, changes) => {
    const made = await createDraft(client);
    (await put(made.id, replacement(made, changes))).refusal(422, Object.keys(changes)[0] ?? '');
    expect((await client.get(`/v1/runbooks/${made.id}`)).json).toEqual(made);
  });
});

describe('publishing', () => {
  test('keeps the version, answers with the revision, and may be repeated', async () => {
    const made = await createDraft(client);
    const first = (await publish(made.id, 1)).as(200, PublishedRunbook);
    expect(Object.keys(first).sort()).toEqual([...FIELDS, 'revisionId'].sort());
    expect(first).toMatchObject({ id: made.id, version: 1, status: 'published', title: made.title });
    const again = await Promise.all(Array.from({ length: 20 }, () => publish(made.id, 1)));
    for (const answer of again) expect(answer.as(200, PublishedRunbook)).toEqual(first);
    expect((await revisions(made.id)).length).toBe(1);
  });

  test('needs the current version', async () => {
    const made = await createDraft(client);
    (await publish(made.id, 2)).refusal(409);
    for (const bad of [undefined, null, 0, -1, 1.5, '1', true])
      (await publish(made.id, bad)).refusal(422, /^expectedVersion: /);
    (await client.post(`/v1/runbooks/${made.id}/publish`)).refusal(400);
    (await client.post(`/v1/runbooks/${made.id}/publish`, { expectedVersion: 1, force: true })).refusal(
      422,
      /^force: /,
    );
    (await put(made.id, replacement(made))).as(200, Runbook);
    (await publish(made.id, 1)).refusal(409);
    (await publish(made.id, 2)).as(200, PublishedRunbook);
  });

  test('freezes each version, newest first', async () => {
    const made = await createPublished(client, { parameters: [{ name: 'p', type: 'string' }] });
    const changed = (
      await put(made.id, replacement(made, { title: newTitle(), steps: [setStep('new')], parameters: [] }))
    ).as(200, Runbook);
    const second = (await publish(made.id, 2)).as(200, PublishedRunbook);
    expect(second.revisionId).not.toBe(made.revisionId);
    const all = await revisions(made.id);
    expect(all.map(({ revisionId, version }) => [revisionId, version])).toEqual([
      [second.revisionId, 2],
      [made.revisionId, 1],
    ]);
    const [newer, older] = all;
    expect(older).toEqual({
      revisionId: made.revisionId,
      runbookId: made.id,
      version: 1,
      title: made.title,
      steps: made.steps,
      parameters: made.parameters,
      publishedAt: expect.stringMatching(MOMENT),
    });
    expect(newer).toMatchObject({ title: changed.title, steps: changed.steps, parameters: [] });
    for (const revision of all)
      expect(
        (await client.get(`/v1/runbooks/${made.id}/revisions/${revision.revisionId}`)).as(200, Revision),
      ).toEqual(revision);
    const other = await createPublished(client);
    (await client.get(`/v1/runbooks/${made.id}/revisions/${other.revisionId}`)).refusal(404);
    (await client.get(`/v1/runbooks/${made.id}/revisions/${UNKNOWN_ID}`)).refusal(404);
    expect(await revisions((await createDraft(client)).id)).toEqual([]);
  });
});

describe('POST /v1/runbooks/validate', () => {
  const validate = async (json: unknown) =>
    (await client.post('/v1/runbooks/validate', json)).as(200, RunbookValidation);

  test('says that a good one is good, and stores nothing', async () => {
    const definition = runbook();
    const before = (await list('?limit=1'))[0]?.id;
    for (const status of [undefined, 'draft', 'published'])
      expect(await validate({ ...definition, status })).toEqual({ valid: true, problems: [] });
    expect((await list('?limit=1'))[0]?.id).toBe(before);
  });

  test('names every problem at once', async () => {
    const { title } = await createDraft(client);
    const answer = await validate({
      schemaVersion: 2,
      title,
      extra: 1,
      steps: [
        setStep('a'),
        { ...setStep('a'), primitive: 'browser.fly' },
        { ...setStep('c', '{{ inputs.nope }} {{ steps.d.output }}'), risk: 'huge' },
        { ...setStep('d', '{{ inputs.nope }}'), applicationScope: ['http://x'] },
        { id: 'e', kind: 'primitive', primitive: 'browser.click', input: {} },
      ],
      parameters: [
        { name: 'p', type: 'string', default: 5 },
        { name: 'p', type: 'no' },
      ],
    });
    expect(answer.valid).toBe(false);
    const paths = answer.problems.map(({ path }) => path);
    for (const path of [
      'schemaVersion',
      'title',
      'extra',
      'steps[1].id',
      'steps[1].primitive',
      'steps[2].risk',
      'steps[3].input.value',
      'steps[3].applicationScope[0]',
      'steps[4].input.target',
      'parameters[0].default',
      'parameters[1].name',
      'parameters[1].type',
    ])
      expect(paths).toContain(path);
  });

  test.each([
    ['{}', {}],
    ['a list', []],
    ['null', null],
    ['a number', 1],
    ['text', 'x'],
  ])('finds fault with %s', async (_what, json) => {
    const answer = await validate(json);
    expect([answer.valid, answer.problems.length > 0]).toEqual([false, true]);
  });

  test('needs a body', async () => {
    (await client.post('/v1/runbooks/validate')).refusal(400);
  });
});
