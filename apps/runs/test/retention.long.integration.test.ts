import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger, createPool, openDatabase } from '@errand/service-kit';
import { createTestDatabase, queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createArtifactStore } from '../src/artifacts/open-store.ts';
import { readConfig } from '../src/config.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { removeFiles } from '../src/retention/remove-files.ts';
import { removeRuns } from '../src/retention/remove-runs.ts';
import { type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';
import { type S3Site, startS3Site } from './s3-site.ts';

const [postgres] = queueBackends();
const log = createLogger('test', 'silent');
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'a secret of this test' };

let site: S3Site;
let folder: string;
beforeAll(async () => {
  Object.assign(process.env, CREDENTIALS);
  site = await startS3Site({ [CREDENTIALS.AWS_ACCESS_KEY_ID]: CREDENTIALS.AWS_SECRET_ACCESS_KEY });
  folder = await mkdtemp(path.join(tmpdir(), 'errand-retention-'));
});
afterAll(async () => {
  for (const name of Object.keys(CREDENTIALS)) delete process.env[name];
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

async function count(h: Pick<Harness, 'sql'>, table: string, where = 'true'): Promise<number> {
  return (
    (await h.sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)).rows[0]?.n ??
    -1
  );
}

function age(h: Harness, runIds: readonly string[], days: number) {
  return h.sql.query(
    `UPDATE runs SET completed_at = now() - $2 * interval '1 day' WHERE id = ANY($1::uuid[])`,
    [runIds, days],
  );
}

/** A Run that ended, with events, an artifact's row and its bytes. */
async function endedRun(h: Harness): Promise<string> {
  const runId = await h.createRun();
  await h.claim(runId);
  for (let n = 0; n < 3; n += 1) {
    const artifact = `/internal/runs/${runId}/artifacts/${randomUUIDv7()}`;
    const about = 'attempt=1&executorId=executor-1&kind=download&filename=a.bin&contentType=image/png';
    expect((await h.transfer('PUT', `${artifact}?${about}`, randomBytes(100))).status).toBe(204);
  }
  await h.report({
    runId,
    attempt: 1,
    executorId: 'executor-1',
    firstSeq: 1,
    events: [reported('run.started', 'Started.'), reported('run.completed', 'Done.')],
    outcome: completed,
  });
  await h.until('the Run has ended', async () => (await h.status(runId)) === 'completed');
  return runId;
}

describe.each(['folder', 's3'])('a Run that ended long ago, its files in a %s', (kind) => {
  test('is removed with everything of it, and its key is free; a younger and an unfinished one stay', async () => {
    if (postgres === undefined) throw new Error('no queue to test with');
    const artifacts = path.join(folder, kind);
    await using h = await startHarness(postgres, {
      ERRAND_ARTIFACTS_DIR: artifacts,
      ...(kind === 's3' && {
        ERRAND_ARTIFACTS_URL: `s3://artifacts/kept/?endpoint=${encodeURIComponent(site.url)}`,
      }),
    });
    const stored = async () =>
      kind === 's3'
        ? [...new Set([...site.objects.keys()].map((key) => key.split('/')[3]))]
        : await readdir(artifacts);
    const [old, young] = [await endedRun(h), await endedRun(h)];
    const waiting = await h.createRun();
    await h.sql.query('UPDATE runs SET idempotency_key = $2 WHERE id = $1', [old, 'taken']);
    expect((await stored()).toSorted()).toEqual([old, young].toSorted());
    await age(h, [young], 29.9);
    await age(h, [old], 30.1);
    const pool = createPool({
      connectionString: h.databaseUrl,
      applicationName: 'test',
      log,
    });
    expect(await removeRuns({ pool, log }, 30)).toBe(1);
    expect(await count(h, 'pending_artifact_deletions')).toBe(1);
    for (const place of ['', '/events', '/artifacts'])
      expect((await h.call('GET', `/v1/runs/${old}${place}`)).status).toBe(404);
    expect((await h.call('POST', `/v1/runs/${old}/cancel`)).status).toBe(404);
    expect(await h.streamText(old)).toBe('{"detail":"Not found."}');
    const place =
      kind === 's3'
        ? { bucket: 'artifacts', prefix: 'kept', endpoint: site.url, region: undefined }
        : { directory: artifacts };
    const store = await createArtifactStore(place, log);

    // The process may die between the rows and the files, or the store may be away: the note stays until the files are gone.
    if (kind === 's3') {
      site.fail(true);
      await expect(removeFiles({ pool, artifacts: store })).rejects.toThrow();
      site.fail(false);
    }
    expect((await stored()).toSorted()).toEqual([old, young].toSorted());
    expect(await count(h, 'pending_artifact_deletions')).toBe(1);
    expect(await removeFiles({ pool, artifacts: store })).toBe(false);
    expect(await stored()).toEqual([young]);
    expect(await count(h, 'pending_artifact_deletions')).toBe(0);
    store.close();
    await pool.end();

    for (const table of ['run_events', 'artifacts']) {
      expect(await count(h, table, `run_id = '${old}'`)).toBe(0);
      expect(await count(h, table, `run_id = '${young}'`)).toBeGreaterThan(0);
    }
    expect(await h.status(young)).toBe('completed');
    expect(await h.status(waiting)).toBe('queued');
    const again = await h.call('POST', '/v1/runs', { task: 'Another' }, { 'x-idempotency-key': 'taken' });
    expect(again.status).toBe(202);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });
});

test('the next service to start removes the files that a crash left behind', async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  const artifacts = path.join(folder, 'crash');
  await using database = await createTestDatabase('runs');
  const start = (env: Record<string, string>) =>
    startHarness(postgres, { ERRAND_DATABASE_URL: database.url, ERRAND_ARTIFACTS_DIR: artifacts, ...env });
  let old: string;
  {
    await using h = await start({});
    old = await endedRun(h);
    await age(h, [old], 400);
    await h.sql.query('INSERT INTO pending_artifact_deletions SELECT id FROM runs');
    await h.sql.query('DELETE FROM runs');
    expect(await readdir(artifacts)).toEqual([old]);
  }
  await using h = await start({});
  await h.until('the files are gone', async () => (await readdir(artifacts)).length === 0);
  await h.until('the note is gone', async () => (await count(h, 'pending_artifact_deletions')) === 0);
});

