import { randomUUIDv7 } from 'node:crypto';
import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readBacklog } from '../src/scheduling/queue-reasons.ts';
import { recordQueueReasons } from '../src/scheduling/record-queue-reasons.ts';
import { type Harness, startHarness } from './harness.ts';
import { cancelWaiting, finish, miscounted } from './workspace-loads.ts';

describe.each(queueBackends())('a workspace with 5,000 queued Runs, on $name', (backend) => {
  const EXECUTORS = 2;
  const FEW = 8;
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend);
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());

  const admitted = async () =>
    (await h.sql.query<{ n: number }>('SELECT count(*)::int AS n FROM outbox WHERE admitted_at IS NOT NULL'))
      .rows[0]?.n ?? 0;

  test('does not delay the single Run of another workspace by more than a few', async () => {
    await h.sql.query(
      `WITH made AS (
         INSERT INTO runs (id, workspace_id, created_by, execution_target, task)
         SELECT id, $1, 'user-1', 'cloud', 'One of many' FROM unnest($2::uuid[]) AS id
         RETURNING id, workspace_id
       )
       INSERT INTO outbox (run_id, workspace_id, attempt) SELECT id, workspace_id, 1 FROM made`,
      [h.principal.workspaceId, Array.from({ length: 5_000 }, randomUUIDv7)],
    );
    const active: string[] = [];
    let received = 0;
    /** Claims the Run of the next job, as soon as an executor is free. */
    const claimNext = async () => {
      const oldest = active.length < EXECUTORS ? undefined : active.shift();
      if (oldest !== undefined) await finish(h, oldest, 'executor-1');
      await h.until('a job was published', () => h.jobs.length > received);
      const runId = h.jobs[received]?.runId ?? '';
      received += 1;
      expect((await h.claim(runId)).status).toBe(200);
      active.push(runId);
      return runId;
    };
    for (let count = 0; count < 12; count += 1) await claimNext();

    const other = h.as({ workspaceId: randomUUIDv7() });
    const single = String((await other.call('POST', '/v1/runs', { task: 'The only one' })).body['id']);
    let before = 0;
    while ((await claimNext()) !== single) {
      before += 1;
      expect(before).toBeLessThanOrEqual(FEW);
    }
    expect(await admitted()).toBeLessThanOrEqual(FEW);
    expect(await miscounted(h)).toEqual([]);
  });
});

describe.each(queueBackends())('a reserved slot, on $name,', (backend) => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend);
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());
  afterEach(() => cancelWaiting(h));

  const isOffered = (runId: string) => h.reservedJobs.some((job) => job.runId === runId);
  const claimReserved = (runId: string) => h.claim(runId, 1, 'executor-1', true);
  const createAs = async (workspaceId: string) =>
    String((await h.as({ workspaceId }).call('POST', '/v1/runs', { task: 'Of another' })).body['id']);

  test('is offered only to workspaces without active Runs', async () => {
    const held = await h.createRun();
    expect((await h.claim(held)).status).toBe(200);
    const waiting = await h.createRun();
    const other = await createAs(randomUUIDv7());
    await h.until('the other is offered one', () => isOffered(other));
    expect(isOffered(waiting)).toBe(false);
    expect((await claimReserved(waiting)).status).toBe(409);
    expect((await claimReserved(other)).status).toBe(200);
    expect((await h.claim(waiting)).status).toBe(200);
    expect(await miscounted(h)).toEqual([]);
  });

  test('is offered to a waiting Run once the only active Run of its workspace has ended', async () => {
    const workspaceId = randomUUIDv7();
    const first = await createAs(workspaceId);
    expect((await h.claim(first)).status).toBe(200);
    const second = await createAs(workspaceId);
    await h.jobPublished(second, 1);
    expect((await claimReserved(second)).status).toBe(409);
    await finish(h, first, 'executor-1');
    await h.until('the second is offered one', () => isOffered(second));
    expect((await claimReserved(second)).status).toBe(200);
  });

  test('goes to one Run of a workspace at a time', async () => {
    const workspaceId = randomUUIDv7();
    const runs = [await createAs(workspaceId), await createAs(workspaceId)];
    await h.until('one is offered', () => runs.some(isOffered));
    expect(runs.map(isOffered)).toEqual([true, false]);
  });
});

