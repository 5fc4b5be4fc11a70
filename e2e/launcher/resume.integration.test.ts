import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunEvent, RunbookStep } from '@errand/contracts';
import type { RunningStack } from '@errand/local-stack';
import Errand from '@errand/sdk';
import { type EffectsSite, query, startEffectsSite, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, openApi } from './api.ts';
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

beforeAll(async () => {
  site = await startEffectsSite();
  own = await startOwnStack({
    ERRAND_APPROVAL_HOLD_MS: '500',
    ERRAND_EXECUTOR_CONCURRENCY: '1',
    ERRAND_LOG_LEVEL: 'warn',
  });
  ({ stack, api } = own);
  approve = await openApprovals(own);
}, START_MS);
afterAll(() => own?.stop(), START_MS);
afterAll(() => site?.close(), START_MS);

function step(id: string, primitive: string, input: Record<string, unknown>, more = {}): RunbookStep {
  return {
    id,
    kind: 'primitive',
    primitive,
    input,
    ...more,
  };
}
function open(where: string) {
  return step('open', 'browser.navigate', { url: site.url + where });
}
function post(token: string) {
  return step('order', 'http.request', {
    method: 'POST',
    url: `${site.url}/effects`,
    json: { token, step: 'order' },
  });
}
function pause() {
  return step('pause', 'http.request', { method: 'GET', url: `${site.url}/read?token=pause` });
}
const heading = step('heading', 'browser.extract', { target: 'h1', as: 'text' });

let runbooks = 0;
async function start(...steps: RunbookStep[]): Promise<string> {
  runbooks += 1;
  const runbook = await api.create('/v1/runbooks', {
    schemaVersion: 3,
    title: `Runbook ${runbooks}`,
    parameters: [],
    steps,
    status: 'published',
  });
  return (await api.create(`/v1/runbooks/${runbook.id}/runs`, {})).id;
}
function waitForStep(runId: string, stepId: string) {
  return waitFor(`step ${stepId} to start`, async () =>
    (await api.events(runId)).some(({ type, step_id }) => type === 'step.started' && step_id === stepId),
  );
}
function waitForRequest(runId: string) {
  return waitFor(
    'the approval request',
    async () => (await api.call('GET', `/v1/runs/${runId}`)).body['status'] === 'waiting_for_approval',
  );
}
function waitForSuspension(runId: string) {
  return waitFor('the Run to be suspended', async () => {
    const rows = await query(
      stack.databaseUrls.runs,
      `SELECT id FROM runs WHERE id = '${runId}' AND status = 'waiting_for_approval' AND lease_owner IS NULL`,
    );
    return rows.length === 1;
  });
}
/** The site leaves the next such request unanswered until `crash`. */
function hangOn(path: string, token = '') {
  return site.listen((request) => {
    if (request.path === path && request.token === token) site.hang();
  });
}
async function crash() {
  await stack.kill('executor');
  site.listen(null);
  site.release();
  await query(
    stack.databaseUrls.runs,
    'UPDATE runs SET lease_expires_at = now() WHERE lease_owner IS NOT NULL',
  );
  await stack.restart('executor');
}
function effects(token: string) {
  return site.effects.filter((effect) => effect.token === token).length;
}
function typesOf(all: readonly RunEvent[], stepId: string) {
  return all.filter(({ step_id }) => step_id === stepId).map(({ type }) => type);
}

