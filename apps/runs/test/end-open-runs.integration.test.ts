import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimedRun, declareIntent } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';
import { finish } from './workspace-loads.ts';

const command = path.resolve(import.meta.dirname, '../src/operator/end-open-runs.ts');
const [backend] = queueBackends();

let h: Harness;
beforeAll(async () => {
  if (backend === undefined) throw new Error('there is no queue to test on');
  h = await startHarness(backend);
});
afterAll(async () => h?.[Symbol.asyncDispose]());

async function endOpenRuns(env: Record<string, string> = { ERRAND_DATABASE_URL: h.databaseUrl }) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return promisify(execFile)(process.execPath, [command], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
}

test('open Runs of a restored backup are failed and not executed again', async () => {
  const done = await claimedRun(h);
  await finish(h, done, 'executor-1');
  const acting = await claimedRun(h);
  await declareIntent(h, acting, 'pay', 'browser');
  const asking = await claimedRun(h);
  await h.internal('POST', `/internal/runs/${asking}/approvals`, {
    attempt: 1,
    executorId: 'executor-1',
    stepId: 'pay',
    message: 'Pay?',
    input: null,
    origin: null,
  });
  const queued = await h.createRun();

  expect(await endOpenRuns()).toMatchObject({ stdout: 'Ended 3 Runs that were open.\n', stderr: '' });
  expect(await h.status(done)).toBe('completed');
  for (const id of [acting, asking, queued]) {
    const { body } = await h.call('GET', `/v1/runs/${id}`);
    expect(body).toMatchObject({
      status: 'failed',
      error_code: 'executor_lost',
      error_message: expect.stringContaining('a backup that was restored'),
    });
  }
  const events = await h.streamText(acting);
  expect(events).toContain('"outcome":"unknown"');
  expect((await h.claim(queued)).status).toBe(409);
  expect(await endOpenRuns()).toMatchObject({ stdout: 'Ended 0 Runs that were open.\n' });
});

test('reports what is missing when there is no database', async () => {
  await expect(endOpenRuns({})).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Cannot start: ERRAND_DATABASE_URL/),
  });
});
