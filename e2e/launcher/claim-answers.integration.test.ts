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
  own = await startOwnStack();
  undo.defer(() => own.stop());
  executor = undo.use(await linkExecutor(own.stack, own.dir));
  runs = openSiteRuns(own, site);
}, START_MS);
afterAll(() => undo.disposeAsync(), START_MS);

test(
  'a Run whose executor had no answer to the claim that it was granted is carried out by that executor and not lost',
  async () => {
    const { api, stack } = own;
    executor.toRuns.silence('answers');
    const runId = await runs.start(runs.openStep('/read?token=a'), runs.postStep('a'), heading);
    await waitFor('the claim', async () => {
      const { body } = await api.call('GET', `/v1/runs/${runId}`);
      return body['status'] === 'running';
    });
    executor.toRuns.heal();
    expect(await api.finished(runId)).toMatchObject({ status: 'completed' });
    expect(runs.effects('a')).toBe(1);
    expect(await query(stack.databaseUrls.runs, 'SELECT attempt, lost_attempts FROM runs')).toEqual([
      { attempt: 2, lost_attempts: 0 },
    ]);
  },
  RUN_MS,
);
