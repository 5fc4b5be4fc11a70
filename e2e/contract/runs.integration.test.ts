import { AcceptedRun, RunStatusResponse, type Run, RunList, RunState } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import { createRun, latestRun } from './runs.ts';
import { MOMENT, UNKNOWN_ID, createPublished, runbook } from './samples.ts';

let client: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
});

async function list(query = '', as = client): Promise<RunList> {
  return (await as.get(`/v1/runs${query}`)).as(200, RunList);
}

const RUN_FIELDS =
  `completed_at created_at error_code error_message executionTarget id metadata result started_at status
  step_count task updated_at workflow`.split(/\s+/);
const STATE_FIELDS = 'error_code error_message result status step_count'.split(' ');

describe('POST /v1/runs', () => {
  test('returns 202 with Location and three fields', async () => {
    const answer = await client.post('/v1/runs', { task: 'Look', executionTarget: 'local' });
    const run = answer.as(202, AcceptedRun);
    expect(Object.keys(run).sort()).toEqual(['executionTarget', 'id', 'status']);
    expect(run.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([run.status, run.executionTarget]).toEqual(['queued', 'local']);
    expect(answer.headers.get('location')).toBe(`/v1/runs/${run.id}`);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });

  test('executes in the cloud by default', async () => {
    const run = (await client.post('/v1/runs', { task: 'zzz' })).as(202, AcceptedRun);
    expect(['queued', 'running']).toContain(run.status);
    expect(run.executionTarget).toBe('cloud');
    await waitFor('the Run to fail', async () => (await list('?limit=1')).data[0]?.status === 'failed');
    const { result, error_code, error_message } = await latestRun(client);
    expect([error_code, typeof error_message]).toEqual(['task_not_understood', 'string']);
    expect(Object.keys(result ?? {}).sort()).toEqual(
      'events final_url outputs status steps summary'.split(' '),
    );
  });

  test.each([
    ['no task', { task: undefined }, 'task'],
    ['null', { task: null }, 'task'],
    ['a number', { task: 7 }, 'task'],
    ['a list', { task: ['Look'] }, 'task'],
    ['nothing', { task: '' }, 'task'],
    ['white space', { task: ' \n\t\u00a0\u3000' }, 'task'],
    ['20,001 characters', { task: 'x'.repeat(20_001) }, 'task'],
    ['20,001 emoji', { task: '😀'.repeat(20_001) }, 'task'],
    ['a NUL', { task: 'a\0b' }, 'task'],
    ['a lone high surrogate', { task: 'a\ud83d' }, 'task'],
    ['a lone low surrogate', { task: '\ude00a' }, 'task'],
    ['swapped surrogates', { task: '\ude00\ud83d' }, 'task'],
    ['another target', { executionTarget: 'moon' }, 'executionTarget'],
    ['a target in capitals', { executionTarget: 'Cloud' }, 'executionTarget'],
    ['a null target', { executionTarget: null }, 'executionTarget'],
    ['an unknown field', { url: 'https://example.com' }, 'url'],
    ['a field of the answer', { status: 'completed' }, 'status'],
    ['a workspace', { workspaceId: UNKNOWN_ID }, 'workspaceId'],
    ['metadata: null', { metadata: null }, 'metadata'],
    ['metadata: a list', { metadata: [] }, 'metadata'],
    ['metadata: text', { metadata: '{}' }, 'metadata'],
    ['metadata: a NUL in a value', { metadata: { a: ['\0'] } }, 'metadata'],
    ['metadata: a NUL in a key', { metadata: { 'a\0': 1 } }, 'metadata'],
    ['metadata: a lone surrogate', { metadata: { a: '\udc00' } }, 'metadata'],
    ['metadata: a lone surrogate in a key', { metadata: { '\ud800': 1 } }, 'metadata'],
  ])('returns 422 for %s and names the field', async (_what, changes, field) => {
    const before = (await latestRun(client)).id;
    const answer = await client.post('/v1/runs', { task: 'Look', executionTarget: 'local', ...changes });
    expect(answer.refusal(422).split(/[:.[]/)[0]).toBe(field);
    expect((await latestRun(client)).id).toBe(before);
  });

  test('quotes what was sent so that it can be shown', async () => {
    const primitive = `\0\n\ud800${'x'.repeat(50_000)}`;
    const steps = [{ id: 'a', kind: 'primitive', primitive, input: {} }];
    const detail = (await client.post('/v1/runbooks', runbook({ steps }))).refusal(422, /unknown primitive/);
    expect(detail).toMatch(/^[^\p{Cc}\p{Cs}]{1,2001}$/u);
  });

  test.each([
    ['a\n\0', String.raw`["a\n\u0000"]`],
    ['k'.repeat(5_000), `["${'k'.repeat(100)}…"]`],
  ])('names an unknown field so that it can be shown: %#', async (field, shown) => {
    expect((await client.post('/v1/runs', { task: 'Look', [field]: 1 })).refusal(422)).toBe(
      `${shown}: unknown field`,
    );
  });

  test.each([
    ['20,000 characters', 'x'.repeat(20_000)],
    ['20,000 emoji', '😀'.repeat(20_000)],
    ['one character', 'x'],
    ['white space around it', '  \r\n x \u2028 '],
    ['what normalization would change', 'e\u0301 é ﬁ Å \u212b'],
    ['controls, joiners, directions', '\u0001\u007f\u200d\u202e\ufeff\u0300👨‍👩‍👧\uffff'],
    ['quotes and templates', `"'\\ {{ inputs.x }} \${x} <b>&amp; %00 \\u0000 $1`],
  ])('stores a task byte for byte: %s', async (_what, task) => {
    await createRun(client, { task });
    expect((await latestRun(client)).task).toBe(task);
  });

  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
  const ofBytes = (bytes: number) => ({ a: 'é'.repeat((bytes - 8) / 2) });

  test('accepts metadata of at most 16,384 bytes and 32 levels', async () => {
    expect(Buffer.byteLength(JSON.stringify(ofBytes(16_384)))).toBe(16_384);
    await createRun(client, { metadata: ofBytes(16_384) });
    (await client.post('/v1/runs', { task: 'x', metadata: ofBytes(16_386) })).refusal(422, /^metadata: /);
    (await client.post('/v1/runs', { task: 'x', metadata: { a: 'x'.repeat(16_384 - 7) } })).refusal(422);
    await createRun(client, { metadata: nested(32) as object });
    (await client.post('/v1/runs', { task: 'x', metadata: nested(33) })).refusal(422, /^metadata: /);
    await createRun(client, { metadata: { a: JSON.parse(`${'['.repeat(31)}${']'.repeat(31)}`) } });
    (
      await client.post('/v1/runs', {
        task: 'x',
        metadata: { a: JSON.parse(`${'['.repeat(32)}${']'.repeat(32)}`) },
      })
    ).refusal(422);
  });

  test('measures metadata as compact JSON', async () => {
    const spacious = `{"task":"x","executionTarget":"local","metadata":{${' '.repeat(20_000)}"a" : "\\u0061"}}`;
    (await client.send('POST', '/v1/runs', { body: spacious })).as(202, AcceptedRun);
    expect((await latestRun(client)).metadata).toEqual({ a: 'a' });
  });

  test('returns metadata as it was sent, prototype keys included', async () => {
    const text = `{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":null,"hasOwnProperty":[],"":0,
      "a.b":1.5,"é😀":"\\u0001","deep":[[{"__proto__":"x"}]],"z":1,"a":2,"t":true,"n":-0.000001,"big":1e21}`;
    const body = `{"task":"x","executionTarget":"local","metadata":${text}}`;
    (await client.send('POST', '/v1/runs', { body })).as(202, AcceptedRun);
    const { text: page } = await client.get('/v1/runs?limit=1');
    expect(page).toContain(`"metadata":${JSON.stringify(JSON.parse(text))}`);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('defaults to empty metadata', async () => {
    await createRun(client);
    expect((await latestRun(client)).metadata).toEqual({});
  });
});

describe('GET /v1/runs', () => {
  let own: KeyClient;
  let made: AcceptedRun[];
  beforeAll(async () => {
    own = await (await signUp()).key();
    expect((await own.get('/v1/runs')).json).toEqual({ data: [], has_more: false });
    made = [];
    for (let index = 0; index < 30; index += 1) made.unshift(await createRun(own, { task: `task ${index}` }));
  });
  const ids = ({ data }: RunList) => data.map(({ id }) => id);

  test('lists each Run with exactly the documented fields', async () => {
    const answer = await own.get('/v1/runs');
    expect(Object.keys(answer.json as object).sort()).toEqual(['data', 'has_more']);
    for (const run of answer.as(200, RunList).data) {
      expect(Object.keys(run).sort()).toEqual(RUN_FIELDS);
      expect(run).toMatchObject({ status: 'queued', executionTarget: 'local', workflow: null, result: null });
      expect(run).toMatchObject({ error_code: null, error_message: null, step_count: 0, metadata: {} });
      expect([run.started_at, run.completed_at]).toEqual([null, null]);
      expect(run.created_at).toMatch(MOMENT);
      expect(run.updated_at).toMatch(MOMENT);
    }
  });

  test('lists the newest first, 25 by default', async () => {
    const first = await list('', own);
    expect(ids(first)).toEqual(made.slice(0, 25).map(({ id }) => id));
    expect(first.has_more).toBe(true);
    const rest = await list('?offset=25', own);
    expect(ids(rest)).toEqual(made.slice(25).map(({ id }) => id));
    expect(rest.has_more).toBe(false);
  });

  test('returns an exact has_more', async () => {
    expect((await list('?limit=30', own)).has_more).toBe(false);
    expect((await list('?limit=29', own)).has_more).toBe(true);
    expect(await list('?limit=1&offset=29', own)).toMatchObject({
      has_more: false,
      data: [{ id: made[29]?.id }],
    });
    expect(await list('?offset=30', own)).toEqual({ data: [], has_more: false });
    expect(await list('?limit=100&offset=1000000', own)).toEqual({ data: [], has_more: false });
    expect(ids(await list('?limit=100', own)).length).toBe(30);
  });

  test('pages without a gap or an overlap', async () => {
    const pages = await Promise.all(
      [0, 7, 14, 21, 28].map((offset) => list(`?limit=7&offset=${offset}`, own)),
    );
    expect(pages.flatMap(ids)).toEqual(made.map(({ id }) => id));
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=',
    'limit=%205',
    'limit=1e1',
    'limit=0x10',
    'limit=%D9%A3',
    'limit=99999999999999999999',
    'limit=NaN',
    'limit=null',
    'offset=-1',
    'offset=1000001',
    'offset=1.5',
    'offset=abc',
    'offset=',
    'offset=1e3',
    'offset=99999999999999999999',
    'status=done',
    'status=',
    'status=Queued',
    'status=queued,running',
    'status=paused%00',
    'executionTarget=moon',
    'executionTarget=',
    'createdAfter=yesterday',
    'createdAfter=2026-02-30T00:00:00Z',
    'createdAfter=',
    'createdBefore=2026-01-01',
    'createdBefore=0',
    'createdBefore=9999-12-31T23:59:59-05:00',
    'limit=5&limit=6',
    'status=queued&status=queued',
    'createdAfter=a&createdAfter=b',
  ])('returns 422 for %s', async (query) => {
    (await own.get(`/v1/runs?${query}`)).refusal(422, new RegExp(query.split('=')[0] ?? ''));
  });

  test('filters by status and target, alone and together', async () => {
    const [newest] = made;
    (await own.post(`/v1/runs/${newest?.id}/cancel`)).as(200, RunStatusResponse);
    expect(ids(await list('?status=cancelled', own))).toEqual([newest?.id]);
    expect(ids(await list('?status=queued&limit=100', own))).toEqual(made.slice(1).map(({ id }) => id));
    for (const status of ['running', 'waiting_for_approval', 'completed', 'failed'])
      expect((await list(`?status=${status}`, own)).data).toEqual([]);
    expect((await list('?executionTarget=cloud', own)).data).toEqual([]);
    expect(ids(await list('?executionTarget=local&status=cancelled', own))).toEqual([newest?.id]);
  });

  test('filters by creation time with exclusive bounds', async () => {
    const all = (await list('?limit=100', own)).data;
    const middle = all[15]?.created_at ?? '';
    const at = encodeURIComponent(middle);
    const expected = (keep: (run: Run) => boolean) => all.filter(keep).map(({ id }) => id);
    expect(ids(await list(`?limit=100&createdAfter=${at}`, own))).toEqual(
      expected((run) => run.created_at > middle),
    );
    expect(ids(await list(`?limit=100&createdBefore=${at}`, own))).toEqual(
      expected((run) => run.created_at < middle),
    );
    expect((await list(`?createdAfter=${at}&createdBefore=${at}`, own)).data).toEqual([]);
    const zoned = encodeURIComponent(middle.replace('Z', '+00:00'));
    expect(ids(await list(`?limit=100&createdAfter=${zoned}`, own))).toEqual(
      expected((run) => run.created_at > middle),
    );
    expect((await list('?createdBefore=2001-01-01T00:00:00Z', own)).data).toEqual([]);
    const odd = ['2000-01-01T00:00:00%2B20:00', `2000-01-01T00:00:00.${'1'.repeat(200)}Z`];
    for (const moment of odd)
      expect(ids(await list(`?limit=100&createdAfter=${moment}`, own))).toEqual(all.map(({ id }) => id));
  });

  test('filters by Runbook', async () => {
    const [first, second] = [await createPublished(own), await createPublished(own)];
    const start = async (id: string) =>
      (await own.post(`/v1/runbooks/${id}/runs`, { executionTarget: 'local' })).as(202, AcceptedRun).id;
    const [a, b] = [await start(first.id), await start(first.id)];
    await start(second.id);
    expect(ids(await list(`?runbookId=${first.id}`, own))).toEqual([b, a]);
    expect((await list(`?runbookId=${UNKNOWN_ID}`, own)).data).toEqual([]);
  });
});

describe('GET /v1/runs/{run_id}', () => {
  test('returns exactly five fields', async () => {
    const { id } = await createRun(client);
    const answer = await client.get(`/v1/runs/${id}`);
    expect(Object.keys(answer.as(200, RunState)).sort()).toEqual(STATE_FIELDS);
    expect(answer.json).toEqual({
      status: 'queued',
      result: null,
      error_code: null,
      error_message: null,
      step_count: 0,
    });
  });
});
