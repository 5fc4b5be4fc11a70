import { AcceptedRun, PublishedRunbook, Runbook } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS, finish, listed, start } from './runs.ts';
import { UNKNOWN_ID, createDraft, createPublished, newTitle, setStep } from './samples.ts';

let client: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
});

describe('POST /v1/runbooks/{runbook_id}/runs', () => {
  test(
    'returns 202 with three fields, needs no body and executes the published revision',
    async () => {
      const { id, revisionId, title } = await createPublished(client);
      for (const body of [
        undefined,
        {},
        { inputs: {}, metadata: {}, executionTarget: 'cloud', revisionId },
      ]) {
        const answer = await start(client, id, body);
        const run = answer.as(202, AcceptedRun);
        expect(Object.keys(run).sort()).toEqual(['executionTarget', 'id', 'status']);
        expect(run.executionTarget).toBe('cloud');
        expect(answer.headers.get('location')).toBe(`/v1/runs/${run.id}`);
        const done = await finish(client, run.id);
        expect(done).toMatchObject({
          status: 'completed',
          error_code: null,
          error_message: null,
          step_count: 1,
        });
        expect(done.result?.outputs).toEqual({ keep: 'kept' });
        expect(await listed(client, run.id)).toMatchObject({
          task: title,
          workflow: { runbook_id: id, revision_id: revisionId, version: 1, title },
        });
        expect(Object.keys((await listed(client, run.id)).workflow ?? {}).sort()).toEqual(
          'revision_id runbook_id title version'.split(' '),
        );
      }
    },
    RUN_MS,
  );

  test('returns 409 for a Runbook without a published revision', async () => {
    const { id } = await createDraft(client);
    (await start(client, id)).refusal(409);
    (await start(client, id, { nope: 1 })).refusal(422);
    (await start(client, UNKNOWN_ID)).refusal(404);
  });

  test('returns 404 for a revision of another Runbook', async () => {
    const [made, other] = [await createPublished(client), await createPublished(client)];
    for (const revisionId of [
      other.revisionId,
      UNKNOWN_ID,
      made.revisionId.toUpperCase(),
      'latest',
      '',
      '1',
      made.id,
    ])
      (await start(client, made.id, { revisionId })).refusal(404);
    for (const revisionId of [1, null, {}])
      (await start(client, made.id, { revisionId })).refusal(422, /^revisionId: /);
  });

  test(
    'executes the latest published revision, or the one that is named, never the draft',
    async () => {
      const made = await createPublished(client, { steps: [setStep('first', 'one')] });
      const change = {
        expectedVersion: 1,
        title: newTitle(),
        steps: [setStep('second', 'two')],
        parameters: [],
      };
      (await client.put(`/v1/runbooks/${made.id}`, change)).as(200, Runbook);
      const outputs = async (body?: unknown) =>
        (await finish(client, (await start(client, made.id, body)).as(202, AcceptedRun).id)).result?.outputs;
      expect(await outputs()).toEqual({ first: 'one' });
      (await client.post(`/v1/runbooks/${made.id}/publish`, { expectedVersion: 2 })).as(
        200,
        PublishedRunbook,
      );
      expect(await outputs()).toEqual({ second: 'two' });
      expect(await outputs({ revisionId: made.revisionId })).toEqual({ first: 'one' });
    },
    RUN_MS,
  );

  test.each([
    ['an unknown field', { task: 'x' }, /^task: /],
    ['an unknown target', { executionTarget: 'moon' }, /^executionTarget: /],
    ['inputs that are a list', { inputs: [] }, /^inputs: /],
    ['null inputs', { inputs: null }, /^inputs: /],
    ['metadata that is too large', { metadata: { a: 'x'.repeat(16_384) } }, /^metadata: /],
    ['an unknown input', { inputs: { nope: 1 } }, /^inputs\.nope: /],
    ['an input from the prototype', { inputs: { constructor: 1 } }, /^inputs\.constructor: /],
  ])('returns 422 for %s', async (_what, body, about) => {
    (await start(client, (await createPublished(client)).id, body)).refusal(422, about);
  });

  test('stores metadata', async () => {
    const { id } = await createPublished(client);
    const run = (await start(client, id, { metadata: { ticket: 'A-17' }, executionTarget: 'local' })).as(
      202,
      AcceptedRun,
    );
    expect((await listed(client, run.id)).metadata).toEqual({ ticket: 'A-17' });
  });

  test('returns 422 naming a desktop step on the cloud target, and accepts it on the local one', async () => {
    const steps = [
      setStep('a'),
      { id: 'press', kind: 'primitive', primitive: 'desktop.press', input: { keys: 'Enter' } },
    ];
    const { id } = await createPublished(client, { steps });
    (await start(client, id)).refusal(422, 'press');
    (await start(client, id, { executionTarget: 'cloud' })).refusal(422, 'press');
    expect((await start(client, id, { executionTarget: 'local' })).as(202, AcceptedRun).status).toBe(
      'queued',
    );
  });
});
