import Errand, { type RunEvent, ConflictError, NotFoundError, PermissionDeniedError } from '@errand/sdk';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type MisbehavingProxy, type Misdeed, startMisbehavingProxy } from './misbehaving-proxy.ts';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';
import { UNKNOWN_ID, newTitle } from './samples.ts';
import { sharedStack } from './stack.ts';

let key: KeyClient;
let approver: KeyClient;
let errand: Errand;
let proxy: MisbehavingProxy;
/** The client behind the proxy. */
let shaky: Errand;

beforeAll(async () => {
  const person = await signUp();
  key = await person.key();
  approver = await person.key();
  errand = new Errand({ apiKey: key.issued.key, baseURL: sharedStack().baseUrl });
  proxy = await startMisbehavingProxy(sharedStack().baseUrl);
  shaky = new Errand({ apiKey: key.issued.key, baseURL: proxy.baseUrl });
}, RUN_MS);
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
});

/** Steps that need no browser. */
function definition(steps: object[] = [{ id: 'keep', primitive: 'data.set', input: { value: 'kept' } }]) {
  return {
    schemaVersion: 3 as const,
    title: newTitle(),
    parameters: [],
    steps: steps.map((step) => ({ kind: 'primitive' as const, ...step })) as never,
  };
}

const LOSSES: Misdeed[] = [
  'drop-request',
  'drop-answer',
  'cut-answer',
  'garble-answer',
  'bad-gateway',
  'twice',
];

describe('the SDK on a running stack', () => {
  test(
    'creates, publishes, runs and awaits a Runbook, and follows its events',
    async () => {
      const draft = await errand.runbooks.create(definition());
      const updated = await errand.runbooks.update(draft.id, {
        expectedVersion: draft.version,
        title: draft.title,
        parameters: [],
        steps: draft.steps,
      });
      const published = await errand.runbooks.publish(draft.id, { expectedVersion: updated.version });
      const seen: RunEvent[] = [];
      const statuses: string[] = [];
      const run = await errand.runbooks.runAndWait(
        published.id,
        { metadata: { ticket: 'A-17' } },
        { onEvent: (event) => seen.push(event), onStatus: (status) => statuses.push(status) },
      );
      expect(run).toMatchObject({ status: 'completed', result: { outputs: { keep: 'kept' } } });
      expect(statuses.at(-1)).toBe('completed');
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_event, index) => index + 1));
      expect(seen.at(-1)?.type).toBe('run.completed');
      const again: number[] = [];
      for await (const { seq } of errand.runs.stream(run.id, { after: 1 })) again.push(seq);
      expect(again).toEqual(seen.slice(1).map(({ seq }) => seq));
      expect((await errand.runs.details(run.id)).workflow).toMatchObject({ runbook_id: published.id });
      const [revision] = (await errand.runbooks.revisions.list(published.id)).data;
      expect(revision).toEqual(await errand.runbooks.revisions.get(published.id, published.revisionId));
    },
    RUN_MS,
  );

  test('lists Runs as an iterable, filtered by metadata', async () => {
    const ids: string[] = [];
    for (const part of ['1', '2', '3']) {
      const metadata = { sdk: 'list', part };
      ids.unshift((await errand.runs.create({ task: 'Look', executionTarget: 'local', metadata })).id);
    }
    const found: string[] = [];
    for await (const run of errand.runs.list({ limit: 2, 'metadata.sdk': 'list' })) found.push(run.id);
    expect(found).toEqual(ids);
    expect(await errand.runs.cancel(ids[0] ?? '')).toEqual({ status: 'cancelled' });
  });

  test('tells who calls, and has an error class for each refusal', async () => {
    expect(await errand.me()).toMatchObject({ key: { id: key.issued.id } });
    await expect(errand.runs.get(UNKNOWN_ID)).rejects.toBeInstanceOf(NotFoundError);
    const { id } = await errand.runs.create({ task: 'Look', executionTarget: 'local' });
    await expect(errand.runs.approve(id)).rejects.toBeInstanceOf(ConflictError);
    const { requestId } = await errand.runs.get(id).withResponse();
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test(
    'waits for an approval, which another key grants',
    async () => {
      const ask = [
        { id: 'ask', primitive: 'human.input', input: { message: 'How many?', schema: { type: 'integer' } } },
      ];
      const { id } = await errand.runbooks.create({ ...definition(ask), status: 'published' });
      const waiting = await errand.runbooks.runAndWait(id, {}, { returnOn: ['waiting_for_approval'] });
      expect(waiting.status).toBe('waiting_for_approval');
      await expect(errand.runs.approve(waiting.id, { value: 3 })).rejects.toBeInstanceOf(
        PermissionDeniedError,
      );
      const other = new Errand({ apiKey: approver.issued.key, baseURL: sharedStack().baseUrl });
      await other.runs.approve(waiting.id, { value: 3, comment: 'counted' });
      expect(await errand.runs.wait(waiting.id)).toMatchObject({
        status: 'completed',
        result: { outputs: { ask: 3 } },
      });
    },
    RUN_MS,
  );
});

describe('the SDK behind a proxy that misbehaves', () => {
  test.each(LOSSES)(
    'creates exactly one Run when the proxy does %s twice',
    async (misdeed) => {
      const metadata = { proxy: misdeed };
      proxy.plan(misdeed, misdeed);
      const run = await shaky.runs.create({ task: 'Look', executionTarget: 'local', metadata });
      const { data } = await errand.runs.list({ 'metadata.proxy': misdeed });
      expect(data.map(({ id }) => id)).toEqual([run.id]);
    },
    RUN_MS,
  );

  test.each(LOSSES)(
    'updates a Runbook exactly once when the proxy does %s',
    async (misdeed) => {
      const draft = await errand.runbooks.create(definition());
      proxy.plan(misdeed);
      const { title, steps } = draft;
      const body = { expectedVersion: 1, title: `${title} new`, steps, parameters: [] };
      // A proxy that repeats a request has its conflict reported: only a lost answer is looked up.
      if (misdeed === 'twice')
        await expect(shaky.runbooks.update(draft.id, body)).rejects.toBeInstanceOf(ConflictError);
      else expect(await shaky.runbooks.update(draft.id, body)).toMatchObject({ version: 2 });
      expect(await errand.runbooks.get(draft.id)).toMatchObject({ version: 2, title: `${title} new` });
    },
    RUN_MS,
  );

  test(
    'yields each event once and awaits the end through cut connections',
    async () => {
      const steps = Array.from({ length: 6 }, (_each, index) => ({
        id: `s${index}`,
        primitive: 'data.set',
        input: { value: index },
      }));
      const { id } = await errand.runbooks.create({ ...definition(steps), status: 'published' });
      const run = await errand.runbooks.run(id);
      proxy.plan('cut-answer', 'garble-answer', 'drop-answer', 'bad-gateway', 'drop-request', 'cut-answer');
      const seen: number[] = [];
      const ended = await shaky.runs.wait(run.id, { onEvent: ({ seq }) => seen.push(seq) });
      expect(ended.status).toBe('completed');
      const all = (await errand.runs.events(run.id)).data.map(({ seq }) => seq);
      expect(seen).toEqual(all);
    },
    RUN_MS,
  );
});
