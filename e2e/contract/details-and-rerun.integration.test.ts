import { AcceptedRun, RunDetails } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS, createRun, eventsOf, finish, listed, stateOf } from './runs.ts';
import { UNKNOWN_ID, createPublished, setStep } from './samples.ts';
import { sharedStack } from './stack.ts';

let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

async function detailsOf(id: string): Promise<RunDetails> {
  return (await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails);
}

async function rerun(id: string, body?: object, headers?: Record<string, string>) {
  return await client.post(`/v1/runs/${id}/rerun`, body, headers);
}

const secretParameters = [
  { name: 'user', type: 'string', default: 'ada' },
  { name: 'pin', type: 'secret', required: true },
  { name: 'spare', type: 'secret' },
];

describe('GET /v1/runs/{run_id}/details', () => {
  test('shows why a local Run is queued', async () => {
    const { id } = await createRun(client, { metadata: { a: 1 } });
    let run = await listed(client, id);
    let details = await detailsOf(id);
    // After some seconds the reason is recorded, which may be between the two reads.
    while (run.updated_at !== details.updated_at) {
      run = await listed(client, id);
      details = await detailsOf(id);
    }
    expect(details).toEqual({
      ...run,
      inputs: {},
      attempt: 0,
      queue_reason: 'device',
      pending_approval: null,
      warnings: [],
      failed_step_ids: [],
      outputs: {},
      artifacts: [],
      duration_ms: null,
      blueprint_id: null,
      live_view_url: null,
    });
  });

  test(
    'shows the inputs, outputs and failed steps of a Run that has ended',
    async () => {
      const steps = [
        { ...setStep('kept', '{{ inputs.user }}') },
        {
          id: 'broken',
          kind: 'primitive',
          primitive: 'data.match',
          input: { value: 'x', pattern: 'y' },
          onFailure: 'continue',
        },
      ];
      const { id: runbookId } = await createPublished(client, { steps, parameters: secretParameters });
      const inputs = { pin: 'four-words-of-pin' };
      const { id } = (await client.post(`/v1/runbooks/${runbookId}/runs`, { inputs })).as(202, AcceptedRun);
      await finish(client, id);
      const details = await detailsOf(id);
      expect(details).toMatchObject({
        status: 'completed',
        inputs: { user: 'ada', pin: '[secret]' },
        attempt: 1,
        queue_reason: null,
        pending_approval: null,
        failed_step_ids: ['broken'],
        outputs: { kept: 'ada', broken: null },
        duration_ms: expect.any(Number),
      });
      expect(details.inputs).not.toHaveProperty('spare');
    },
    RUN_MS,
  );

  test(
    'shows the pending approval, and the event afterwards shows who decided',
    async () => {
      const message = 'May I?';
      const ask = { id: 'ask', kind: 'primitive', primitive: 'human.approve', input: { message } };
      const { id: runbookId } = await createPublished(client, { steps: [ask] });
      const decisionEvent = async (decide: (id: string) => Promise<unknown>) => {
        const { id } = (await client.post(`/v1/runbooks/${runbookId}/runs`)).as(202, AcceptedRun);
        await waitFor(
          'the approval request',
          async () => (await stateOf(client, id)).status === 'waiting_for_approval',
          { timeoutMs: RUN_MS },
        );
        const { pending_approval: pending } = await detailsOf(id);
        expect(pending).toEqual({
          step_id: 'ask',
          instruction: message,
          primitive: 'human.approve',
          input: { message },
          origin: null,
          url: null,
          requested_at: expect.any(String),
          expires_at: expect.any(String),
          schema: null,
          artifact_id: null,
          approve_url: `${sharedStack().baseUrl}/runs/${id}`,
        });
        await decide(id);
        await finish(client, id);
        return (await eventsOf(client, id)).find(({ type }) => /^approval\.(granted|rejected)$/.test(type))
          ?.data;
      };
      const approver = await person.key(['runs:approve']);
      expect(
        await decisionEvent((id) =>
          approver.post(`/v1/runs/${id}/approval`, { decision: 'approve', comment: 'ok' }),
        ),
      ).toEqual({ by: { type: 'key', id: approver.issued.id, name: 'a key' }, comment: 'ok' });
      expect(
        await decisionEvent((id) => person.session.post(`/v1/runs/${id}/approval`, { decision: 'reject' })),
      ).toEqual({ by: { type: 'member', id: approver.issued.createdBy, name: 'Ada' } });
    },
    RUN_MS * 2,
  );

  test('returns 404 for an unknown Run and 403 without runs:read', async () => {
    (await client.get(`/v1/runs/${UNKNOWN_ID}/details`)).refusal(404);
    (await (await person.key(['runs:write'])).get(`/v1/runs/${UNKNOWN_ID}/details`)).refusal(
      403,
      'runs:read',
    );
  });
});

