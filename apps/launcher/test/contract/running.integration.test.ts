import {
  AcceptedRun,
  ArtifactList,
  CancelledRun,
  PublishedRunbook,
  type RunEvent,
  RunEventPage,
  RunList,
  RunState,
  TERMINAL_STATUSES,
  Runbook,
} from '@errand/contracts';
import { type Shop, startShop } from '@errand/demo-shop';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readEvents } from './event-stream.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { UNKNOWN_ID, createDraft, createPublished, newTitle, setStep } from './samples.ts';
import { until } from './until.ts';

let person: Person;
let client: KeyClient;
let shop: Shop;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  shop = await startShop();
});
afterAll(() => shop?.close());

const RUN_MS = 60_000;
const start = (id: string, body?: unknown) => client.post(`/v1/runbooks/${id}/runs`, body);
const state = async (id: string, as = client) => (await as.get(`/v1/runs/${id}`)).as(200, RunState);
const TERMINAL = new Set<string>(TERMINAL_STATUSES);
const finish = async (id: string): Promise<RunState> => {
  await until(async () => TERMINAL.has((await state(id)).status), RUN_MS);
  return await state(id);
};
const listed = async (id: string) => {
  const { data } = (await client.get('/v1/runs?limit=100')).as(200, RunList);
  const run = data.find((each) => each.id === id);
  if (run === undefined) throw new Error('the Run is not listed');
  return run;
};
const eventsOf = async (id: string): Promise<RunEvent[]> =>
  (await client.get(`/v1/runs/${id}/events`)).as(200, RunEventPage).data;

describe('POST /v1/runbooks/{runbook_id}/runs', () => {
  test(
    'answers 202 with three fields, needs no body and runs what was published',
    async () => {
      const { id, revisionId, title } = await createPublished(client);
      for (const body of [
        undefined,
        {},
        { inputs: {}, metadata: {}, executionTarget: 'cloud', revisionId },
      ]) {
        const answer = await start(id, body);
        const run = answer.as(202, AcceptedRun);
        expect(Object.keys(run).sort()).toEqual(['executionTarget', 'id', 'status']);
        expect(run.executionTarget).toBe('cloud');
        expect(answer.headers.get('location')).toBe(`/v1/runs/${run.id}`);
        const done = await finish(run.id);
        expect(done).toMatchObject({
          status: 'completed',
          error_code: null,
          error_message: null,
          step_count: 1,
        });
        expect(done.result?.outputs).toEqual({ keep: 'kept' });
        expect(await listed(run.id)).toMatchObject({
          task: title,
          workflow: { runbook_id: id, revision_id: revisionId, version: 1, title },
        });
        expect(Object.keys((await listed(run.id)).workflow ?? {}).sort()).toEqual(
          'revision_id runbook_id title version'.split(' '),
        );
      }
    },
    RUN_MS,
  );

  test('of a Runbook without a published revision is a 409', async () => {
    const { id } = await createDraft(client);
    (await start(id)).refusal(409);
    (await start(id, { nope: 1 })).refusal(422);
    (await start(UNKNOWN_ID)).refusal(404);
  });

  test('takes a revision of this Runbook only', async () => {
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
      (await start(made.id, { revisionId })).refusal(404);
    for (const revisionId of [1, null, {}])
      (await start(made.id, { revisionId })).refusal(422, /^revisionId: /);
  });

  test(
    'stays with what was published, and takes the latest or the one that is named',
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
        (await finish((await start(made.id, body)).as(202, AcceptedRun).id)).result?.outputs;
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
    ['another target', { executionTarget: 'moon' }, /^executionTarget: /],
    ['inputs that are a list', { inputs: [] }, /^inputs: /],
    ['null inputs', { inputs: null }, /^inputs: /],
    ['metadata that is too large', { metadata: { a: 'x'.repeat(16_384) } }, /^metadata: /],
    ['an unknown input', { inputs: { nope: 1 } }, /^inputs\.nope: /],
    ['an input from the prototype', { inputs: { constructor: 1 } }, /^inputs\.constructor: /],
  ])('refuses %s', async (_what, body, about) => {
    (await start((await createPublished(client)).id, body)).refusal(422, about);
  });

  test('keeps metadata', async () => {
    const { id } = await createPublished(client);
    const run = (await start(id, { metadata: { ticket: 'A-17' }, executionTarget: 'local' })).as(
      202,
      AcceptedRun,
    );
    expect((await listed(run.id)).metadata).toEqual({ ticket: 'A-17' });
  });

  test('on the cloud refuses a step that needs a desktop, naming it; local takes it', async () => {
    const steps = [
      setStep('a'),
      { id: 'press', kind: 'primitive', primitive: 'desktop.press', input: { keys: 'Enter' } },
    ];
    const { id } = await createPublished(client, { steps });
    (await start(id)).refusal(422, 'press');
    (await start(id, { executionTarget: 'cloud' })).refusal(422, 'press');
    expect((await start(id, { executionTarget: 'local' })).as(202, AcceptedRun).status).toBe('queued');
  });
});

