import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestDatabase, createTestDatabase } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { parseAllDocuments } from 'yaml';
import { Env } from '../../apps/runs/src/config.ts';
import { readBacklog } from '../../apps/runs/src/scheduling/queue-reasons.ts';
import { ScaledObject } from '../check/keda.ts';

const file = path.resolve(import.meta.dirname, '../components/autoscaling/executors.yaml');
const [document] = parseAllDocuments(readFileSync(file, 'utf8'));
const scaler = ScaledObject.parse(document?.toJS());
const limit = Env.shape.ERRAND_WORKSPACE_CONCURRENT_RUNS.parse(undefined);

const BUSY = '00000000-0000-7000-8000-000000000001';
const QUIET = '00000000-0000-7000-8000-000000000002';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase('runs');
  pool = new pg.Pool({ connectionString: database.url });
});
beforeEach(() => pool.query('DELETE FROM outbox; DELETE FROM runs'));
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

async function insert(
  workspace: string,
  count: number,
  state: 'due' | 'backing off' | 'running',
): Promise<void> {
  await pool.query(
    `WITH made AS (
       INSERT INTO runs (id, workspace_id, created_by, execution_target, task, status)
       SELECT gen_random_uuid(), $1, 'u', 'cloud', 'Open x', 'queued'
       FROM generate_series(1, $2) RETURNING id, workspace_id)
     INSERT INTO outbox (run_id, workspace_id, attempt, due_at)
     SELECT id, workspace_id, 0, now() + $3::interval FROM made`,
    [workspace, count, state === 'backing off' ? '1 h' : '-1 s'],
  );
  if (state === 'running')
    await pool.query(
      `WITH claimed AS (
         DELETE FROM outbox WHERE run_id IN (
           SELECT run_id FROM outbox WHERE workspace_id = $1 AND due_at <= now() LIMIT $2) RETURNING run_id)
       UPDATE runs SET status = 'running', lease_owner = 'e', lease_expires_at = now() + interval '30 s'
       WHERE id IN (SELECT run_id FROM claimed)`,
      [workspace, count],
    );
}

async function executorsByKeda(): Promise<number> {
  const { rows } = await pool.query<object>(scaler.spec.triggers[0]?.metadata.query ?? '');
  return Number(Object.values(rows[0] ?? {})[0]);
}

it('KEDA counts due and running Runs, up to the limit of each workspace', async () => {
  expect(await executorsByKeda()).toBe(0);
  await insert(QUIET, 3, 'due');
  await insert(QUIET, 2, 'running');
  await insert(QUIET, 7, 'backing off');
  expect(await executorsByKeda()).toBe(5);
  await insert(BUSY, limit + 30, 'due');
  await insert(BUSY, 4, 'running');
  expect(await executorsByKeda()).toBe(5 + limit);
});

/** As the rule for the metric in the README puts it together, from what runs services and executors report. */
async function executorsByMetric(running: number): Promise<number> {
  return (await readBacklog(pool, { workspaceRunLimit: limit })).executor.runs + running;
}

it('the metric for scaling gives the same count as KEDA, whether workspaces are at their limit or not', async () => {
  expect(await executorsByMetric(0)).toBe(await executorsByKeda());
  await insert(QUIET, 3, 'due');
  await insert(QUIET, 2, 'running');
  await insert(QUIET, 7, 'backing off');
  expect(await executorsByMetric(2)).toBe(await executorsByKeda());
  await insert(BUSY, 30, 'due');
  await insert(BUSY, limit, 'running');
  expect(await executorsByMetric(2 + limit)).toBe(await executorsByKeda());
});
