import { RunbookList, RunbookValidation } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import { createDraft, newTitle, runbook, setStep } from './samples.ts';

let client: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
});

describe('POST /v1/runbooks', () => {
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
    ['a title that is not a text', { title: 1 }, 'title'],
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
  ])('returns 422 for %s', async (_what, changes, field) => {
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
    [
      'a scope that is not a list',
      step({ applicationScope: 'example.com' }),
      /^steps\[1\]\.applicationScope: /,
    ],
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
  test.each(broken)('returns 422 for a step with %s', async (_what, bad, about) => {
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
  ])('returns 422 for a parameter with %s', async (_what, bad, about) => {
    const parameters = [{ name: 'first', type: 'string' }, bad];
    (await client.post('/v1/runbooks', runbook({ parameters }))).refusal(422, about);
  });

  test('accepts definitions at the limits', async () => {
    await createDraft(client, {
      title: '😀'.repeat(114) + newTitle().slice(-6),
      steps: Array.from({ length: 100 }, (_, index) => setStep(`s${index}`)),
      parameters: Array.from({ length: 50 }, (_, index) => ({ name: `p${index}`, type: 'string' })),
    });
    await createDraft(client, { steps: [setStep(`a${'-'.repeat(63)}`)] });
    await createDraft(client, { steps: [agent()] });
  });
});

describe('POST /v1/runbooks/validate', () => {
  const validate = async (json: unknown) =>
    (await client.post('/v1/runbooks/validate', json)).as(200, RunbookValidation);
  const newest = async () => (await client.get('/v1/runbooks?limit=1')).as(200, RunbookList).data[0]?.id;

  test('accepts a valid definition and stores nothing', async () => {
    const definition = runbook();
    const before = await newest();
    for (const status of [undefined, 'draft', 'published'])
      expect(await validate({ ...definition, status })).toEqual({ valid: true, problems: [] });
    expect(await newest()).toBe(before);
  });

  test('reports all problems at once', async () => {
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
  ])('reports problems for %s', async (_what, json) => {
    const answer = await validate(json);
    expect([answer.valid, answer.problems.length > 0]).toEqual([false, true]);
  });

  test('returns 400 without a body', async () => {
    (await client.post('/v1/runbooks/validate')).refusal(400);
  });
});
