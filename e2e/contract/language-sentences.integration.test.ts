import { beforeAll, describe, expect, test } from '@jest/globals';
import { INPUTS, PARAMETERS, refused, sentences } from './language-sentences.ts';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS, start } from './runs.ts';
import { UNKNOWN_ID, createDraft, createPublished, runbook, setStep } from './samples.ts';
import { type Performed, check, perform } from './sentences.ts';
import { sharedStack } from './stack.ts';

let key: KeyClient;
beforeAll(async () => {
  key = await (await signUp()).key();
});

describe('a step without a browser', () => {
  let performed: Performed;
  beforeAll(async () => {
    const named = { ...setStep('language-names', '{{ item.name | trim }}'), forEach: '{{ inputs.rows }}' };
    const [first, ...others] = sentences;
    if (first === undefined) throw new Error('no sentences');
    const before = [named, setStep('language-empty', '')];
    performed = await perform(key, [{ ...first, before }, ...others], {
      parameters: PARAMETERS,
      inputs: INPUTS,
    });
  }, RUN_MS);

  test.each(sentences.map((sentence) => [sentence.says, sentence] as const))('%s', (_says, sentence) => {
    check(performed, sentence);
  });

  test('has events that name the iteration of its loop', () => {
    const looped = sentences.find(({ says }) => says === 'forEach gives the list of outputs');
    const ids = performed.events
      .filter(({ type }) => type === 'step.completed')
      .map(({ step_id }) => step_id);
    expect(ids).toEqual(expect.arrayContaining([`${looped?.id}[0]`, `${looped?.id}[1]`]));
  });
});

describe('a definition that is written', () => {
  test.each(refused)('is refused for %s', async (_what, step, says) => {
    const body = runbook({ parameters: PARAMETERS, steps: [step] });
    (await key.post('/v1/runbooks', body)).refusal(422, says);
  });

  test.each([
    ['items of what is no list', { name: 'a', type: 'string', items: { type: 'string' } }, /items/],
    [
      'properties of a list',
      { name: 'a', type: 'list', items: { type: 'string' }, properties: {} },
      /properties/,
    ],
  ])('is refused for %s', async (_what, parameter, says) => {
    (await key.post('/v1/runbooks', runbook({ parameters: [parameter] }))).refusal(422, says);
  });
});

describe('a Runbook that runs others', () => {
  const running = (id: string, runbookId: string) => ({
    id,
    kind: 'primitive',
    primitive: 'runbook.run',
    input: { runbookId },
  });

  test(
    'gives their outputs under ids that lead to them',
    async () => {
      const inner = await createPublished(key, { steps: [setStep('leaf', 'deep')] });
      const sentence = {
        says: 'runbook.run',
        id: 'outer',
        step: { ...running('outer', inner.id), forEach: '{{ inputs.rows }}' },
        output: [{ leaf: 'deep' }, { leaf: 'deep' }],
      };
      const performed = await perform(key, [sentence], { parameters: PARAMETERS, inputs: INPUTS });
      check(performed, sentence);
      const ids = performed.events
        .filter(({ type }) => type === 'step.completed')
        .map(({ step_id }) => step_id);
      expect(ids).toEqual(expect.arrayContaining(['outer[0]/leaf', 'outer[1]/leaf']));
    },
    RUN_MS,
  );

  test('is refused for an unknown one, keeps one from being deleted, and cannot run a draft', async () => {
    (await key.post('/v1/runbooks', runbook({ steps: [running('a', UNKNOWN_ID)] }))).refusal(
      422,
      /^steps\[0\]/,
    );
    const inner = await createPublished(key);
    const outer = await createPublished(key, { steps: [running('a', inner.id)] });
    (await key.send('DELETE', `/v1/runbooks/${inner.id}`)).refusal(409, new RegExp(outer.title));
    const draft = await createDraft(key);
    const over = await createPublished(key, { steps: [running('a', draft.id)] });
    (await start(key, over.id)).refusal(409);
  });
});

describe('a Run', () => {
  test('is refused for an unknown file, naming the input', async () => {
    const { id } = await createPublished(key, { parameters: [{ name: 'scan', type: 'file' }] });
    (await start(key, id, { inputs: { scan: { fileId: UNKNOWN_ID } } })).refusal(422, /^inputs\.scan/);
  });

  test('is refused for a task with a secret that it was not given', async () => {
    const body = {
      task: 'Open http://127.0.0.1:9 and type {{ secrets.pin }} into Pin',
      secrets: { other: 'x' },
    };
    (await key.post('/v1/runs', body)).refusal(422, /secrets\.pin|pin/);
  });
});

test('the JSON Schema of a Runbook is served without a key', async () => {
  const answer = await fetch(`${sharedStack().baseUrl}/v1/runbooks/schema`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ $schema: 'https://json-schema.org/draft/2020-12/schema' }),
  ]);
});