describe('inputs', () => {
  type Case = [string, Record<string, unknown>, unknown[], unknown[]];
  const cases: Case[] = [
    ['string', {}, ['', 'x', ' ', '😀', '{{ inputs.p }}'], [1, true, null, [], {}, 'a\0', '\ud800']],
    ['string', { minLength: 2, maxLength: 3 }, ['ab', '😀😀😀'], ['a', 'abcd', '😀']],
    ['string', { pattern: '^[a-z]+$' }, ['abc'], ['ABC', '', 'a1']],
    ['string', { enum: ['red', 'blue'] }, ['red'], ['green', 'Red', '']],
    ['number', {}, [0, -1.5, 1e300], ['1', null, true, []]],
    ['number', { minimum: 1, maximum: 2 }, [1, 1.5, 2], [0.99, 2.01]],
    ['number', { enum: [1, 2.5] }, [2.5], [2, '1']],
    ['integer', {}, [0, -5, 9_007_199_254_740_991], [1.5, '1', 1e300, true]],
    ['integer', { minimum: 0, maximum: 9 }, [0, 9], [-1, 10]],
    ['boolean', {}, [true, false], ['true', 0, 1, null]],
    [
      'date',
      {},
      ['2026-02-28', '2028-02-29', '0001-01-01'],
      ['2026-02-29', '2026-2-28', '28.02.2026', '2026-02-28T00:00:00Z', '', 20260228],
    ],
    [
      'url',
      {},
      ['https://example.com', 'http://localhost:8080/a?b#c', 'HTTPS://EXAMPLE.COM/ü'],
      ['example.com', 'ftp://example.com', '/a', 'javascript:alert(1)', 'https://', 'https://a b', 5],
    ],
    [
      'email',
      {},
      ['a@b', 'first.last+tag@sub.example.com'],
      ['a', 'a@', '@b', 'a@b c', 'a@-b', 'Ada <a@b.c>', 'a@b..c'],
    ],
    ['secret', {}, ['hunter2', ''], [1, null, {}]],
    ['secret', { minLength: 8 }, ['longenough'], ['short']],
  ];
  test.each(cases)('of type %s with %j', async (type, rules, good, bad) => {
    const { id } = await createPublished(client, {
      parameters: [{ name: 'p', type, required: true, ...rules }],
    });
    const run = (p: unknown) => start(id, { inputs: { p }, executionTarget: 'local' });
    for (const value of good) expect([value, (await run(value)).status]).toEqual([value, 202]);
    for (const value of bad) {
      const detail = (await run(value)).refusal(422, /^inputs/);
      if (type === 'secret' && typeof value === 'string') expect(detail).not.toContain(value);
    }
    (await start(id, { executionTarget: 'local' })).refusal(422, /^inputs\.p: /);
    (await start(id, { inputs: { p: good[0], q: 1 }, executionTarget: 'local' })).refusal(
      422,
      /^inputs\.q: /,
    );
  });

  test(
    'that are optional may be absent: null as a whole value, empty inside a text, or the default',
    async () => {
      const parameters = [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'integer', default: 3 },
        { name: 'c', type: 'boolean', required: true, default: false },
      ];
      const steps = [
        setStep('whole', '{{ inputs.a }}'),
        setStep('inside', 'x{{inputs.a}}y'),
        setStep('typed', ['{{ inputs.b }}', '{{inputs.c}}', 'n={{ inputs.b }}']),
      ];
      const { id } = await createPublished(client, { parameters, steps });
      const outputs = async (inputs: unknown) =>
        (await finish((await start(id, { inputs })).as(202, AcceptedRun).id)).result?.outputs;
      expect(await outputs({})).toEqual({ whole: null, inside: 'xy', typed: [3, false, 'n=3'] });
      expect(await outputs({ a: 'A', b: 7, c: true })).toEqual({
        whole: 'A',
        inside: 'xAy',
        typed: [7, true, 'n=7'],
      });
      (await start(id, { inputs: { a: null } })).refusal(422, /^inputs\.a: /);
    },
    RUN_MS,
  );

  test(
    'that are secret show nowhere',
    async () => {
      const secret = 'hunter2-Ünïque/+"';
      const forms = [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
        JSON.stringify(secret).slice(1, -1),
      ];
      const { id } = await createPublished(client, {
        parameters: [{ name: 'token', type: 'secret', required: true }],
        steps: [
          setStep('whole', '{{ inputs.token }}'),
          setStep('inside', 'a {{ inputs.token }} b'),
          setStep('encoded', forms.slice(1)),
          {
            id: 'fails',
            kind: 'primitive',
            primitive: 'data.match',
            input: { value: '{{ inputs.token }}', pattern: 'zzz' },
          },
        ],
      });
      const run = (await start(id, { inputs: { token: secret } })).as(202, AcceptedRun);
      const done = await finish(run.id);
      expect([done.status, done.error_code]).toEqual(['failed', 'assertion_failed']);
      expect(done.result?.outputs).toMatchObject({
        whole: '[secret]',
        inside: 'a [secret] b',
        encoded: ['[secret]', '[secret]', '[secret]'],
      });
      const seen = [
        (await client.get(`/v1/runs/${run.id}`)).text,
        (await client.get(`/v1/runs/${run.id}/events`)).text,
        JSON.stringify(await listed(run.id)),
      ].join();
      for (const form of forms) expect(seen).not.toContain(form);
    },
    RUN_MS,
  );
});

