import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestDatabase, createTestDatabase, query } from '@errand/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { Env } from '../../apps/runs/src/config.ts';
import { ScaledObject } from '../check/keda.ts';

const file = path.resolve(import.meta.dirname, '../components/autoscaling/executors.yaml');
const [document] = parseAllDocuments(readFileSync(file, 'utf8'));
const scaler = ScaledObject.parse(document?.toJS());
const limit = Env.shape.ERRAND_WORKSPACE_CONCURRENT_RUNS.parse(undefined);

const BUSY = '00000000-0000-7000-8000-000000000001';
const QUIET = '00000000-0000-7000-8000-000000000002';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('runs');
}, 60_000);
afterAll(() => database?.drop());

const insert = (workspace: string, count: number, state: 'due' | 'backing off' | 'under way') =>
  query(
    database.url,
    `WITH made AS (
       INSERT INTO runs (id, workspace_id, created_by, execution_target, task, status, lease_owner, lease_expires_at)
       SELECT gen_random_uuid(), '${workspace}', 'u', 'cloud', 'Open x',
              ${state === 'under way' ? `'running', 'e', now() + interval '30 s'` : `'queued', NULL, NULL`}
       FROM generate_series(1, ${count}) RETURNING id, workspace_id)
     INSERT INTO outbox (run_id, workspace_id, attempt, due_at)
     SELECT id, workspace_id, 0, now() + interval '${state === 'due' ? '-1 s' : '1 h'}' FROM made
     WHERE ${state !== 'under way'}`,
  );

const wanted = async (): Promise<number> => {
  const [row] = await query<object>(database.url, scaler.spec.triggers[0]?.metadata.query ?? '');
  return Number(Object.values(row ?? {})[0]);
};

it('KEDA counts the Runs that executors could work on at once', async () => {
  expect(await wanted()).toBe(0);
  await insert(QUIET, 3, 'due');
  await insert(QUIET, 2, 'under way');
  await insert(QUIET, 7, 'backing off');
  expect(await wanted()).toBe(5);
  await insert(BUSY, limit + 30, 'due');
  await insert(BUSY, 4, 'under way');
  expect(await wanted()).toBe(5 + limit);
});
