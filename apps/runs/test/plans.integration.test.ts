import { randomUUIDv7 } from 'node:crypto';
import { createLogger, createPool } from '@errand/service-kit';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { createClaimWriter } from '../src/lifecycle/claim.ts';
import { createEndWriter } from '../src/lifecycle/end-whole.ts';
import { createRunWriter } from '../src/lifecycle/write-runs.ts';
import { createLookForDueWork } from '../src/scheduling/due-work.ts';
import { type Harness, startHarness } from './harness.ts';

const [postgres] = queueBackends();
const workspaceId = randomUUIDv7();
const executorId = 'executor-1';
/** PostgreSQL keeps the plan of a statement that was executed more than five times. */
const ENOUGH_TO_KEEP_A_PLAN = 10;
const MANY = 2_000;

describe('a plan that was made while the tables were small', () => {
  let h: Harness;
  let pool: Pool;
  beforeAll(async () => {
    if (postgres === undefined) throw new Error('no queue to test with');
    h = await startHarness(postgres);
    // One connection, whose plans these are.
    pool = createPool({
      connectionString: h.databaseUrl,
      applicationName: 'test',
      max: 1,
      readsByIndex: true,
      log: createLogger('test', 'silent'),
    });
    // An analyzed table of one page is what PostgreSQL would rather read as a whole.
    await h.sql.query('VACUUM (FULL, ANALYZE) runs, outbox');
  });
  afterAll(async () => {
    await pool?.end();
    await h?.[Symbol.asyncDispose]();
  });

  const statistic = async (what: string, tables: string) => {
    // Without this, a backend reports its work about once a second.
    await pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ n: number }>(
      `SELECT sum(${what})::int AS n FROM pg_stat_user_tables WHERE relname IN (${tables})`,
    );
    return rows[0]?.n ?? NaN;
  };
  const accept = async () => {
    const id = randomUUIDv7();
    const by = { workspace_id: workspaceId, created_by: 'someone', execution_target: 'cloud' };
    const columns = { id, ...by, task: 'A', inputs: '{}', metadata: '{}', options: '{}' };
    expect(await createRunWriter(pool)({ columns, askedAt: Date.now() })).toBe(true);
    return id;
  };

  test('lets no whole table be read to accept a Run', async () => {
    const before = await statistic('seq_scan', `'runs', 'outbox'`);
    for (let run = 0; run < ENOUGH_TO_KEEP_A_PLAN; run += 1) await accept();
    expect(await statistic('seq_scan', `'runs', 'outbox'`)).toBe(before);
  });

  const addMany = () =>
    h.sql.query(
      `INSERT INTO runs (id, workspace_id, created_by, execution_target, task, inputs, metadata, options)
       SELECT gen_random_uuid(), $1, 'someone', 'cloud', 'A', '{}', '{}', '{}' FROM generate_series(1, ${MANY})`,
      [workspaceId],
    );

  test('lets no other Run be read to look for due work, once there are many and one has an old approval', async () => {
    const look = createLookForDueWork(pool, { interruptedTimeoutMs: 60_000, requeueAfterMs: 60_000 });
    const runId = await accept();
    await h.sql.query(
      `INSERT INTO approvals (id, run_id, attempt, step_id, message, expires_at)
       VALUES (gen_random_uuid(), $1, 1, 'pay', 'Pay?', now() - interval '1 min')`,
      [runId],
    );
    for (let count = 0; count < ENOUGH_TO_KEEP_A_PLAN; count += 1) await look(0);
    await addMany();
    const read = () => statistic('seq_tup_read + idx_tup_fetch', `'runs'`);
    const before = await read();
    await look(0);
    expect((await read()) - before).toBeLessThan(MANY / 10);
  });

  test('lets no other Run be read to claim or end one, once there are many', async () => {
    const claim = createClaimWriter(pool, MANY);
    const end = createEndWriter(pool);
    const claimAndEnd = async () => {
      const runId = await accept();
      const asked = { runId, attempt: 1, executorId, reserved: false, leaseMs: 60_000 };
      expect(await claim(asked)).toMatchObject({ id: runId });
      const held = { run_id: runId, attempt: 1, executor_id: executorId };
      const outcome = { status: 'completed', result: '{}', error_code: null, error_message: null };
      expect(await end({ ...held, ...outcome, steps: 0, events: 0, rows: '[]' })).not.toBeNull();
    };
    for (let run = 0; run < ENOUGH_TO_KEEP_A_PLAN; run += 1) await claimAndEnd();
    await addMany();
    const read = () => statistic('seq_tup_read + idx_tup_fetch', `'runs'`);
    const before = await read();
    await claimAndEnd();
    expect((await read()) - before).toBeLessThan(MANY / 10);
  });
});
