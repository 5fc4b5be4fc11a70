import { AcceptedRun, CancelledRun, IssuedApiKey, RunEventPage, RunList, RunState } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { createPublished, setStep } from './samples.ts';

let person: Person;
let asking: KeyClient;
let approving: KeyClient;
beforeAll(async () => {
  person = await signUp();
  asking = await person.key();
  approving = await person.key(['runs:approve', 'runs:read']);
});

const RUN_MS = 60_000;
const state = async (id: string) => (await asking.get(`/v1/runs/${id}`)).as(200, RunState);
const reach = async (id: string, status: string) => {
  await waitFor(`the status ${status}`, async () => (await state(id)).status === status, {
    timeoutMs: RUN_MS,
  });
  return await state(id);
};
const approveStep = {
  id: 'ask',
  kind: 'primitive',
  primitive: 'human.approve',
  input: { message: 'May I?' },
};
const waiting = async (
  steps: unknown[] = [setStep('before'), approveStep, setStep('after')],
  as: Client = asking,
): Promise<string> => {
  const { id } = await createPublished(asking, { steps });
  const run = (await as.post(`/v1/runbooks/${id}/runs`)).as(202, AcceptedRun);
  await reach(run.id, 'waiting_for_approval');
  return run.id;
};
const decide = (as: Client, id: string, body: unknown = { decision: 'approve' }) =>
  as.post(`/v1/runs/${id}/approval`, body);
const typesOf = async (id: string) =>
  (await asking.get(`/v1/runs/${id}/events`)).as(200, RunEventPage).data.map(({ type }) => type);

describe('a Run that waits', () => {
  test(
    'says so everywhere, and goes on when another key approves',
    async () => {
      const id = await waiting();
      expect(await state(id)).toEqual({
        status: 'waiting_for_approval',
        result: null,
        error_code: null,
        error_message: null,
        step_count: 1,
      });
      const { data } = (await asking.get('/v1/runs?status=waiting_for_approval')).as(200, RunList);
      expect(data.map((run) => run.id)).toContain(id);
      expect(await typesOf(id)).toContain('approval.requested');
      expect((await decide(approving, id, { decision: 'approve', comment: 'Fine 😀' })).json).toEqual({
        status: 'running',
      });
      const done = await reach(id, 'completed');
      expect(done).toMatchObject({ step_count: 3, result: { outputs: { before: 1, after: 1 } } });
      expect(await typesOf(id)).toContain('approval.granted');
      (await decide(approving, id)).refusal(409);
    },
    RUN_MS,
  );

  test(
    'fails when it is rejected',
    async () => {
      const id = await waiting();
      expect((await decide(approving, id, { decision: 'reject', comment: 'No' })).json).toEqual({
        status: 'failed',
      });
      expect(await state(id)).toMatchObject({
        status: 'failed',
        error_code: 'approval_rejected',
        step_count: 1,
        result: { status: 'failed' },
      });
      expect(await typesOf(id)).toContain('approval.rejected');
      (await decide(approving, id)).refusal(409);
    },
    RUN_MS,
  );

  test(
    'does not listen to the key that asked, rotated or not; a session may approve',
    async () => {
      const id = await waiting();
      (await decide(asking, id)).refusal(403);
      const rotated = (
        await person.session.post(`/v1/api-keys/${asking.issued.id}/rotate`, { graceSeconds: 600 })
      ).as(200, IssuedApiKey);
      (await decide(new Client({ authorization: `Bearer ${rotated.key}` }), id)).refusal(403);
      (await decide(asking, id, { decision: 'reject' })).refusal(403);
      expect((await state(id)).status).toBe('waiting_for_approval');
      expect((await decide(person.session, id)).json).toEqual({ status: 'running' });
      await reach(id, 'completed');
    },
    RUN_MS,
  );

  test(
    'is decided once by many at once',
    async () => {
      const id = await waiting();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          decide(approving, id, { decision: index % 2 ? 'reject' : 'approve' }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(answers.filter(({ status }) => status === 409).length).toBe(19);
    },
    RUN_MS,
  );

  test(
    'can be cancelled',
    async () => {
      const id = await waiting();
      expect((await asking.post(`/v1/runs/${id}/cancel`)).as(200, CancelledRun)).toEqual({
        status: 'cancelled',
      });
      (await decide(approving, id)).refusal(409);
      expect(await state(id)).toMatchObject({ status: 'cancelled', error_code: null });
    },
    RUN_MS,
  );

  test(
    'asks because of its risk or its effect as well',
    async () => {
      for (const changes of [{ risk: 'high' }, { effect: 'irreversible' }]) {
        const id = await waiting([{ ...setStep('risky', 'done'), ...changes }]);
        expect((await state(id)).step_count).toBe(0);
        (await decide(approving, id)).as(200, CancelledRun);
        expect((await reach(id, 'completed')).result?.outputs).toEqual({ risky: 'done' });
      }
    },
    RUN_MS,
  );
});

test(
  'a person gives a value',
  async () => {
    const schema = {
      type: 'object',
      properties: { code: { type: 'string', minLength: 3 } },
      required: ['code'],
    };
    const ask = {
      id: 'ask',
      kind: 'primitive',
      primitive: 'human.input',
      input: { message: 'The code?', schema },
    };
    const id = await waiting([ask, setStep('use', '{{ steps.ask.output.code }}!')]);
    for (const value of [undefined, null, 5, { code: 'x' }, {}])
      (await decide(approving, id, { decision: 'approve', value })).refusal(422, /^value/);
    expect((await state(id)).status).toBe('waiting_for_approval');
    (await decide(approving, id, { decision: 'approve', value: { code: 'abc' } })).as(200, CancelledRun);
    expect((await reach(id, 'completed')).result?.outputs).toEqual({ ask: { code: 'abc' }, use: 'abc!' });
  },
  RUN_MS,
);

test.each([
  ['no decision', {}, /^decision: /],
  ['another decision', { decision: 'approved' }, /^decision: /],
  ['null', { decision: null }, /^decision: /],
  ['a comment that is no text', { decision: 'approve', comment: 5 }, /^comment: /],
  ['a NUL in the comment', { decision: 'approve', comment: 'a\0' }, /^comment: /],
  ['a lone surrogate in the comment', { decision: 'approve', comment: '\ud800' }, /^comment: /],
  ['a NUL in the value', { decision: 'approve', value: { a: '\0' } }, /^value/],
  ['an unknown field', { decision: 'approve', by: 'me' }, /^by: /],
])('%s is refused', async (_what, body, about) => {
  const { id } = (await asking.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(
    202,
    AcceptedRun,
  );
  (await decide(approving, id, body)).refusal(422, about);
});

test('a Run that does not wait is a 409, and an empty body a 400', async () => {
  const { id } = (await asking.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(
    202,
    AcceptedRun,
  );
  (await decide(approving, id)).refusal(409);
  (await decide(asking, id)).refusal(409);
  (await approving.post(`/v1/runs/${id}/approval`)).refusal(400);
});
