import {
  AcceptedRun,
  RunStatusResponse,
  IssuedApiKey,
  RunEventPage,
  RunList,
  RunState,
} from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { createPublished, setStep } from './samples.ts';

let person: Person;
let creator: KeyClient;
let approver: KeyClient;
beforeAll(async () => {
  person = await signUp();
  creator = await person.key();
  approver = await person.key(['runs:approve', 'runs:read']);
});

const RUN_MS = 180_000;
async function state(id: string) {
  return (await creator.get(`/v1/runs/${id}`)).as(200, RunState);
}
async function waitForStatus(id: string, status: string) {
  await waitFor(`the status ${status}`, async () => (await state(id)).status === status, {
    timeoutMs: RUN_MS,
  });
  return await state(id);
}
const approveStep = {
  id: 'ask',
  kind: 'primitive',
  primitive: 'human.approve',
  input: { message: 'May I?' },
};
async function startWaitingRun(
  steps: unknown[] = [setStep('before'), approveStep, setStep('after')],
  as: Client = creator,
): Promise<string> {
  const { id } = await createPublished(creator, { steps });
  const run = (await as.post(`/v1/runbooks/${id}/runs`)).as(202, AcceptedRun);
  await waitForStatus(run.id, 'waiting_for_approval');
  return run.id;
}
function decide(as: Client, id: string, body: unknown = { decision: 'approve' }) {
  return as.post(`/v1/runs/${id}/approval`, body);
}
async function typesOf(id: string) {
  return (await creator.get(`/v1/runs/${id}/events`)).as(200, RunEventPage).data.map(({ type }) => type);
}

describe('a Run that waits for approval', () => {
  test(
    'shows its status everywhere and resumes when another key approves',
    async () => {
      const id = await startWaitingRun();
      expect(await state(id)).toEqual({
        status: 'waiting_for_approval',
        result: null,
        error_code: null,
        error_message: null,
        step_count: 1,
      });
      const { data } = (await creator.get('/v1/runs?status=waiting_for_approval')).as(200, RunList);
      expect(data.map((run) => run.id)).toContain(id);
      expect(await typesOf(id)).toContain('approval.requested');
      expect((await decide(approver, id, { decision: 'approve', comment: 'Fine 😀' })).json).toEqual({
        status: 'running',
      });
      const done = await waitForStatus(id, 'completed');
      expect(done).toMatchObject({ step_count: 3, result: { outputs: { before: 1, after: 1 } } });
      expect(await typesOf(id)).toContain('approval.granted');
      (await decide(approver, id)).refusal(409);
    },
    RUN_MS,
  );

  test(
    'fails with approval_rejected when it is rejected',
    async () => {
      const id = await startWaitingRun();
      expect((await decide(approver, id, { decision: 'reject', comment: 'No' })).json).toEqual({
        status: 'failed',
      });
      expect(await state(id)).toMatchObject({
        status: 'failed',
        error_code: 'approval_rejected',
        step_count: 1,
        result: { status: 'failed' },
      });
      expect(await typesOf(id)).toContain('approval.rejected');
      (await decide(approver, id)).refusal(409);
    },
    RUN_MS,
  );

  test(
    'cannot be approved with the key that created it, rotated or not, but by a session',
    async () => {
      const id = await startWaitingRun();
      (await decide(creator, id)).refusal(403);
      const rotated = (
        await person.session.post(`/v1/api-keys/${creator.issued.id}/rotate`, { graceSeconds: 600 })
      ).as(200, IssuedApiKey);
      (await decide(new Client({ authorization: `Bearer ${rotated.key}` }), id)).refusal(403);
      (await decide(creator, id, { decision: 'reject' })).refusal(403);
      expect((await state(id)).status).toBe('waiting_for_approval');
      expect((await decide(person.session, id)).json).toEqual({ status: 'running' });
      await waitForStatus(id, 'completed');
    },
    RUN_MS,
  );

  test(
    'takes exactly one of many concurrent decisions',
    async () => {
      const id = await startWaitingRun();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          decide(approver, id, { decision: index % 2 ? 'reject' : 'approve' }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(answers.filter(({ status }) => status === 409).length).toBe(19);
    },
    RUN_MS,
  );

  test(
    'can be cancelled while it waits',
    async () => {
      const id = await startWaitingRun();
      expect((await creator.post(`/v1/runs/${id}/cancel`)).as(200, RunStatusResponse)).toEqual({
        status: 'cancelled',
      });
      (await decide(approver, id)).refusal(409);
      expect(await state(id)).toMatchObject({ status: 'cancelled', error_code: null });
    },
    RUN_MS,
  );

  test(
    'waits before a step of high risk or irreversible effect',
    async () => {
      for (const changes of [{ risk: 'high' }, { effect: 'irreversible' }]) {
        const id = await startWaitingRun([{ ...setStep('risky', 'done'), ...changes }]);
        expect((await state(id)).step_count).toBe(0);
        (await decide(approver, id)).as(200, RunStatusResponse);
        expect((await waitForStatus(id, 'completed')).result?.outputs).toEqual({ risky: 'done' });
      }
    },
    RUN_MS,
  );
});

test(
  'a human.input step takes a value that matches its schema',
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
    const id = await startWaitingRun([ask, setStep('use', '{{ steps.ask.output.code }}!')]);
    for (const value of [undefined, null, 5, { code: 'x' }, {}])
      (await decide(approver, id, { decision: 'approve', value })).refusal(422, /^value/);
    expect((await state(id)).status).toBe('waiting_for_approval');
    (await decide(approver, id, { decision: 'approve', value: { code: 'abc' } })).as(200, RunStatusResponse);
    expect((await waitForStatus(id, 'completed')).result?.outputs).toEqual({
      ask: { code: 'abc' },
      use: 'abc!',
    });
  },
  RUN_MS,
);

test.each([
  ['no decision', {}, /^decision: /],
  ['an unknown decision', { decision: 'approved' }, /^decision: /],
  ['a null decision', { decision: null }, /^decision: /],
  ['a comment that is not a text', { decision: 'approve', comment: 5 }, /^comment: /],
  ['a NUL in the comment', { decision: 'approve', comment: 'a\0' }, /^comment: /],
  ['a lone surrogate in the comment', { decision: 'approve', comment: '\ud800' }, /^comment: /],
  ['a NUL in the value', { decision: 'approve', value: { a: '\0' } }, /^value/],
  ['an unknown field', { decision: 'approve', by: 'me' }, /^by: /],
])('an approval with %s returns 422', async (_what, body, about) => {
  const { id } = (await creator.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(
    202,
    AcceptedRun,
  );
  (await decide(approver, id, body)).refusal(422, about);
});

test('an approval returns 409 when the Run is not waiting, and 400 without a body', async () => {
  const { id } = (await creator.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(
    202,
    AcceptedRun,
  );
  (await decide(approver, id)).refusal(409);
  (await decide(creator, id)).refusal(409);
  (await approver.post(`/v1/runs/${id}/approval`)).refusal(400);
});
