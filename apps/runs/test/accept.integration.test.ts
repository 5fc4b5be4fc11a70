import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createRunWriter } from '../src/lifecycle/write-runs.ts';
import { type Answer, type Harness, startHarness } from './harness.ts';

const [postgres] = queueBackends();
let h: Harness;
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres);
});
afterAll(async () => h?.[Symbol.asyncDispose]());

async function storedRuns() {
  return (await h.sql.query<{ n: number }>('SELECT count(*)::int AS n FROM runs')).rows[0]?.n;
}

describe('idempotency', () => {
  test('a thousand concurrent requests with one key make one Run', async () => {
    const before = await storedRuns();
    const body = { task: 'Once', metadata: { b: 1, a: 2 } };
    const send = async (): Promise<Answer> => {
      const answer = await h.call('POST', '/v1/runs', body, { 'x-idempotency-key': 'one' });
      if (answer.status !== 503) return answer;
      await delay(Number(answer.headers.get('retry-after')) * 1_000);
      return send();
    };
    const answers = await Promise.all(Array.from({ length: 1_000 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length).toBe(999);
    expect(await storedRuns()).toBe((before ?? 0) + 1);
  });

  test('key order and white space do not make another request; another body does', async () => {
    const send = (body: unknown) => h.call('POST', '/v1/runs', body, { 'x-idempotency-key': 'two' });
    const first = await send({ task: 'A', metadata: { x: 1, y: [1, 2] } });
    const again = await send({ metadata: { y: [1, 2], x: 1 }, task: 'A' });
    expect(again.body).toEqual(first.body);
    expect((await send({ task: 'A', metadata: { y: [2, 1], x: 1 } })).status).toBe(409);
  });

  test('a rejected request does not use up its key, and keys belong to a workspace', async () => {
    const headers = { 'x-idempotency-key': 'three' };
    expect((await h.call('POST', '/v1/runs', { task: '' }, headers)).status).toBe(422);
    const mine = await h.call('POST', '/v1/runs', { task: 'B' }, headers);
    const theirs = await h
      .as({ workspaceId: randomUUIDv7() })
      .call('POST', '/v1/runs', { task: 'C' }, headers);
    expect([mine.status, theirs.status]).toEqual([202, 202]);
    expect(theirs.body['id']).not.toBe(mine.body['id']);
  });

  test.each(['', 'with space', 'x'.repeat(256), 'tab\t'])('the key %j is refused', async (key) => {
    expect((await h.call('POST', '/v1/runs', { task: 'A' }, { 'x-idempotency-key': key })).status).toBe(
      key === 'tab\t' ? 202 : 422,
    );
  });
});

describe('what is accepted', () => {
  const deep = (levels: number): unknown => (levels === 1 ? {} : { a: deep(levels - 1) });
  test.each([
    ['no task', {}, 'task: is required'],
    ['a blank task', { task: ' \n\t' }, 'task: must not be blank'],
    ['a task of 20,001 characters', { task: 'é'.repeat(20_001) }, 'task: must be 1 to 20000 characters long'],
    ['a NUL', { task: 'a\0b' }, 'task: must not contain NUL or unpaired surrogate characters'],
    ['a lone surrogate', { task: 'a\ud800' }, 'task: must not contain NUL or unpaired surrogate characters'],
    ['an unknown field', { task: 'a', colour: 1 }, 'colour: unknown field'],
    [
      'an unknown target',
      { task: 'a', executionTarget: 'moon' },
      'executionTarget: must be one of "cloud", "local"',
    ],
    ['an array as metadata', { task: 'a', metadata: [] }, 'metadata: must be an object'],
    [
      'metadata over 16 KiB',
      { task: 'a', metadata: { a: 'x'.repeat(16_384) } },
      'metadata: must be at most 16384 bytes',
    ],
    [
      'metadata 33 levels deep',
      { task: 'a', metadata: deep(33) },
      'metadata: must be at most 32 levels deep',
    ],
    ['NUL in metadata', { task: 'a', metadata: { 'k\0': 1 } }, 'metadata: must not contain NUL'],
    ['a body that is no object', ['a'], 'body: must be of type object'],
  ])('%s is refused, by name', async (_what, body, detail) => {
    const before = await storedRuns();
    const answer = await h.call('POST', '/v1/runs', body);
    expect(answer.status).toBe(422);
    expect(answer.body['detail']).toContain(detail);
    expect(await storedRuns()).toBe(before);
  });

  test('text and metadata survive as they were sent', async () => {
    const task = '“Ünïcode” 🧺 \u2028 \\u0000 e\u0301'.padEnd(20_000, '🧺');
    const metadata = JSON.parse(
      '{"__proto__":{"a":1},"constructor":"x","z":1,"a":[1.5,null,true],"":" "}',
    ) as object;
    const { body } = await h.call('POST', '/v1/runs', {
      task: [...task].slice(0, 20_000).join(''),
      metadata,
    });
    const list = await h.call('GET', '/v1/runs?limit=1');
    const [run] = list.body['data'] as Record<string, unknown>[];
    expect(run?.['id']).toBe(body['id']);
    expect(run?.['task']).toBe([...task].slice(0, 20_000).join(''));
    expect(JSON.stringify(run?.['metadata'])).toBe(JSON.stringify(metadata));
    const level32 = await h.call('POST', '/v1/runs', { task: 'a', metadata: deep(32) });
    expect(level32.status).toBe(202);
  });

  test('a local Run needs the scope runs:local and gets no outbox row', async () => {
    const refused = await h.call('POST', '/v1/runs', { task: 'a', executionTarget: 'local' });
    expect([refused.status, refused.body['detail']]).toEqual([
      403,
      'The API key lacks the scope runs:local.',
    ]);
    const owner = h.as({ scopes: ['runs:write', 'runs:local'] });
    const { body } = await owner.call('POST', '/v1/runs', { task: 'a', executionTarget: 'local' });
    expect(body).toMatchObject({ status: 'queued', executionTarget: 'local' });
    const { rows } = await h.sql.query('SELECT FROM outbox WHERE run_id = $1', [body['id']]);
    expect(rows).toHaveLength(0);
  });
});

describe('what is read', () => {
  test('another workspace cannot tell that a Run exists', async () => {
    const runId = await h.createRun();
    const other = h.as({ workspaceId: randomUUIDv7() });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['GET', '/events'],
      ['GET', '/artifacts'],
      ['GET', `/artifacts/${randomUUIDv7()}`],
      ['POST', '/approval'],
    ] as const) {
      const body = path === '/approval' ? { decision: 'approve' } : undefined;
      const foreign = await other.call(method, `/v1/runs/${runId}${path}`, body);
      const unknown = await other.call(method, `/v1/runs/${randomUUIDv7()}${path}`, body);
      expect([foreign.status, foreign.body]).toEqual([404, { detail: 'Not found.' }]);
      expect([unknown.status, unknown.body]).toEqual([foreign.status, foreign.body]);
    }
    expect((await other.call('GET', '/v1/runs')).body).toEqual({ data: [], has_more: false });
    expect((await h.call('GET', `/v1/runs/${runId.toUpperCase()}`)).status).toBe(404);
  });

  test('pages are newest first, disjoint and bounded', async () => {
    const workspace = h.as({ workspaceId: randomUUIDv7() });
    const ids: unknown[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.unshift((await workspace.call('POST', '/v1/runs', { task: `${n}` })).body['id']);
    const page = async (query: string) => {
      const { body } = await workspace.call('GET', `/v1/runs?${query}`);
      return { ids: (body['data'] as { id: string }[]).map(({ id }) => id), more: body['has_more'] };
    };
    expect(await page('')).toEqual({ ids, more: false });
    expect(await page('limit=2')).toEqual({ ids: ids.slice(0, 2), more: true });
    expect(await page('limit=2&offset=4')).toEqual({ ids: ids.slice(4), more: false });
    expect(await page('offset=1000000')).toEqual({ ids: [], more: false });
    expect(await page('status=queued&limit=1')).toEqual({ ids: ids.slice(0, 1), more: true });
    expect(await page('status=running')).toEqual({ ids: [], more: false });
    expect(await page(`executionTarget=cloud&createdBefore=2000-01-01T00:00:00Z`)).toEqual({
      ids: [],
      more: false,
    });
    expect(await page(`createdAfter=2000-01-01T00:00:00%2B02:00&unknown=1`)).toEqual({ ids, more: false });
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=',
    'offset=-1',
    'offset=1000001',
    'limit=1&limit=2',
  ])('the query %s is refused', async (query) => {
    expect((await h.call('GET', `/v1/runs?${query}`)).status).toBe(422);
  });
  test.each(['status=done', 'createdAfter=yesterday', 'createdAfter=0000-01-01T00:00:00Z', 'runbookId=1'])(
    'the filter %s is refused',
    async (query) => {
      expect((await h.call('GET', `/v1/runs?${query}`)).status).toBe(422);
    },
  );
  test('a bad place in the events is refused', async () => {
    const runId = await h.createRun();
    expect((await h.call('GET', `/v1/runs/${runId}/events?after=x`)).status).toBe(422);
  });
});

function columns(id: string) {
  const json = { inputs: '{}', metadata: '{}', options: '{}' };
  const by = { workspace_id: randomUUIDv7(), created_by: 'someone' };
  return { id, ...by, execution_target: 'cloud', task: 'A', ...json };
}

describe('a statement that waited too long', () => {
  const stored = async (ids: string[]) =>
    (await h.sql.query<{ id: string }>('SELECT id FROM runs WHERE id = ANY($1::uuid[])', [ids])).rows.map(
      ({ id }) => id,
    );

  test('stores nothing, because its caller has already timed out', async () => {
    const write = createRunWriter(h.sql);
    const [first, late, next] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    expect(await write({ columns: columns(first), askedAt: Date.now() })).toBe(true);
    const both = [
      write({ columns: columns(late), askedAt: Date.now() - 5_000 }),
      write({ columns: columns(next), askedAt: Date.now() }),
    ];
    expect(await Promise.all(both)).toEqual([false, true]);
    expect(new Set(await stored([first, late, next]))).toEqual(new Set([first, next]));
  });

  test('is recognised by the clock of the database, whatever the local clock says', async () => {
    const write = createRunWriter(h.sql);
    const hourAhead = Date.now() + 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(hourAhead);
    try {
      expect(await write({ columns: columns(randomUUIDv7()), askedAt: hourAhead })).toBe(true);
      expect(await write({ columns: columns(randomUUIDv7()), askedAt: hourAhead })).toBe(true);
      expect(await write({ columns: columns(randomUUIDv7()), askedAt: hourAhead - 5_000 })).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });
});
