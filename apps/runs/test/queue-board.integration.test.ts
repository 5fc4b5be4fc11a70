import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';

const TOKEN = 'what only the operators of this test know';
const BOARD = '/operator/queues';
const CANARY = 'canary7c1e';
function basic(password: string) {
  return {
    authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`,
  };
}

interface Board {
  queues: {
    name: string;
    readOnlyMode: boolean;
    counts: Record<string, number>;
    jobs: { data: unknown }[];
  }[];
}

describe.each(queueBackends())('the queue board, on $name', (backend) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness(backend, { ERRAND_OPERATOR_TOKEN: TOKEN });
  });
  afterAll(async () => {
    await harness?.[Symbol.asyncDispose]();
  });

  const get = (path: string, headers: Record<string, string> = basic(TOKEN)) =>
    fetch(harness.url + BOARD + path, { headers });
  const look = async (query: string): Promise<Board> =>
    (await (await get(`/api/queues?${query}`)).json()) as Board;

  test('the queue board opens only with the operator token', async () => {
    for (const path of ['', '/', '/api/queues', '/api/redis/stats', '/static/css/none.css'])
      for (const headers of [{}, basic(''), basic(`${TOKEN}x`), { authorization: `Bearer ${TOKEN}` }]) {
        const { status } = await get(path, headers);
        expect([path, headers, status]).toEqual([path, headers, 401]);
      }
    const refused = await get('', {});
    expect(refused.headers.get('www-authenticate')).toBe('Basic realm="Errand operators"');
    expect(await refused.json()).toEqual({ detail: 'Operator token required.' });
    const page = await get('');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const html = await page.text();
    const [, script = ''] = /src="(static\/js\/main[^"]+)"/.exec(html) ?? [];
    expect((await get(`/${script}`)).status).toBe(200);
  });

  test('the queue board shows the queues, and only the Run id of each job', async () => {
    const { queues } = await look('');
    expect(queues.map(({ name }) => name).toSorted()).toEqual([
      'run-events',
      'run-execution',
      'run-execution-reserved',
    ]);
    for (const queue of queues) expect(queue.readOnlyMode).toBe(true);

    // A report for which the database is not ready yet stays in the queue: its Run is locked.
    const runId = await harness.createRun(`Say ${CANARY}`);
    expect((await harness.claim(runId)).status).toBe(200);
    const lock = await harness.sql.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [runId]);
      await harness.report({
        runId,
        attempt: 1,
        executorId: 'executor-1',
        firstSeq: 1,
        events: [reported('run.started', CANARY)],
        outcome: { ...completed, summary: CANARY },
      });
      let answer = '';
      const events = () => (JSON.parse(answer) as Board).queues.find(({ name }) => name === 'run-events');
      await harness.until('the job shows while it is worked on', async () => {
        answer = await (await get('/api/queues?activeQueue=run-events&jobsPerPage=10&page=1')).text();
        return events()?.jobs.length === 1 && events()?.counts['active'] === 1;
      });
      expect(answer).not.toContain(CANARY);
      expect(events()?.jobs.map(({ data }) => data)).toEqual([{ runId, attempt: 1 }]);
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    await harness.until('the Run ends', async () => (await harness.status(runId)) === 'completed');
  });

  test('the queue board changes nothing', async () => {
    for (const [method, path] of [
      ['PUT', '/api/queues/run-execution/pause'],
      ['PUT', '/api/queues/pause'],
      ['PUT', '/api/queues/run-events/obliterate'],
      ['POST', '/api/queues/run-execution/add'],
    ] as const) {
      const { status } = await fetch(harness.url + BOARD + path, { method, headers: basic(TOKEN) });
      expect([method, path, status]).toEqual([method, path, 405]);
    }
  });

  test('the queue board is disabled unless a token is set', async () => {
    await using without = await startHarness(backend);
    for (const headers of [{}, basic(TOKEN), basic('')])
      expect((await fetch(`${without.url}${BOARD}`, { headers })).status).toBe(404);
    expect((await without.send('GET', BOARD)).status).toBe(404);
  });
});