describe.each(queueBackends())('the limit of a workspace, on $name', (backend) => {
  const LIMIT = 3;
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend, { ERRAND_WORKSPACE_CONCURRENT_RUNS: String(LIMIT) });
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());
  afterEach(() => cancelWaiting(h));

  test('is never exceeded by concurrent claims, and every Run is executed in the end', async () => {
    const waiting = new Set(await Promise.all(Array.from({ length: 12 }, () => h.createRun())));
    while (waiting.size > 0) {
      const claims = await Promise.all(
        [...waiting].map(async (runId) => ({ runId, status: (await h.claim(runId)).status })),
      );
      const granted = claims.filter(({ status }) => status === 200);
      expect(granted).toHaveLength(Math.min(LIMIT, waiting.size));
      expect(new Set(claims.map(({ status }) => status))).toEqual(
        new Set(waiting.size > LIMIT ? [200, 409] : [200]),
      );
      const { rows } = await h.sql.query(`SELECT FROM runs WHERE status = 'running'`);
      expect(rows).toHaveLength(granted.length);
      for (const { runId } of granted) {
        await finish(h, runId, 'executor-1');
        waiting.delete(runId);
      }
    }
    expect(await miscounted(h)).toEqual([]);
  });

  test('holds through concurrent claims, ends, releases and cancellations', async () => {
    const runs = await Promise.all(Array.from({ length: 30 }, () => h.createRun()));
    let most = 0;
    const look = async () => {
      const { rows } = await h.sql.query<{ held: number; counted: number }>(
        `SELECT (SELECT count(*)::int FROM runs WHERE lease_owner IS NOT NULL AND workspace_id = $1) AS held,
                coalesce((SELECT active_runs FROM workspace_loads WHERE workspace_id = $1), 0) AS counted`,
        [h.principal.workspaceId],
      );
      expect(rows[0]?.counted).toBe(rows[0]?.held);
      most = Math.max(most, rows[0]?.held ?? 0);
    };
    const leave = async (runId: string, attempt: number, how: number) => {
      if (how === 0) await h.call('POST', `/v1/runs/${runId}/cancel`);
      else if (how === 1)
        await h.internal('POST', `/internal/runs/${runId}/release`, {
          attempt,
          executorId: 'executor-1',
          events: 0,
        });
      else await finish(h, runId, 'executor-1', attempt);
    };
    await Promise.all(
      runs.map(async (runId, n) => {
        let attempt = 1;
        for (let step = n; ; step += 1) {
          if ((await h.claim(runId, attempt)).status === 200) {
            const how = step % 4;
            await Promise.all([leave(runId, attempt, how), look()]);
            if (how !== 1) return;
            attempt += 1;
          } else await look();
        }
      }),
    );
    expect(most).toBe(LIMIT);
    expect(await miscounted(h)).toEqual([]);
  });

  test('applies to each workspace separately', async () => {
    for (const workspaceId of [randomUUIDv7(), randomUUIDv7()]) {
      const own = h.as({ workspaceId });
      for (let count = 0; count < LIMIT; count += 1) {
        const { body } = await own.call('POST', '/v1/runs', { task: 'One of three' });
        expect((await h.claim(String(body['id']))).status).toBe(200);
      }
    }
  });

  test('is the reason that the events of a queued Run give', async () => {
    const held = await Promise.all(Array.from({ length: LIMIT }, () => h.createRun()));
    for (const runId of held) await h.claim(runId);
    const runId = await h.createRun();
    const told = async () =>
      (await h.call('GET', `/v1/runs/${runId}/events`)).body['data'] as { message: string; data: unknown }[];
    expect(await told()).toEqual([]);
    await h.sql.query(`UPDATE outbox SET due_at = now() - interval '1 min' WHERE run_id = $1`, [runId]);
    await h
      .as({ scopes: [...h.principal.scopes, 'runs:local'] })
      .call('POST', '/v1/runs', { task: 'On my own machine', executionTarget: 'local' });
    expect(await readBacklog(h.sql, { workspaceRunLimit: LIMIT })).toEqual({
      workspace_limit: { runs: 1, oldestMs: expect.closeTo(60_000, -4) },
      executor: { runs: 0, oldestMs: 0 },
      retry: { runs: 0, oldestMs: 0 },
      device: { runs: 1, oldestMs: expect.any(Number) },
    });
    await h.until('the reason is recorded', async () => (await told()).length > 0);
    const [first, ...more] = await told();
    expect(first).toMatchObject({
      type: 'log',
      seq: 1,
      message: expect.stringContaining('the workspace has reached its limit of 3 concurrent Runs'),
      data: { queued_for: 'workspace_limit' },
    });
    expect(more).toEqual([]);
    expect(await told()).toEqual([first]);

    await recordQueueReasons({ pool: h.sql, workspaceRunLimit: LIMIT });
    expect(await told()).toEqual([first]);

    await finish(h, held[0] ?? '', 'executor-1');
    await h.until('it is admitted', async () => (await told()).length === 2);
    expect((await told())[1]).toMatchObject({ data: { queued_for: 'executor' } });
    const stream = h.streamText(runId);
    expect((await h.claim(runId)).status).toBe(200);
    await finish(h, runId, 'executor-1');
    expect((await stream).match(/^id: \d+$/gm)).toEqual(['id: 1', 'id: 2']);
  });

  test('a local Run says once that it waits for a device', async () => {
    const local = h.as({ scopes: [...h.principal.scopes, 'runs:local'] });
    const { body } = await local.call('POST', '/v1/runs', {
      task: 'On my machine',
      executionTarget: 'local',
    });
    await h.sql.query(`UPDATE runs SET created_at = now() - interval '1 min' WHERE id = $1`, [body['id']]);
    const events = async () =>
      (await h.call('GET', `/v1/runs/${String(body['id'])}/events`)).body['data'] as unknown[];
    await h.until('the reason is recorded', async () => (await events()).length > 0);
    await recordQueueReasons({ pool: h.sql, workspaceRunLimit: LIMIT });
    expect(await events()).toEqual([
      expect.objectContaining({ seq: 1, type: 'log', data: { queued_for: 'device', after_attempt: 0 } }),
    ]);
  });
});
