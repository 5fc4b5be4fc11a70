import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startShop } from '@errand/demo-shop';
import { type RunningStack, StartError, startStack } from '@errand/local-stack';
import Errand, { type CreateRunbook } from '@errand/sdk';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signUp } from '@errand/launcher/account';
import { adHocTask, orderInputs, orderRunbook } from '@errand/launcher/scenarios';
import { browserCacheDirectory } from '@errand/launcher/home';

const START_MS = 240_000;
const RUN_MS = 180_000;

// Redis if there is one: the contract tests and most others of this folder execute Runs on PostgreSQL.
describe.each(queueBackends().slice(-1))('the whole stack, queued on $name', (backend) => {
  let dir: string;
  let queueUrl: string | undefined;
  let stack: RunningStack;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let errand: Errand;
  let apiKey: string;

  const start = () =>
    startStack({
      dir,
      port: 0,
      queueUrl,
      env: { ...process.env, ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory() },
    });

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'errand-stack-'));
    queueUrl = backend.name === 'redis' ? (await backend.create()).url : undefined;
    shop = await startShop();
    stack = await start();
    ({ apiKey } = await signUp(stack.baseUrl, 'ada@example.com', 'a long enough password'));
    errand = new Errand({ apiKey, baseURL: stack.baseUrl });
  }, START_MS);
  afterAll(() => stack?.stop(), START_MS);
  afterAll(() => shop?.close(), START_MS);
  afterAll(() => rm(dir, { recursive: true, force: true }), START_MS);

  const finish = async (runId: string) => {
    const types: string[] = [];
    for await (const event of errand.runs.stream(runId)) types.push(event.type);
    return { types, state: await errand.runs.get(runId) };
  };

  test(
    'an ad-hoc Run in plain English is executed in a real browser',
    async () => {
      const { id } = await errand.runs.create({ task: adHocTask(shop.url) });
      const { types, state } = await finish(id);
      expect(state).toMatchObject({
        status: 'completed',
        error_code: null,
        result: { outputs: { total: '£69.00' } },
      });
      expect([types[0], types.at(-1)]).toEqual(['run.started', 'run.completed']);
      const artifacts = await Array.fromAsync(errand.runs.artifacts.list(id));
      const stepIds = artifacts.filter(({ kind }) => kind === 'screenshot').map(({ step_id }) => step_id);
      expect(stepIds.toSorted()).toEqual(
        Array.from({ length: state.step_count }, (_, index) => `s${index + 1}`),
      );
      const [first] = artifacts;
      const file = await errand.runs.artifacts.download(id, first?.id ?? '');
      expect(Buffer.from(await file.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    },
    RUN_MS,
  );

  test(
    'a Run of a published Runbook with parameters places one order',
    async () => {
      const runbook = await errand.runbooks.create({
        ...(orderRunbook(shop.url) as CreateRunbook),
        status: 'published',
      });
      const before = shop.orders.length;
      const { id } = await errand.runbooks.run(runbook.id, { inputs: orderInputs });
      const { state } = await finish(id);
      expect(state).toMatchObject({ status: 'completed', step_count: 16 });
      expect(shop.orders.slice(before).map(({ number, name }) => ({ number, name }))).toEqual([
        { number: (state.result?.outputs['number'] as { order: string }).order, name: orderInputs.customer },
      ]);
    },
    RUN_MS,
  );

  test(
    'Runs fail with the reason when a task, element or page cannot be understood, found or reached',
    async () => {
      const outcomes = await Promise.all(
        [
          'Ponder the meaning of tea',
          `Open ${shop.url} and click the button "Launch the rocket"`,
          'Open http://127.0.0.1:9/',
        ].map(async (task) => (await finish((await errand.runs.create({ task })).id)).state),
      );
      expect(outcomes.map(({ status, error_code }) => [status, error_code])).toEqual([
        ['failed', 'task_not_understood'],
        ['failed', 'element_not_found'],
        ['failed', 'navigation_failed'],
      ]);
      expect(outcomes[1]?.error_message).toContain('Launch the rocket');
    },
    RUN_MS,
  );

  test(
    'cancelling a Run that is executing frees the executor for the next',
    async () => {
      const { id } = await errand.runs.create({
        task: `Open ${shop.url} and wait until "never to be seen" appears`,
      });
      for await (const event of errand.runs.stream(id)) if (event.type === 'step.completed') break;
      expect(await errand.runs.cancel(id)).toEqual({ status: 'cancelled' });
      const { types } = await finish(id);
      expect(types.at(-1)).toBe('run.cancelled');
      const next = await errand.runs.create({ task: `Open ${shop.url} and report the heading` });
      expect((await finish(next.id)).state.status).toBe('completed');
    },
    RUN_MS,
  );

  test(
    'a second start on the same data is refused, and a restart keeps the data',
    async () => {
      await expect(start()).rejects.toThrow(StartError);
      await expect(start()).rejects.toThrow(/already running at http/);
      const { id } = await errand.runs.create({ task: `Open ${shop.url} and report the heading` });
      const { state } = await finish(id);
      await stack.stop();
      stack = await start();
      errand = new Errand({ apiKey, baseURL: stack.baseUrl });
      expect(await errand.runs.get(id)).toEqual(state);
    },
    START_MS,
  );
});
