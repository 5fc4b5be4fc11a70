import { createLogger } from '@errand/service-kit';
import { openTestPool, queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { QueryResult } from 'pg';
import { removeRuns } from '../src/retention/remove-runs.ts';
import { claimedRun, expireLease } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';

/** More than one result holds, and more than one statement may remove. */
const MANY = 25_000;
const MAX_REMOVED = 10_000;
const RESULT_BYTES = 256 * 1024;
const [backend] = queueBackends();

let h: Harness;
beforeAll(async () => {
  if (backend === undefined) throw new Error('there is no queue to test on');
  h = await startHarness(backend);
});
afterAll(async () => h?.[Symbol.asyncDispose]());

/** An active Run with `count` events. */
async function runOfMany(count: number): Promise<string> {
  const runId = await claimedRun(h);
  const client = await h.sql.connect();
  // A check of each row's Run would take longer than all else.
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO run_events (run_id, seq, at, type, message)
     SELECT $1, last_seq + n, now(), 'log', 'Event ' || n FROM runs, generate_series(1, $2::int - last_seq) AS n
     WHERE id = $1`,
    [runId, count],
  );
  client.release(true);
  await h.sql.query('UPDATE runs SET last_seq = $2 WHERE id = $1', [runId, count]);
  return runId;
}

interface Seen {
  seq: number;
  type: string;
  message: string;
}

async function resultOf(runId: string) {
  const { body } = await h.call('GET', `/v1/runs/${runId}`);
  const { result } = body as { result: { events: [Seen, ...Seen[]] } };
  expect(JSON.stringify(result).length).toBeLessThanOrEqual(RESULT_BYTES);
  const [note, ...kept] = result.events;
  return { note, kept };
}

test('a Run of many events is cancelled, its result holds the newest, and retention removes it in portions', async () => {
  const runId = await runOfMany(MANY);
  expect(await h.call('POST', `/v1/runs/${runId}/cancel`)).toMatchObject({
    status: 200,
    body: { status: 'cancelled' },
  });

  const { note, kept } = await resultOf(runId);
  expect(kept.length).toBeGreaterThan(1_000);
  expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, index) => MANY + 1 - kept.length + index + 1));
  expect(kept.at(-1)).toMatchObject({ seq: MANY + 1, type: 'run.cancelled' });
  const dropped = MANY + 1 - kept.length;
  expect(note).toMatchObject({
    seq: dropped,
    type: 'log',
    message: `The result was too large: ${dropped} earlier events were left out.`,
  });

  await h.sql.query(`UPDATE runs SET completed_at = now() - interval '2 days' WHERE id = $1`, [runId]);
  const log = createLogger('test', 'silent');
  const pool = openTestPool(h.databaseUrl, 10);
  const removed: (number | null)[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const counting = (...parameters: unknown[]) => {
      const result = query(...parameters);
      if (String(parameters[0]).startsWith('DELETE FROM run_events'))
        void (result as Promise<QueryResult>).then(({ rowCount }) => removed.push(rowCount));
      return result;
    };
    Object.assign(client, { query: counting });
  });
  expect(await removeRuns({ pool, log }, 1)).toBe(1);
  await pool.end();
  expect(removed).toEqual([MAX_REMOVED, MAX_REMOVED, MANY + 1 - 2 * MAX_REMOVED]);
  expect((await h.sql.query('SELECT FROM run_events WHERE run_id = $1 LIMIT 1', [runId])).rowCount).toBe(0);
});

test('the result of a Run with large events holds as many of the newest as fit', async () => {
  const runId = await runOfMany(2_000);
  await h.sql.query(
    `UPDATE run_events SET data = json_build_object('text', repeat('é', 10000)) WHERE run_id = $1`,
    [runId],
  );
  await h.internal('POST', `/internal/runs/${runId}/intents`, {
    attempt: 1,
    executorId: 'executor-1',
    ordinal: 1,
    stepId: 'pay',
    effect: 'write',
    action: 'pay',
    surface: 'browser',
  });
  await expireLease(h, runId);
  await h.until('it has failed', async () => (await h.status(runId)) === 'failed');
  const { note, kept } = await resultOf(runId);
  const dropped = 2_001 - kept.length;
  expect(kept).toHaveLength(13);
  expect(note.message).toBe(`The result was too large: ${dropped} earlier events were left out.`);
});
