import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { publish } from '../src/queue/relay.ts';
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