describe('what a Run leaves', () => {
  let runId: string;
  let done: RunState;
  beforeAll(async () => {
    const steps = [
      { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: shop.url } },
      { id: 'shot', kind: 'primitive', primitive: 'browser.screenshot', input: {} },
      { id: 'title', kind: 'primitive', primitive: 'browser.extract', input: { target: 'h1', as: 'text' } },
    ];
    const { id } = await createPublished(client, { steps });
    runId = (await start(id)).as(202, AcceptedRun).id;
    done = await finish(runId);
  }, RUN_MS);

  test('is a result with six fields and outputs by step', async () => {
    expect(done).toMatchObject({ status: 'completed', step_count: 3, error_code: null });
    expect(Object.keys(done.result ?? {}).sort()).toEqual(
      'events final_url outputs status steps summary'.split(' '),
    );
    expect(done.result).toMatchObject({
      status: 'completed',
      steps: 3,
      final_url: expect.stringContaining(shop.url),
    });
    expect(Object.keys(done.result?.outputs ?? {})).toEqual(['open', 'shot', 'title']);
    expect(done.result?.outputs['open']).toMatchObject({
      url: expect.any(String),
      title: expect.any(String),
      status: 200,
    });
    const run = await listed(runId);
    expect(run.result).toEqual(done.result);
    const moments = [run.created_at, run.started_at ?? '', run.completed_at ?? ''];
    expect(moments).toEqual(moments.toSorted());
    expect(Date.parse(run.updated_at)).toBeGreaterThanOrEqual(Date.parse(run.completed_at ?? ''));
  });

  test('is a page of events without gaps', async () => {
    const events = await eventsOf(runId);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(['run.started', 'run.completed']);
    for (const event of events)
      expect(Object.keys(event).sort()).toEqual('at data message seq step_id type'.split(' '));
    expect(done.result?.events).toEqual(events);
    const page = (await client.get(`/v1/runs/${runId}/events?after=3`)).as(200, RunEventPage);
    expect(page).toEqual({ data: events.slice(3), has_more: false });
    expect((await client.get(`/v1/runs/${runId}/events?after=0`)).json).toEqual({
      data: events,
      has_more: false,
    });
    expect((await client.get(`/v1/runs/${runId}/events?after=100000`)).json).toEqual({
      data: [],
      has_more: false,
    });
  });

  test.each([
    'after=-1',
    'after=x',
    'after=',
    'after=1.5',
    'after=1&after=2',
    'after=1e2',
    'after=99999999999999999999',
  ])('refuses %s', async (query) => {
    (await client.get(`/v1/runs/${runId}/events?${query}`)).refusal(422, /after/);
    (await client.get(`/v1/runs/${runId}/events?${query}`, { accept: 'text/event-stream' })).refusal(
      422,
      /after/,
    );
  });

  test('is a stream that ends, and resumes where it is told', async () => {
    const events = await eventsOf(runId);
    const whole = await readEvents(client, runId);
    expect(whole.events).toEqual(events);
    expect(whole.ids).toEqual(events.map(({ seq }) => String(seq)));
    expect(whole.end).toEqual({ status: 'completed' });
    expect((await readEvents(client, runId, { 'last-event-id': '2' })).events).toEqual(events.slice(2));
    expect((await readEvents(client, runId, {}, '?after=4')).events).toEqual(events.slice(4));
    const over = await readEvents(client, runId, { 'last-event-id': String(events.length) });
    expect([over.events, over.end]).toEqual([[], { status: 'completed' }]);
    (
      await client.get(`/v1/runs/${runId}/events`, { accept: 'text/event-stream', 'last-event-id': 'x' })
    ).refusal(422, /Last-Event-ID/i);
    (await client.get(`/v1/runs/${UNKNOWN_ID}/events`, { accept: 'text/event-stream' })).refusal(404);
  });

  test('is a list of artifacts and their bytes', async () => {
    const { data } = (await client.get(`/v1/runs/${runId}/artifacts`)).as(200, ArtifactList);
    expect(data.length).toBeGreaterThan(0);
    for (const artifact of data) {
      expect(Object.keys(artifact).sort()).toEqual(
        'bytes contentType created_at filename id kind step_id'.split(' '),
      );
      const response = await fetch(`${client.baseUrl}/v1/runs/${runId}/artifacts/${artifact.id}`, {
        headers: client.identity,
      });
      const bytes = await response.arrayBuffer();
      expect([response.status, bytes.byteLength]).toEqual([200, artifact.bytes]);
      expect(response.headers.get('content-type')).toBe(artifact.contentType);
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const shot = done.result?.outputs['shot'] as { artifactId: string };
    expect(data.map(({ id }) => id)).toContain(shot.artifactId);
    (await client.get(`/v1/runs/${runId}/artifacts/${UNKNOWN_ID}`)).refusal(404);
    const other = (await client.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(
      202,
      AcceptedRun,
    );
    (await client.get(`/v1/runs/${other.id}/artifacts/${data[0]?.id}`)).refusal(404);
    expect((await client.get(`/v1/runs/${other.id}/artifacts`)).json).toEqual({ data: [] });
  });

  test('is the same for ever: a cancel answers with the status it has', async () => {
    expect((await client.post(`/v1/runs/${runId}/cancel`)).as(200, CancelledRun)).toEqual({
      status: 'completed',
    });
    expect(await state(runId)).toEqual(done);
  });
});

test('a live stream tells of a cancel and ends', async () => {
  const { id } = (await client.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(
    202,
    AcceptedRun,
  );
  const reading = readEvents(client, id);
  (await client.post(`/v1/runs/${id}/cancel`)).as(200, CancelledRun);
  const { events, end } = await reading;
  expect(events.map(({ seq, type }) => [seq, type])).toEqual([[1, 'run.cancelled']]);
  expect(end).toEqual({ status: 'cancelled' });
});

test(
  'cancelling what runs stops it: the result says so and nothing comes after',
  async () => {
    const steps = [
      setStep('a'),
      { id: 'wait', kind: 'primitive', primitive: 'browser.wait', input: { for: { ms: 60_000 } } },
    ];
    const { id } = (await start((await createPublished(client, { steps })).id)).as(202, AcceptedRun);
    await until(async () =>
      (await eventsOf(id)).some(({ type, step_id }) => type === 'step.started' && step_id === 'wait'),
    );
    expect((await state(id)).status).toBe('running');
    (await client.post(`/v1/runs/${id}/cancel`)).as(200, CancelledRun);
    const done = await state(id);
    expect(done).toMatchObject({
      status: 'cancelled',
      error_code: null,
      result: { status: 'cancelled', steps: 1 },
    });
    expect(done.result?.events.at(-1)?.type).toBe('run.cancelled');
  },
  RUN_MS,
);
