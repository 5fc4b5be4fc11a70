import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningStack } from '@errand/local-stack';
import Errand from '@errand/sdk';
import { type EffectsSite, query, startEffectsSite, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, openApi } from './api.ts';
import { type SiteRuns, heading, openSiteRuns, step, typesOf } from './site-runs.ts';
import {
  type Approve,
  type OwnStack,
  createBlueprintKey,
  openApprovals,
  startOwnStack,
} from './own-stack.ts';

const START_MS = 180_000;
const RUN_MS = 180_000;

let own: OwnStack;
let stack: RunningStack;
let site: EffectsSite;
let api: Api;
let approve: Approve;
let runs: SiteRuns;

beforeAll(async () => {
  site = await startEffectsSite();
  own = await startOwnStack({
    ERRAND_APPROVAL_HOLD_MS: '500',
    ERRAND_EXECUTOR_CONCURRENCY: '1',
    ERRAND_LOG_LEVEL: 'warn',
  });
  ({ stack, api } = own);
  approve = await openApprovals(own);
  runs = openSiteRuns(own, site);
}, START_MS);
afterAll(() => own?.stop(), START_MS);
afterAll(() => site?.close(), START_MS);

describe('when the executor of a Run is killed', () => {
  test(
    'a Run whose executor is killed resumes elsewhere after its last effect without repeating it, if that effect was made outside the page',
    async () => {
      runs.hangOn('/read', 'pause');
      const runId = await runs.start(
        runs.openStep('/read?token=a'),
        runs.postStep('a'),
        runs.pauseStep(),
        heading,
        step('again', 'data.set', { value: '{{ steps.order.output.status }}' }),
      );
      await runs.waitForStep(runId, 'pause');
      await runs.crashExecutor();
      expect(await api.finished(runId)).toMatchObject({
        status: 'completed',
        step_count: 5,
        result: { outputs: { heading: 'Text', again: 200, order: { status: 200 } } },
      });
      expect(runs.effects('a')).toBe(1);
      const all = await api.events(runId);
      expect(typesOf(all, 'open').filter((type) => type === 'step.completed')).toHaveLength(2);
      expect(typesOf(all, 'order')).toEqual(['step.started', 'step.completed', 'log']);
    },
    RUN_MS,
  );

  test(
    'a Run whose executor is killed during a write fails and names the step',
    async () => {
      runs.hangOn('/effects');
      const runId = await runs.start(runs.openStep('/read?token=b'), runs.postStep('b'), heading);
      await waitFor('the effect to land', async () => runs.effects('b') === 1);
      await runs.crashExecutor();
      expect(await api.finished(runId)).toMatchObject({
        status: 'failed',
        error_code: 'executor_lost',
        error_message: expect.stringContaining('"order"'),
      });
      expect((await api.events(runId)).at(-1)).toMatchObject({
        type: 'run.failed',
        data: { effects: [{ step_id: 'order', outcome: 'unknown' }] },
      });
      expect(runs.effects('b')).toBe(1);
    },
    RUN_MS,
  );

  test(
    'a Run whose executor is killed after an effect in the page fails and reports that the effect landed',
    async () => {
      runs.hangOn('/read', 'pause');
      const runId = await runs.start(
        runs.openStep('/form?token=c&step=send'),
        step(
          'send',
          'browser.click',
          { target: 'Send' },
          { completionCondition: 'text "Thank you" is visible' },
        ),
        runs.pauseStep(),
        heading,
      );
      await runs.waitForStep(runId, 'pause');
      await runs.crashExecutor();
      expect(await api.finished(runId)).toMatchObject({ status: 'failed', error_code: 'executor_lost' });
      expect((await api.events(runId)).at(-1)).toMatchObject({
        type: 'run.failed',
        step_id: 'send',
        data: { effects: [{ step_id: 'send', outcome: 'landed' }] },
      });
      expect(runs.effects('c')).toBe(1);
    },
    RUN_MS,
  );

  test(
    'a Run that waits for human input resumes once it is given',
    async () => {
      const schema = { type: 'number' };
      const runId = await runs.start(
        runs.postStep('d'),
        step('count', 'human.input', { message: 'How many?', schema }),
      );
      await runs.waitForRequest(runId);
      await runs.crashExecutor();
      await runs.waitForSuspension(runId);
      expect(await approve(runId, 'many')).toEqual({
        status: 422,
        body: { detail: 'value: must be of type number' },
      });
      expect((await approve(runId, 12)).status).toBe(200);
      expect(await api.finished(runId)).toMatchObject({
        status: 'completed',
        result: { outputs: { count: 12 } },
      });
      expect(runs.effects('d')).toBe(1);
    },
    RUN_MS,
  );
});

describe('when the executor of a Run that a person holds is killed', () => {
  test.each([
    ['pause', 'paused'],
    ['take-control', 'user_controlling'],
  ])(
    'a Run after %s is interrupted, and a resume completes it in another browser',
    async (action, held) => {
      const [first, second] = [`${action}-1`, `${action}-2`];
      runs.hangOn('/read', first);
      const goal = `Open ${site.url}/read?token=${first}, then open ${site.url}/read?token=${second}, then report the heading`;
      const blueprints = openApi(stack.baseUrl, await createBlueprintKey(stack.baseUrl, own.account));
      const blueprint = await blueprints.create('/v1/blueprints', { name: action, goal });
      const { id } = await blueprints.create(`/v1/blueprints/${blueprint.id}/runs`);
      await waitFor('the Run to begin', async () =>
        (await api.events(id)).some(({ type }) => type === 'step.started'),
      );
      const stateOf = async () => (await blueprints.call('GET', `/v1/blueprint-runs/${id}`)).body['status'];
      const control = async (verb: string) =>
        (await blueprints.call('POST', `/v1/blueprint-runs/${id}/${verb}`)).body['status'];
      expect(await control(action)).toBe(held);
      await runs.crashExecutor();
      await waitFor('the Run to be interrupted', async () => (await stateOf()) === 'interrupted');
      expect(await control('resume')).toBe('running');
      expect(await api.finished(id)).toMatchObject({
        status: 'completed',
        result: { outputs: { heading: 'Text' } },
      });
    },
    RUN_MS,
  );
});

