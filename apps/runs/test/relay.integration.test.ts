import { randomUUIDv7 } from 'node:crypto';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRunWriter } from '../src/lifecycle/write-runs.ts';
import { publish } from '../src/queue/relay.ts';
import { MIN_QUEUED_AHEAD } from '../src/scheduling/admission.ts';
import { type Harness, startHarness } from './harness.ts';
import { finish } from './workspace-loads.ts';

describe.each(queueBackends())('a Run that is being queued, on $name,', (backend) => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend, { ERRAND_WORKSPACE_CONCURRENT_RUNS: '1' });
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());

  test('counts as not queued once a claim without a free slot has returned it to the backlog meanwhile', async () => {
    const first = await h.createRun();
    await h.jobPublished(first, 1);
    expect((await h.claim(first)).status).toBe(200);
    const second = await h.createRun();
    expect((await h.claim(second)).status).toBe(409);

    const executions = h.queues.queue('run-execution');
    const admission = { run_id: second, attempt: 1, admitted_at: new Date() };
    await publish({ pool: h.sql }, { any: executions }, [admission]);
    await executions.close();
    const { rows } = await h.sql.query('SELECT admitted_at, published_at FROM outbox WHERE run_id = $1', [
      second,
    ]);
    expect(rows).toEqual([{ admitted_at: null, published_at: null }]);
    await finish(h, first, 'executor-1');
  });
});

describe.each(queueBackends())('a runs service at rest, on $name,', (backend) => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend);
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());

  test('queues a Run of another process that accepted it and died before it could tell anyone', async () => {
    const id = randomUUIDv7();
    const by = { workspace_id: h.principal.workspaceId, created_by: 'someone', execution_target: 'cloud' };
    const columns = { id, ...by, task: 'A', inputs: '{}', metadata: '{}', options: '{}' };
    expect(await createRunWriter(h.sql)({ columns, askedAt: Date.now() })).toBe(true);
    await h.jobPublished(id, 1);
    expect((await h.claim(id)).status).toBe(200);
  });
});

describe.each(queueBackends())('a Run that is accepted while the queue is full, on $name,', (backend) => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend, { ERRAND_WORKSPACE_CONCURRENT_RUNS: '100' });
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());

  async function admitted(): Promise<string[]> {
    const { rows } = await h.sql.query<{ id: string }>(
      'SELECT run_id AS id FROM outbox WHERE admitted_at IS NOT NULL ORDER BY run_id',
    );
    return rows.map(({ id }) => id);
  }

  test('is queued once another process has claimed what is before it', async () => {
    const first = [];
    for (let count = 0; count < MIN_QUEUED_AHEAD; count += 1) first.push(await h.createRun());
    for (const id of first) await h.jobPublished(id, 1);
    const waiting = await h.createRun();
    expect(await admitted()).toEqual(first);
    // What a claim does to the outbox; this process hears nothing of it.
    await h.sql.query('DELETE FROM outbox WHERE run_id = ANY($1::uuid[])', [first]);
    await h.jobPublished(waiting, 1);
    expect(await admitted()).toEqual([waiting]);
  });
});