describe('POST /v1/runs/{run_id}/rerun', () => {
  test('creates a Run of the same definition, inputs, target and metadata; secrets must be given again', async () => {
    const { id: runbookId } = await createPublished(client, { parameters: secretParameters });
    const body = {
      inputs: { user: 'bob', pin: '1234-first' },
      metadata: { ticket: 1 },
      executionTarget: 'local',
    };
    const first = (await client.post(`/v1/runbooks/${runbookId}/runs`, body)).as(202, AcceptedRun);
    (await rerun(first.id)).refusal(422, 'secrets.pin: must be given again');
    (await rerun(first.id, { secrets: { pin: 'x', other: 'y' } })).refusal(422, 'secrets.other');
    (await rerun(first.id, { secrets: { pin: 'x' }, inputs: { nope: 1 } })).refusal(422, 'inputs.nope');
    (await rerun(first.id, { secrets: { pin: 1 } })).refusal(422, 'secrets.pin');
    (await rerun(first.id, { nope: 1 })).refusal(422, 'nope');
    const answer = await rerun(first.id, { secrets: { pin: 'again-5678' }, inputs: { user: 'eve' } });
    const { id } = answer.as(202, AcceptedRun);
    expect(answer.headers.get('location')).toBe(`/v1/runs/${id}`);
    const { inputs, ...details } = await detailsOf(id);
    const { task, workflow, metadata, executionTarget } = await detailsOf(first.id);
    expect(details).toMatchObject({ status: 'queued', task, workflow, metadata, executionTarget });
    expect(inputs).toEqual({ user: 'eve', pin: '[secret]' });
  });

  test(
    'executes the pinned revision of a deleted Runbook',
    async () => {
      const { id: runbookId } = await createPublished(client);
      const { id } = (await client.post(`/v1/runbooks/${runbookId}/runs`)).as(202, AcceptedRun);
      await finish(client, id);
      expect((await client.send('DELETE', `/v1/runbooks/${runbookId}`)).status).toBe(204);
      const again = (await rerun(id)).as(202, AcceptedRun);
      expect((await finish(client, again.id)).result?.outputs).toEqual({ keep: 'kept' });
    },
    RUN_MS,
  );

  test('honours idempotency keys, in a namespace of its own', async () => {
    const { id } = await createRun(client, {});
    const key = { 'x-idempotency-key': 'again' };
    const first = await rerun(id, {}, key);
    const second = await rerun(id, {}, key);
    expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    (await rerun((await createRun(client)).id, {}, key)).refusal(409);
    expect(
      (await client.post('/v1/runs', { task: 'x' }, key)).headers.get('idempotency-replayed'),
    ).toBeNull();
  });

  test('returns 403 for a local Run without runs:local, and 404 for an unknown Run', async () => {
    const { id } = await createRun(client);
    const writer = await person.key(['runs:write']);
    (await writer.post(`/v1/runs/${id}/rerun`)).refusal(403, 'runs:local');
    (await writer.post(`/v1/runs/${UNKNOWN_ID}/rerun`, { nope: 1 })).refusal(404);
    (await rerun(id, { inputs: { a: 1 } })).refusal(422, 'inputs.a');
  });
});

describe('an ad-hoc Run with secrets and limits', () => {
  const create = (body: object) =>
    client.post('/v1/runs', { task: 'Look', executionTarget: 'local', ...body });

  test.each([
    [{ task: 'type {{ secrets.pw }} into Password' }, 'task: {{ secrets.pw }} names no secret'],
    [{ task: 'type {{secrets.a-b}}', secrets: { 'a-c': 'x' } }, 'secrets.a-b'],
    [{ secrets: { pw: 1 } }, 'secrets.pw'],
    [{ secrets: [] }, 'secrets'],
    [{ secrets: { 'not a name': 'x' } }, 'secrets'],
    [{ secrets: { long: 'x'.repeat(4_097) } }, 'secrets.long: must be at most 4096 bytes'],
    [{ secrets: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`s${at}`, 'x'])) }, '20'],
    [{ outputSchema: { type: 'nonsense' } }, 'outputSchema'],
    [{ outputSchema: 'x' }, 'outputSchema'],
    [{ applicationScope: ['http://x/y'] }, 'applicationScope[0]'],
    [{ applicationScope: 'example.com' }, 'applicationScope'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: 1.5 }, 'timeoutMs'],
    [{ timeoutMs: 1_800_001 }, 'timeoutMs: must be at most 1800000'],
  ])('%j returns 422', async (body, detail) => {
    expect((await create(body)).refusal(422)).toContain(detail);
  });

  test.each([1, 300])(
    'a Run that is given %d ms fails when they are over',
    async (timeoutMs) => {
      const task = `Open ${sharedStack().baseUrl}/docs and wait for "Never there"`;
      const answer = await client.post('/v1/runs', { task, timeoutMs });
      const { id } = answer.as(202, AcceptedRun);
      expect(await finish(client, id)).toMatchObject({
        status: 'failed',
        error_code: 'run_timeout',
        error_message: `The Run took longer than ${timeoutMs} ms.`,
      });
    },
    RUN_MS,
  );

  test('a rerun requires all its secrets again and shows none of them', async () => {
    const secrets = { pw: 'hunter2-hunter2', unused: 'also-secret' };
    const { id } = (await create({ task: 'Type {{ secrets.pw }}', secrets, timeoutMs: 5_000 })).as(
      202,
      AcceptedRun,
    );
    (await rerun(id)).refusal(422, 'secrets.pw');
    (await rerun(id, { secrets: { pw: 'x' } })).refusal(422, 'secrets.unused: must be given again');
    (await rerun(id, { secrets })).as(202, AcceptedRun);
    const shown = JSON.stringify([await detailsOf(id), await listed(client, id), await eventsOf(client, id)]);
    expect(shown).not.toMatch(/hunter2|also-secret/);
  });
});
