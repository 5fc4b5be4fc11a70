import { AcceptedRun } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS, finish, start } from './runs.ts';
import { createDraft, createPublished, replacement, runbook, setStep } from './samples.ts';

let key: KeyClient;
beforeAll(async () => {
  key = await (await signUp()).key();
});

async function run(steps: readonly unknown[], body: Record<string, unknown> = {}) {
  const { id } = await createPublished(key, {
    steps,
    parameters: [{ name: 'count', type: 'string' }],
  });
  return finish(key, (await start(key, id, body)).as(202, AcceptedRun).id);
}

function match(more: Record<string, unknown> = {}) {
  return {
    id: 'match',
    kind: 'primitive',
    primitive: 'data.match',
    input: { value: 'a', pattern: 'b' },
    ...more,
  };
}

describe('the result of a Run without a browser', () => {
  test(
    'counts completed steps only, and has null as its final URL',
    async () => {
      const { status, step_count, result } = await run([
        setStep('one'),
        match({ onFailure: 'continue' }),
        { ...setStep('skipped'), when: 'value "1" equals "2"' },
        setStep('two', '{{ steps.match.output }}'),
      ]);
      expect({ status, step_count, outputs: result?.outputs, final_url: result?.final_url }).toEqual({
        status: 'completed',
        step_count: 2,
        outputs: { one: 1, match: null, skipped: null, two: null },
        final_url: null,
      });
    },
    RUN_MS,
  );

  test(
    'says that no model is configured when a step needs one, although the step was accepted',
    async () => {
      const agent = { id: 'ask', kind: 'agent', instruction: 'Say something.' };
      expect(await run([setStep('one'), agent])).toMatchObject({
        status: 'failed',
        step_count: 1,
        error_code: 'agent_model_not_configured',
      });
    },
    RUN_MS,
  );

  test(
    'says which field of an input is ill-typed once its template has a value',
    async () => {
      const wait = { id: 'wait', kind: 'primitive', primitive: 'http.request' };
      const input = { method: '{{ inputs.count }}', url: 'http://127.0.0.1:9' };
      expect(await run([{ ...wait, input }], { inputs: { count: 'NONSENSE!' } })).toMatchObject({
        status: 'failed',
        error_code: 'action_failed',
        error_message: expect.stringContaining('input.method'),
      });
    },
    RUN_MS,
  );
});

describe('a definition that is written', () => {
  const file = (files: unknown) => ({
    id: 'send',
    kind: 'primitive',
    primitive: 'browser.upload',
    input: { target: '#file', files },
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a path as a file', file(['/etc/passwd']), /^steps\[0\]\.input\.files\[0\]/],
    ['a file with a path', file([{ path: '/etc/passwd' }]), /^steps\[0\]\.input\.files\[0\]/],
    ['an ill-typed field', match({ input: { value: 'a', pattern: 1 } }), /^steps\[0\]\.input\.pattern/],
    ['an unknown field', match({ input: { value: 'a', pattern: 'b', more: 1 } }), /^steps\[0\]\.input\.more/],
    ['a missing field', match({ input: { value: 'a' } }), /^steps\[0\]\.input\.pattern/],
    ['six retries', match({ retries: 6 }), /^steps\[0\]\.retries/],
    ['a time-out above ten minutes', match({ timeoutMs: 600_001 }), /^steps\[0\]\.timeoutMs/],
    ['a surface that disagrees', match({ surface: 'browser' }), /^steps\[0\]\.surface/],
    ['a condition for a model', match({ completionCondition: 'it looks good' }), /completionCondition/],
  ])('is refused for %s', async (_what, step, about) => {
    (await key.post('/v1/runbooks', runbook({ steps: [step] }))).refusal(422, about);
  });

  test('comes back as it was written, although its effect is raised', async () => {
    const { steps } = await createDraft(key, {
      steps: [{ ...file([{ name: 'a', content: 'b' }]), effect: 'read' }],
    });
    expect(steps).toMatchObject([{ effect: 'read' }]);
    expect(Object.keys(steps[0] ?? {}).sort()).toEqual(['effect', 'id', 'input', 'kind', 'primitive']);
  });

  test.each(['schemaVersion', 'status', 'nonsense'])('is refused by PUT with the field %s', async (field) => {
    const draft = await createDraft(key);
    const body = replacement(draft, { [field]: field === 'schemaVersion' ? 3 : 'draft' });
    (await key.put(`/v1/runbooks/${draft.id}`, body)).refusal(422, new RegExp(`^${field}`));
  });

  test.each(['1', 'not-an-id', '01981F3E-7B1C-7C4E-9A52-6D0F5C1B2A3E'])(
    'has no revision %s',
    async (revisionId) => {
      const { id } = await createPublished(key);
      (await key.get(`/v1/runbooks/${id}/revisions/${revisionId}`)).refusal(404);
      (await start(key, id, { revisionId })).refusal(404);
    },
  );
});
