import { randomUUIDv7 } from 'node:crypto';
import { createLogger, openDatabase } from '@errand/service-kit';
import { type TestDatabase, createTestDatabase } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { createClaimWriter } from '../src/lifecycle/claim.ts';
import { createRunWriter } from '../src/lifecycle/write-runs.ts';
import { type DueWork, createLookForDueWork } from '../src/scheduling/due-work.ts';

const REST: DueWork = { isAnyQueued: false, isAnyExpired: false, isAnyUnexplained: false };
const QUEUED: DueWork = { ...REST, isAnyQueued: true };
const TIMES = { interruptedTimeoutMs: 60_000, requeueAfterMs: 10_000 };

describe('a look for due work', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase('runs');
    pool = await openDatabase({
      connectionString: database.url,
      migrationsDir: MIGRATIONS,
      applicationName: 'test',
      readsByIndex: true,
      log: createLogger('test', 'silent'),
    });
  });
  beforeEach(() => pool.query('DELETE FROM runs'));
  afterAll(async () => {
    await pool?.end();
    await database?.[Symbol.asyncDispose]();
  });

  const look = () => createLookForDueWork(pool, TIMES)(0);
  async function accepted(executionTarget: 'cloud' | 'local' = 'cloud'): Promise<string> {
    const id = randomUUIDv7();
    const by = { workspace_id: randomUUIDv7(), created_by: 'someone', execution_target: executionTarget };
    const columns = { id, ...by, task: 'A', inputs: '{}', metadata: '{}', options: '{}' };
    expect(await createRunWriter(pool)({ columns, askedAt: Date.now() })).toBe(true);
    return id;
  }
  async function claimed(): Promise<string> {
    const runId = await accepted();
    const asked = { runId, attempt: 1, executorId: 'executor-1', reserved: false, leaseMs: 60_000 };
    expect(await createClaimWriter(pool, 10)(asked)).toMatchObject({ id: runId });
    return runId;
  }
  const change = (runId: string, change: string) =>
    pool.query(`UPDATE runs SET ${change} WHERE id = $1`, [runId]);
  const queueRow = (runId: string, change: string) =>
    pool.query(`UPDATE outbox SET ${change} WHERE run_id = $1`, [runId]);

  test('finds nothing while an executor holds every Run', async () => {
    expect(await look()).toEqual(REST);
    await claimed();
    expect(await look()).toEqual(REST);
  });

  test('finds a queued Run, also one whose next attempt is due later', async () => {
    const runId = await accepted();
    expect(await look()).toEqual(QUEUED);
    await queueRow(runId, `due_at = now() + interval '1 min'`);
    expect(await look()).toEqual(QUEUED);
  });

  test('finds a Run whose lease has expired', async () => {
    await change(await claimed(), `lease_expires_at = now() - interval '1 ms'`);
    expect(await look()).toEqual({ ...REST, isAnyExpired: true });
  });

  test('finds an interrupted Run that was not resumed in time', async () => {
    const interruptedAt = (ago: string) =>
      `status = 'interrupted', lease_owner = NULL, lease_expires_at = NULL, interrupted_at = now() - interval '${ago}'`;
    const runId = await claimed();
    await change(runId, interruptedAt('59 s'));
    expect(await look()).toEqual(REST);
    await change(runId, `interrupted_at = now() - interval '61 s'`);
    expect(await look()).toEqual({ ...REST, isAnyExpired: true });
  });

  test('finds an approval that was not decided in time, but not one of a Run that has ended', async () => {
    const runId = await claimed();
    await change(runId, `status = 'waiting_for_approval'`);
    await pool.query(
      `INSERT INTO approvals (id, run_id, attempt, step_id, message, input, origin, page_digest, expires_at)
       VALUES ($1, $2, 1, 'pay', 'Pay?', '{}', 'https://shop.example', 'digest', now() + interval '1 min')`,
      [randomUUIDv7(), runId],
    );
    expect(await look()).toEqual(REST);
    await pool.query(`UPDATE approvals SET expires_at = now() - interval '1 ms'`);
    expect(await look()).toEqual({ ...REST, isAnyExpired: true });
    await change(
      runId,
      `status = 'cancelled', completed_at = now(), lease_owner = NULL, lease_expires_at = NULL`,
    );
    expect(await look()).toEqual(REST);
  });

  test('finds a Run whose job no executor has taken', async () => {
    const runId = await accepted();
    await queueRow(runId, `admitted_at = now(), published_at = now() - interval '9 s'`);
    expect(await look()).toEqual(QUEUED);
    await queueRow(runId, `published_at = now() - interval '11 s'`);
    expect(await look()).toEqual({ ...QUEUED, isAnyExpired: true });
  });

  test('finds Runs that have waited for an executor or a device for so long that their events should say so', async () => {
    await queueRow(await accepted(), `due_at = now() - interval '6 s'`);
    expect(await look()).toEqual({ ...QUEUED, isAnyUnexplained: true });
    await pool.query('DELETE FROM runs');
    const local = await accepted('local');
    expect(await look()).toEqual(REST);
    await change(local, `created_at = now() - interval '6 s'`);
    expect(await look()).toEqual({ ...REST, isAnyUnexplained: true });
    await change(local, 'last_seq = 1');
    expect(await look()).toEqual(REST);
  });

  test('is shared with those who may take an older answer, unless it failed', async () => {
    const shared = createLookForDueWork(pool, TIMES);
    expect(await shared(0)).toEqual(REST);
    await accepted();
    expect(await shared(Infinity)).toEqual(REST);
    expect(await Promise.all([shared(0), shared(Infinity)])).toEqual([QUEUED, QUEUED]);

    await pool.query('ALTER TABLE outbox RENAME TO away');
    await expect(shared(0)).rejects.toThrow('outbox');
    await pool.query('ALTER TABLE away RENAME TO outbox');
    expect(await shared(Infinity)).toEqual(QUEUED);
  });
});