test('the service removes old Runs by itself in batches with the setting, and keeps everything without it', async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  await using database = await createTestDatabase('runs');
  const start = (env: Record<string, string>) =>
    startHarness(postgres, { ERRAND_DATABASE_URL: database.url, ...env });
  {
    await using h = await start({});
    await h.sql.query(`
      INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task, completed_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'someone', 'cloud', status, 'A task', now() - interval '2 days'
      FROM generate_series(1, 83), unnest(ARRAY['completed', 'failed', 'cancelled']::run_status[]) AS status`);
    // Ended Runs always have a terminal status; these must be kept all the same.
    await h.sql.query(`
      INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task, completed_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'someone', 'local', status, 'A task', now() - interval '2 days'
      FROM unnest(ARRAY['queued', 'running', 'waiting_for_approval']::run_status[]) AS status`);
  }
  await using h = await start({ ERRAND_RETENTION_DAYS: '1' });
  await h.until('all that may go is gone', async () => (await count(h, 'runs')) === 3);
  expect(await count(h, 'runs', `status IN ('queued', 'running', 'waiting_for_approval')`)).toBe(3);
});

test('two processes at once never take the same Run', async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  await using h = await startHarness(postgres);
  await h.sql.query(`
    INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task, completed_at)
    SELECT gen_random_uuid(), gen_random_uuid(), 'someone', 'cloud', 'failed', 'A task', now() - interval '2 days'
    FROM generate_series(1, 50)`);
  const pool = createPool({
    connectionString: h.databaseUrl,
    applicationName: 'test',
    log,
  });
  const removed = await Promise.all(Array.from({ length: 10 }, () => removeRuns({ pool, log }, 1, 10)));
  expect(removed.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(50);
  while ((await removeRuns({ pool, log }, 1, 10)) > 0);
  expect(await count(h, 'runs')).toBe(0);
  expect(await count(h, 'pending_artifact_deletions')).toBe(50);
  await pool.end();
});