describe('when the executor of a Run is killed', () => {
  test(
    'a Run whose executor is killed resumes elsewhere after its last effect without repeating it, if that effect was made outside the page',
    async () => {
      hangOn('/read', 'pause');
      const runId = await start(
        open('/read?token=a'),
        post('a'),
        pause(),
        heading,
        step('again', 'data.set', { value: '{{ steps.order.output.status }}' }),
      );
      await waitForStep(runId, 'pause');
      await crash();
      expect(await api.finished(runId)).toMatchObject({
        status: 'completed',
        step_count: 5,
        result: { outputs: { heading: 'Text', again: 200, order: { status: 200 } } },
      });
      expect(effects('a')).toBe(1);
      const all = await api.events(runId);
      expect(typesOf(all, 'open').filter((type) => type === 'step.completed')).toHaveLength(2);
      expect(typesOf(all, 'order')).toEqual(['step.started', 'step.completed', 'log']);
    },
    RUN_MS,
  );

  test(
    'a Run whose executor is killed during a write fails and names the step',
    async () => {
      hangOn('/effects');
      const runId = await start(open('/read?token=b'), post('b'), heading);
      await waitFor('the effect to land', async () => effects('b') === 1);
      await crash();
      expect(await api.finished(runId)).toMatchObject({
        status: 'failed',
        error_code: 'executor_lost',
        error_message: expect.stringContaining('"order"'),
      });
      expect((await api.events(runId)).at(-1)).toMatchObject({
        type: 'run.failed',
        data: { effects: [{ step_id: 'order', outcome: 'unknown' }] },
      });
      expect(effects('b')).toBe(1);
    },
    RUN_MS,
  );

  test(
    'a Run whose executor is killed after an effect in the page fails and reports that the effect landed',
    async () => {
      hangOn('/read', 'pause');
      const runId = await start(
        open('/form?token=c&step=send'),
        step(
          'send',
          'browser.click',
          { target: 'Send' },
          { completionCondition: 'text "Thank you" is visible' },
        ),
        pause(),
        heading,
      );
      await waitForStep(runId, 'pause');
      await crash();
      expect(await api.finished(runId)).toMatchObject({ status: 'failed', error_code: 'executor_lost' });
      expect((await api.events(runId)).at(-1)).toMatchObject({
        type: 'run.failed',
        step_id: 'send',
        data: { effects: [{ step_id: 'send', outcome: 'landed' }] },
      });
      expect(effects('c')).toBe(1);
    },
    RUN_MS,
  );

  test(
    'a Run that waits for human input resumes once it is given',
    async () => {
      const schema = { type: 'number' };
      const runId = await start(post('d'), step('count', 'human.input', { message: 'How many?', schema }));
      await waitForRequest(runId);
      await crash();
      await waitForSuspension(runId);
      expect(await approve(runId, 'many')).toEqual({
        status: 422,
        body: { detail: 'value: must be of type number' },
      });
      expect((await approve(runId, 12)).status).toBe(200);
      expect(await api.finished(runId)).toMatchObject({
        status: 'completed',
        result: { outputs: { count: 12 } },
      });
      expect(effects('d')).toBe(1);
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
      hangOn('/read', first);
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
      await crash();
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
      const runId = await start(
        open('/form?token=e&step=send'),
        post('e'),
        step('send', 'browser.click', { target: 'Send' }, { risk: 'high' }),
        heading,
      );
      await waitForSuspension(runId);
      expect((await approve(runId)).body).toEqual({ status: 'waiting_for_approval' });
      expect(await api.finished(runId)).toMatchObject({
        status: 'completed',
        step_count: 4,
        result: { outputs: { heading: 'Thank you' } },
      });
      expect(effects('e')).toBe(2);
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
      const runId = await start(
        step('open', 'browser.navigate', { url: `http://127.0.0.1:${port}/` }),
        step('send', 'browser.click', { target: 'Send' }, { risk: 'high' }),
      );
      await waitForSuspension(runId);
      where = other.url;
      await approve(runId);
      const requests = async () =>
        (await api.events(runId)).filter(({ type }) => type === 'approval.requested');
      await waitFor('the second approval request', async () => (await requests()).length === 2);
      expect((await requests()).map(({ data }) => data?.['origin'])).toEqual([site.url, other.url]);
      expect(effects('f') + other.effects.length).toBe(0);
      await approve(runId);
      expect(await api.finished(runId)).toMatchObject({ status: 'completed' });
      expect([effects('f'), other.effects.length]).toEqual([0, 1]);
      crossing.close();
      await other.close();
    },
    RUN_MS,
  );

  test(
    'a Run that waits for approval keeps its browser when its page cannot be rebuilt, without blocking other Runs',
    async () => {
      const runId = await start(
        open('/form?token=g&step=send'),
        step('press', 'browser.press', { key: 'Tab' }),
        step('send', 'browser.click', { target: 'Send' }, { risk: 'high' }),
        heading,
      );
      await waitForRequest(runId);
      const other = await start(open('/read?token=h'), heading);
      expect(await api.finished(other)).toMatchObject({ status: 'completed' });
      expect((await approve(runId)).body).toEqual({ status: 'running' });
      expect(await api.finished(runId)).toMatchObject({ status: 'completed' });
      expect(effects('g')).toBe(1);
    },
    RUN_MS,
  );

  test(
    'a Run that waits for approval is suspended when its executor shuts down gracefully',
    async () => {
      const runId = await start(
        open('/read?token=i'),
        step('ask', 'human.approve', { message: 'Go on?' }),
        heading,
      );
      await waitForRequest(runId);
      await stack.kill('executor', 'SIGTERM');
      await waitForSuspension(runId);
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
      const runId = await start(pause());
      const errand = new Errand({ apiKey: own.account.apiKey, baseURL: stack.baseUrl });
      const seen: number[] = [];
      const waiting = errand.runs.wait(runId, { onEvent: ({ seq }) => seen.push(seq) });
      await waitForStep(runId, 'pause');
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
