import { randomUUIDv7 } from 'node:crypto';
import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expireApproval, expireLease, isSuspended, suspend } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';
import { cancelWaiting, finish, miscounted } from './workspace-loads.ts';

const executor = { attempt: 1, executorId: 'executor-1' };

describe.each(queueBackends())('the only slot of a workspace, on $name,', (backend) => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend, {
      ERRAND_WORKSPACE_CONCURRENT_RUNS: '1',
      ERRAND_LEASE_MS: '15000',
    });
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());
  afterEach(() => cancelWaiting(h));

  const call = (runId: string, action: string, body: object) =>
    h.internal('POST', `/internal/runs/${runId}/${action}`, { ...executor, ...body });
  const intend = (runId: string) =>
    call(runId, 'intents', { ordinal: 1, stepId: 'pay', effect: 'write', action: 'Pay', surface: 'browser' });
  const requestApproval = (runId: string) =>
    call(runId, 'approvals', { stepId: 'pay', message: 'Pay?', input: null, origin: null });
  const decide = (runId: string, decision: string) =>
    h.as({ keyId: randomUUIDv7() }).call('POST', `/v1/runs/${runId}/approval`, { decision });

  const ways: Record<string, (runId: string) => Promise<unknown>> = {
    'its Run completes': (runId) => finish(h, runId, 'executor-1'),
    'its Run is cancelled': (runId) => h.call('POST', `/v1/runs/${runId}/cancel`),
    'the executor hands its Run back': (runId) => call(runId, 'release', { events: 0 }),
    'the executor is lost': (runId) => expireLease(h, runId),
    'the executor is lost in a write': async (runId) => {
      await intend(runId);
      await expireLease(h, runId);
    },
    'its Run is suspended': async (runId) => {
      await requestApproval(runId);
      expect(isSuspended(await suspend(h, runId))).toBe(true);
    },
    'its Run is rejected': async (runId) => {
      await requestApproval(runId);
      expect((await decide(runId, 'reject')).body).toEqual({ status: 'failed' });
    },
    'its approval expires': async (runId) => {
      await requestApproval(runId);
      await expireApproval(h, runId);
    },
    'its Run goes on and completes': async (runId) => {
      await requestApproval(runId);
      expect((await decide(runId, 'approve')).body).toEqual({ status: 'running' });
      await finish(h, runId, 'executor-1');
    },
    'its Run is removed': (runId) => h.sql.query('DELETE FROM runs WHERE id = $1', [runId]),
  };

  test.each(Object.keys(ways))('is free when %s', async (way) => {
    const runId = await h.createRun();
    expect((await h.claim(runId)).status).toBe(200);
    const next = await h.createRun();
    expect((await h.claim(next)).status).toBe(409);
    expect(h.jobs.some((job) => job.runId === next)).toBe(false);
    await ways[way]?.(runId);
    // The slot goes to the next Run, or to the same one when it is queued again, because it is older.
    const takers = () =>
      h.jobs.filter((job) => job.runId === next || (job.runId === runId && job.attempt > 1));
    await h.until('the slot was given away', () => takers().length > 0);
    expect(takers()).toHaveLength(1);
    const [taker] = takers();
    expect((await h.claim(taker?.runId ?? '', taker?.attempt)).status).toBe(200);
    expect(await miscounted(h)).toEqual([]);
  });

  test('is free when an admitted Run is cancelled before it is claimed', async () => {
    const runId = await h.createRun();
    const next = await h.createRun();
    await h.until('the first was published', () => h.jobs.some((job) => job.runId === runId));
    expect(h.jobs.some((job) => job.runId === next)).toBe(false);
    await h.call('POST', `/v1/runs/${runId}/cancel`);
    await h.until('the next was published', () => h.jobs.some((job) => job.runId === next));
  });

  test('is free for a Run that was refused a slot, which is published again', async () => {
    const runId = await h.createRun();
    await h.until('it was published', () => h.jobs.some((job) => job.runId === runId));
    const rival = await h.createRun();
    expect((await h.claim(rival)).status).toBe(200);
    expect((await h.claim(runId)).status).toBe(409);
    const { rows } = await h.sql.query('SELECT admitted_at FROM outbox WHERE run_id = $1', [runId]);
    expect(rows).toEqual([{ admitted_at: null }]);
    await finish(h, rival, 'executor-1');
    await h.until('it was published again', () => h.jobs.filter((job) => job.runId === runId).length > 1);
    expect((await h.claim(runId)).status).toBe(200);
  });

  test('is free for a suspended and approved Run that was refused a slot', async () => {
    const suspended = await h.createRun();
    await h.claim(suspended);
    await requestApproval(suspended);
    await suspend(h, suspended);
    const rival = await h.createRun();
    await h.claim(rival);
    await decide(suspended, 'approve');
    expect((await h.claim(suspended, 2)).status).toBe(409);
    expect(h.jobs.some((job) => job.runId === suspended && job.attempt === 2)).toBe(false);
    await finish(h, rival, 'executor-1');
    await h.until('it was published', () =>
      h.jobs.some((job) => job.runId === suspended && job.attempt === 2),
    );
    expect((await h.claim(suspended, 2)).status).toBe(200);
  });

  test('is free although the sweep fails on a Run of another workspace', async () => {
    const other = h.as({ workspaceId: randomUUIDv7() });
    const broken = String((await other.call('POST', '/v1/runs', { task: 'Breaks the sweep' })).body['id']);
    expect((await h.claim(broken)).status).toBe(200);
    const lost = await h.createRun();
    expect((await h.claim(lost)).status).toBe(200);
    await h.sql.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$;
      UPDATE runs SET lease_expires_at = now() - interval '2 min' WHERE id = '${broken}';
      UPDATE runs SET lease_expires_at = now() - interval '1 min' WHERE id = '${lost}';
      CREATE TRIGGER a_refuse BEFORE UPDATE ON runs FOR EACH ROW WHEN (OLD.id = '${broken}') EXECUTE FUNCTION refuse()`);
    await h.until('the other was published again', () =>
      h.jobs.some((job) => job.runId === lost && job.attempt === 2),
    );
    expect((await other.call('GET', `/v1/runs/${broken}`)).body['status']).toBe('running');
    await h.sql.query('DROP FUNCTION refuse CASCADE');
  });

  test("is free although the sweep fails on more than one batch of other workspaces' Runs", async () => {
    await h.sql.query(`
      INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task, attempt, lease_owner, lease_expires_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'someone', 'cloud', 'running', 'Breaks the sweep', 1, 'executor-1',
             now() - interval '2 min'
      FROM generate_series(1, 150);
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$;
      CREATE TRIGGER a_refuse BEFORE UPDATE ON runs FOR EACH ROW WHEN (OLD.task = 'Breaks the sweep')
        EXECUTE FUNCTION refuse()`);
    const lost = await h.createRun();
    expect((await h.claim(lost)).status).toBe(200);
    await expireLease(h, lost);
    await h.until('the other was published again', () =>
      h.jobs.some((job) => job.runId === lost && job.attempt === 2),
    );
    await h.sql.query(`DROP FUNCTION refuse CASCADE; DELETE FROM runs WHERE task = 'Breaks the sweep'`);
  });
});
