import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, type ModelServer, type Reply, startModelServer } from '@errand/scripted-models';
import type { RunEvent, Runbook } from '@errand/contracts';
import type { RunningStack } from '@errand/local-stack';
import { query, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
const PASSWORD = 'hunter2-of-the-teapot';

let own: OwnStack;
let model: ModelServer;
let stack: RunningStack;
let api: Api;
let approve: Approve;
let site: Server;
let siteUrl: string;
const orders: string[] = [];

const FORM = `<title>Tea</title><h1>Tea</h1><p>Sencha costs £4</p>
  <form method="post" action="/order"><label>Password <input type="password" name="p"></label>
  <button>Pay £4</button></form>`;

beforeAll(async () => {
  site = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (request.method === 'POST') orders.push(body);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(request.method === 'POST' ? '<h1>Thank you</h1><p>Order 17 is paid</p>' : FORM);
    });
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  model = await startModelServer('openai');
  own = await startOwnStack({
    ERRAND_MODEL: 'openai:scripted',
    ERRAND_MODEL_API_KEY: 'the-operators-own-key',
    ERRAND_MODEL_BASE_URL: model.url,
    ERRAND_MODEL_PRICES: '3/15',
  });
  ({ stack, api } = own);
  approve = await openApprovals(own);
}, START_MS);
afterAll(() => own?.stop(), START_MS);
afterAll(() => model?.close(), START_MS);
afterAll(() => {
  site?.close();
  site?.closeAllConnections();
}, START_MS);

function call(name: string, input: unknown): Reply {
  return { calls: [{ name, input }] };
}
function refOf({ text }: Asked, what: string): string {
  const shown = text.replaceAll('\\"', '"');
  return /\[ref=(\w+)\]/.exec(shown.slice(shown.lastIndexOf(`- ${what}`)))?.[1] ?? '';
}
/** Scripts the model's replies in order, independent of the page; a request that is repeated gets the same reply again. */
function scriptReplies(...replies: ((asked: Asked) => Reply)[]) {
  let turn = 0;
  let last = '';
  model.script = (asked) => {
    if (asked.text !== last) turn += 1;
    last = asked.text;
    return replies[Math.min(turn, replies.length) - 1]?.(asked) ?? { text: '' };
  };
}
function open() {
  return call('browser_navigate', { url: siteUrl });
}
function finish(text: string, output: unknown) {
  return () => call('finish', { summary: 'It is done.', evidence: [{ text }], output });
}

const OPEN_STATUSES = new Set<unknown>(['queued', 'running', 'waiting_for_approval']);

/** Waits until the Run waits for its nth approval and returns the request; throws when the Run ends. */
async function waitForApproval(runId: string, count: number): Promise<RunEvent> {
  const requests = async () => (await api.events(runId)).filter(({ type }) => type === 'approval.requested');
  await waitFor(
    `approval request ${count}`,
    async () => {
      const isRequested = (await requests()).length >= count;
      const { body } = await api.call('GET', `/v1/runs/${runId}`);
      if (!OPEN_STATUSES.has(body['status']))
        throw new Error(`the Run did not wait: ${JSON.stringify(body)}`);
      return isRequested && body['status'] === 'waiting_for_approval';
    },
    { timeoutMs: RUN_MS },
  );
  return (await requests())[count - 1] as RunEvent;
}

test(
  'the agent completes a task, waits for approval to pay, never sends the secret to the model, and the Run exports as a Runbook',
  async () => {
    scriptReplies(
      open,
      (asked) =>
        call('browser_fill', { target: refOf(asked, 'textbox "Password"'), value: '{{ inputs.password }}' }),
      (asked) => call('browser_click', { target: refOf(asked, 'button "Pay £4"') }),
      finish('Order 17 is paid', { order: '17' }),
    );
    const { id } = await api.create('/v1/runs', {
      task: `Buy Sencha on ${siteUrl} with the password "${PASSWORD}" and report the order`,
    });
    const typing = await waitForApproval(id, 1);
    expect(typing).toMatchObject({ step_id: 's2', data: { origin: siteUrl } });
    expect((await approve(id)).status).toBe(200);
    const paying = await waitForApproval(id, 2);
    expect(paying.message).toContain('Click the button "Pay £4" (this may pay for something)');
    expect(orders).toEqual([]);
    expect((await approve(id)).status).toBe(200);
    expect(await api.finished(id)).toMatchObject({
      status: 'completed',
      step_count: 3,
      result: { summary: 'It is done.', outputs: { order: '17' }, final_url: `${siteUrl}/order` },
    });
    expect(orders).toEqual([`p=${PASSWORD}`]);

    const events = await api.events(id);
    expect(events.find(({ data }) => data?.['model_calls'] !== undefined)?.data).toEqual({
      model_calls: 4,
      input_tokens: 400,
      output_tokens: 80,
      cached_tokens: 0,
      cost_usd: 0.0024,
    });
    expect(JSON.stringify(events)).not.toContain(PASSWORD);
    for (const { text } of model.asked) expect(text).not.toContain(PASSWORD);
    expect(model.asked[0]?.headers.authorization).toBe('Bearer the-operators-own-key');
    const effects = await query<{ step_id: string; landed: boolean }>(
      stack.databaseUrls.runs,
      `SELECT step_id, landed FROM intents WHERE run_id = '${id}' ORDER BY ordinal`,
    );
    expect(effects).toEqual([
      { step_id: 's2', landed: true },
      { step_id: 's3', landed: true },
    ]);

    const made = (await api.create(`/v1/runs/${id}/runbook`)) as unknown as Runbook;
    expect(made.steps).toMatchObject([
      { primitive: 'browser.navigate', input: { url: siteUrl } },
      { primitive: 'browser.fill', risk: 'high', input: { value: '{{ inputs.password }}' } },
      { primitive: 'browser.click', risk: 'high', input: { target: { role: 'button', name: 'Pay £4' } } },
    ]);
    expect(made.parameters).toMatchObject([{ name: 'password', type: 'secret', required: true }]);
  },
  RUN_MS,
);