test('Runs that cannot be removed do not block the removal of later ones', async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  await using h = await startHarness(postgres);
  await h.sql.query(`
    INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task, completed_at)
    SELECT gen_random_uuid(), gen_random_uuid(), 'someone', 'cloud', 'failed', task, now() - days * interval '1 day'
    FROM (SELECT 'Stays', 3 FROM generate_series(1, 30) UNION ALL SELECT 'Goes', 2 FROM generate_series(1, 5)) AS kind (task, days);
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$;
    CREATE TRIGGER a_refuse BEFORE DELETE ON runs FOR EACH ROW WHEN (OLD.task = 'Stays') EXECUTE FUNCTION refuse()`);
  const pool = createPool({ connectionString: h.databaseUrl, applicationName: 'test', log });
  await h.until('the others are gone', async () => {
    await removeRuns({ pool, log }, 1);
    return (await count(h, 'runs', `task = 'Goes'`)) === 0;
  });
  expect(await count(h, 'runs', `task = 'Stays'`)).toBe(30);
  expect(await count(h, 'pending_artifact_deletions')).toBe(5);
  await pool.end();
});

test("files that cannot be removed do not block the removal of later Runs' files", async () => {
  await using database = await createTestDatabase('runs');
  const pool = await openDatabase({
    connectionString: database.url,
    migrationsDir: MIGRATIONS,
    applicationName: 'test',
    log,
  });
  const { rows } = await pool.query<{ owner_id: string }>(`
    INSERT INTO pending_artifact_deletions (owner_id, removed_at)
    SELECT gen_random_uuid(), now() - interval '1 hour' FROM generate_series(1, 30) RETURNING owner_id`);
  const stuck = new Set(rows.map(({ owner_id }) => owner_id));
  const later = randomUUIDv7();
  await pool.query('INSERT INTO pending_artifact_deletions (owner_id) VALUES ($1)', [later]);
  const store = await createArtifactStore({ directory: folder }, log);
  const artifacts = {
    ...store,
    removeAll: (ownerId: string) =>
      stuck.has(ownerId) ? Promise.reject(new Error('stuck')) : store.removeAll(ownerId),
  };
  const notes = () => count({ sql: pool }, 'pending_artifact_deletions');
  for (let round = 0; round < 50 && (await notes()) > stuck.size; round += 1)
    await expect(removeFiles({ pool, artifacts })).rejects.toThrow('stuck');
  expect(await notes()).toBe(stuck.size);
  await pool.end();
});

test('the setting is a number of days; none or 0 keeps for ever', () => {
  const read = (days?: string) =>
    readConfig({
      ERRAND_PORT: '0',
      ERRAND_INTERNAL_TOKEN: 'x'.repeat(32),
      ERRAND_EXECUTOR_TOKEN: 'y'.repeat(32),
      ERRAND_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      ERRAND_EVIDENCE_KEY: Buffer.alloc(32).toString('base64'),
      ERRAND_DATABASE_URL: 'postgres://a/b',
      ERRAND_QUEUE_URL: 'postgres://a/c',
      ERRAND_RUNBOOKS_URL: 'http://127.0.0.1:9',
      ERRAND_ARTIFACTS_DIR: 'x',
      ERRAND_RETENTION_DAYS: days,
    }).retentionDays;
  expect([read(), read('0'), read('90')]).toEqual([30, null, 90]);
  expect(() => read('-1')).toThrow('ERRAND_RETENTION_DAYS');
  expect(() => read('soon')).toThrow('ERRAND_RETENTION_DAYS');
});