describe('a Run that waits for approval', () => {
  test(
    'a Run that waits for approval is suspended after the hold time and resumes by repeating its reads',
    async () => {
      const runId = await runs.start(
        runs.openStep('/form?token=e&step=send'),
        runs.postStep('e'),
        step('send', 'browser.click', { target: 'Send' }, { risk: 'high' }),
        heading,
      );
      await runs.waitForSuspension(runId);
      expect((await approve(runId)).body).toEqual({ status: 'waiting_for_approval' });
      expect(await api.finished(runId)).toMatchObject({
        status: 'completed',
        step_count: 4,
        result: { outputs: { heading: 'Thank you' } },
      });
      expect(runs.effects('e')).toBe(2);
      const all = await api.events(runId);
      expect(all.filter(({ type }) => type === 'approval.requested')).toHaveLength(1);
      expect(typesOf(all, 'order')).toEqual(['step.started', 'step.completed', 'log']);
    },
    RUN_MS,
  );

  test(
    'a resumed Run requests approval again when the page is at another origin',
    async () => {
      const other = await startEffectsSite();
      let where = site.url;
      const crossing = createServer((_request, response) => {
        response.writeHead(302, { location: `${where}/form?token=f&step=send` }).end();
      });
      await new Promise<void>((resolve) => {
        crossing.listen(0, '127.0.0.1', resolve);
      });
      const { port } = crossing.address() as AddressInfo;
      const runId = await runs.start(
        step('open', 'browser.navigate', { url: `http://127.0.0.1:${port}/` }),
        step('send', 'browser.click', { target: 'Send' }, { risk: 'high' }),
      );
      await runs.waitForSuspension(runId);
      where = other.url;
      await approve(runId);
      const requests = async () =>
        (await api.events(runId)).filter(({ type }) => type === 'approval.requested');
      await waitFor('the second approval request', async () => (await requests()).length === 2);
      expect((await requests()).map(({ data }) => data?.['origin'])).toEqual([site.url, other.url]);
      expect(runs.effects('f') + other.effects.length).toBe(0);
      await approve(runId);
      expect(await api.finished(runId)).toMatchObject({ status: 'completed' });
      expect([runs.effects('f'), other.effects.length]).toEqual([0, 1]);
      crossing.close();
      await other.close();
    },
    RUN_MS,
  );

  test(
    'a Run that waits for approval keeps its browser when its page cannot be rebuilt, without blocking other Runs',
    async () => {
      const runId = await runs.start(
        runs.openStep('/form?token=g&step=send'),
        step('press', 'browser.press', { key: 'Tab' }),
        step('send', 'browser.click', { target: 'Send' }, { risk: 'high' }),
        heading,
      );
      await runs.waitForRequest(runId);
      const other = await runs.start(runs.openStep('/read?token=h'), heading);
      expect(await api.finished(other)).toMatchObject({ status: 'completed' });
      expect((await approve(runId)).body).toEqual({ status: 'running' });
      expect(await api.finished(runId)).toMatchObject({ status: 'completed' });
      expect(runs.effects('g')).toBe(1);
    },
    RUN_MS,
  );

  test(
    'a Run that waits for approval is suspended when its executor shuts down gracefully',
    async () => {
      const runId = await runs.start(
        runs.openStep('/read?token=i'),
        step('ask', 'human.approve', { message: 'Go on?' }),
        heading,
      );
      await runs.waitForRequest(runId);
      await stack.kill('executor', 'SIGTERM');
      await runs.waitForSuspension(runId);
      await stack.restart('executor');
      await approve(runId);
      expect(await api.finished(runId)).toMatchObject({ status: 'completed' });
    },
    RUN_MS,
  );
});

describe('when the gateway ends', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'the SDK waits on for a Run that ends while the gateway is away after %s, and gets each event once',
    async (signal) => {
      site.hang();
      const runId = await runs.start(runs.pauseStep());
      const errand = new Errand({ apiKey: own.account.apiKey, baseURL: stack.baseUrl });
      const seen: number[] = [];
      const waiting = errand.runs.wait(runId, { onEvent: ({ seq }) => seen.push(seq) });
      await runs.waitForStep(runId, 'pause');
      await waitFor('the first event', () => seen.length > 0);
      await stack.kill('gateway', signal);
      site.release();
      await waitFor('the Run to end', async () => {
        const ended = `SELECT id FROM runs WHERE id = '${runId}' AND completed_at IS NOT NULL`;
        return (await query(stack.databaseUrls.runs, ended)).length === 1;
      });
      await stack.restart('gateway');
      expect(await waiting).toMatchObject({ status: 'completed', step_count: 1 });
      expect(seen).toEqual((await api.events(runId)).map(({ seq }) => seq));
    },
    RUN_MS,
  );
});