test(
  'an agent step of a Runbook stays within its scope and effect and returns output of its schema',
  async () => {
    const tools: string[] = [];
    scriptReplies(
      (asked) => {
        tools.push(asked.text);
        return call('browser_navigate', { url: 'http://elsewhere.example/' });
      },
      open,
      finish('Sencha costs £4', { price: 4 }),
    );
    const runbook = await api.create('/v1/runbooks', {
      schemaVersion: 3,
      title: 'Price of tea',
      parameters: [{ name: 'tea', type: 'string', required: true }],
      steps: [
        {
          id: 'price',
          kind: 'agent',
          instruction: `Find the price of {{ inputs.tea }} on ${siteUrl}`,
          applicationScope: [new URL(siteUrl).host],
          outputSchema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
        },
        {
          id: 'kept',
          kind: 'primitive',
          primitive: 'data.set',
          input: { value: '{{ steps.price.output.price }}' },
        },
      ],
      status: 'published',
    });
    const { id } = await api.create(`/v1/runbooks/${runbook.id}/runs`, { inputs: { tea: 'Sencha' } });
    expect(await api.finished(id)).toMatchObject({
      status: 'completed',
      step_count: 2,
      result: { outputs: { price: { price: 4 }, kept: 4 } },
    });
    expect(tools[0]).toContain('"browser_navigate"');
    expect(tools[0]).not.toContain('"browser_click"');
    expect(tools[0]).toContain('Find the price of Sencha');
    expect(model.asked.at(-2)?.text).toContain('outside the sites that the task may use');
  },
  RUN_MS,
);

test(
  'a step whose target is gone is healed for the Run, and the healed steps can be exported as a draft',
  async () => {
    scriptReplies((asked) => call('use_element', { target: refOf(asked, 'heading "Tea"') }));
    const definition = {
      schemaVersion: 3,
      title: 'Heading of the shop',
      parameters: [],
      steps: [
        { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: siteUrl } },
        {
          id: 'heading',
          kind: 'primitive',
          instruction: 'Read the name of the shop',
          primitive: 'browser.extract',
          input: { target: '#shop-name', as: 'text' },
          timeoutMs: 3_000,
        },
      ],
      status: 'published',
    };
    const runbook = await api.create('/v1/runbooks', definition);
    const before = model.asked.length;
    const { id } = await api.create(`/v1/runbooks/${runbook.id}/runs`, {});
    expect(await api.finished(id)).toMatchObject({
      status: 'completed',
      step_count: 2,
      result: { outputs: { heading: 'Tea' } },
    });
    expect(model.asked).toHaveLength(before + 1);
    const healed = (await api.create(`/v1/runs/${id}/runbook`)) as unknown as Runbook;
    expect(healed).toMatchObject({ status: 'draft', title: 'Heading of the shop (2)' });
    expect(healed.id).not.toBe(runbook.id);
    expect(healed.steps[1]).toMatchObject({
      input: { target: { role: 'heading', name: 'Tea' }, as: 'text' },
    });
    expect((await api.call('GET', `/v1/runbooks/${runbook.id}`)).body).toMatchObject({
      version: 1,
      steps: [{}, { input: { target: '#shop-name' } }],
    });
  },
  RUN_MS,
);

test(
  'a Run fails with agent_model_error when the model provider rejects the credentials, without naming it',
  async () => {
    model.script = () => ({ status: 401, body: '{"error":{"message":"Incorrect API key provided: sk-1"}}' });
    const { id } = await api.create('/v1/runs', { task: `Report the heading of ${siteUrl}` });
    const state = await api.finished(id);
    expect(state).toMatchObject({ status: 'failed', error_code: 'agent_model_error' });
    expect(state.error_message).toBe('The model refused the credentials that the operator configured.');
  },
  RUN_MS,
);

test(
  'an agent at a sign-in asks a person: the Run pauses with the reason, and goes on when it is resumed',
  async () => {
    scriptReplies(
      open,
      () => call('ask_person', { reason: 'Please sign in.' }),
      finish('Sencha costs £4', { price: '£4' }),
    );
    const blueprints = openApi(stack.baseUrl, await createBlueprintKey(stack.baseUrl, own.account));
    const goal = `Report the price of Sencha on ${siteUrl}`;
    const blueprint = await blueprints.create('/v1/blueprints', { name: 'Tea', goal });
    const { id } = await blueprints.create(`/v1/blueprints/${blueprint.id}/runs`);
    const statusOf = async () => (await blueprints.call('GET', `/v1/blueprint-runs/${id}`)).body['status'];
    await waitFor('the Run to pause', async () => (await statusOf()) === 'paused');
    const askedOf = () => query(stack.databaseUrls.runs, `SELECT asked_person FROM runs WHERE id = '${id}'`);
    expect(await askedOf()).toEqual([{ asked_person: 'Please sign in.' }]);
    expect((await blueprints.call('POST', `/v1/blueprint-runs/${id}/resume`)).body['status']).toBe('running');
    expect(await blueprints.finished(id)).toMatchObject({
      status: 'completed',
      result: { outputs: { price: '£4' } },
    });
    expect(await askedOf()).toEqual([{ asked_person: null }]);
    expect((await blueprints.events(id)).find(({ type }) => type === 'control.paused')).toMatchObject({
      message: 'The agent asks for a person: Please sign in.',
      data: { reason: 'Please sign in.' },
    });
  },
  RUN_MS,
);
