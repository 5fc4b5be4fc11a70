import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { claimedRun, executor } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';
import { cancelWaiting } from './workspace-loads.ts';

describe.each(queueBackends())('a report that is applied late, queued on $name,', (backend) => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend);
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());
  afterEach(() => cancelWaiting(h));

  /** Waits until so many statements wait for the lock on a row. */
  const untilWaiting = (count: number) =>
    h.until(`${count} statements wait for a lock`, async () => {
      const { rows } = await h.sql.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return rows.length >= count;
    });

  test('keeps the Run from being taken for lost, although its lease has expired, while the sweep looks', async () => {
    const runId = await claimedRun(h);
    const client = await h.sql.connect();
    try {
      await h.sql.query(`UPDATE runs SET lease_expires_at = now() + interval '1 s' WHERE id = $1`, [runId]);
      await client.query('BEGIN');
      // As the first slice, which another process of the service is applying.
      await client.query('UPDATE runs SET attempt_seq = 1, last_seq = 1 WHERE id = $1', [runId]);
      await client.query(
        `INSERT INTO run_events (run_id, seq, at, type, message) VALUES ($1, 1, now(), 'run.started', 'first')`,
        [runId],
      );
      await untilWaiting(1);
      const events = [reported('run.completed', 'end')];
      await h.report({ runId, ...executor, firstSeq: 2, events, outcome: completed });
      await untilWaiting(2);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await h.until('the executor no longer has the Run', async () => (await h.status(runId)) !== 'running');
    expect(await h.status(runId)).toBe('completed');
    const { rows } = await h.sql.query('SELECT attempt, lost_attempts FROM runs WHERE id = $1', [runId]);
    expect(rows).toEqual([{ attempt: 1, lost_attempts: 0 }]);
  });
});
