import path from 'node:path';
import { type EffectsSite, query, startEffectsSite, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LinkedExecutor, linkExecutor } from './linked-executor.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { type SiteRuns, heading, openSiteRuns } from './site-runs.ts';

const START_MS = 180_000;
const RUN_MS = 180_000;

const undo = new AsyncDisposableStack();
let own: OwnStack;
let site: EffectsSite;
let runs: SiteRuns;
let executor: LinkedExecutor;

beforeAll(async () => {
  site = await startEffectsSite();
  undo.defer(() => site.close());
  own = await startOwnStack({ ERRAND_SHUTDOWN_GRACE_MS: '3000' });
  undo.defer(() => own.stop());
  executor = undo.use(
    await linkExecutor(own.stack, own.dir, {
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'slow-listen.ts')}`,
    }),
  );
  runs = openSiteRuns(own, site);
}, START_MS);
afterAll(() => undo.disposeAsync(), START_MS);

test(
  'an executor that is told to stop while it starts loses no Run',
  async () => {
    const { api, stack } = own;
    await executor.processes.kill('linked-executor', 'SIGTERM');
    runs.hangOn('/read', 'pause');
    const runId = await runs.start(runs.pauseStep(), runs.openStep('/read?token=a'), heading);
    await executor.processes.relaunch('linked-executor');
    await waitFor('the claim', async () => {
      const { body } = await api.call('GET', `/v1/runs/${runId}`);
      return body['status'] === 'running';
    });
    expect(await executor.processes.kill('linked-executor', 'SIGTERM')).toBe('exit code 0');
    site.listen(null);
    site.release();
    await executor.processes.restart('linked-executor');
    expect(await api.finished(runId)).toMatchObject({ status: 'completed' });
    expect(await query(stack.databaseUrls.runs, 'SELECT attempt, lost_attempts FROM runs')).toEqual([
      { attempt: 2, lost_attempts: 0 },
    ]);
  },
  RUN_MS,
);
