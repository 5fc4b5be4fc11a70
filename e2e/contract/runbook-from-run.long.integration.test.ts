import { randomUUID } from 'node:crypto';
import type { Run, Runbook } from '@errand/contracts';
import { demoAccount, startShop } from '@errand/demo-shop';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signUp } from '@errand/launcher/account';
import { orderInputs, orderRunbook } from '@errand/launcher/scenarios';
import { type Api, openApi } from '../launcher/api.ts';
import { type ChangedSite, startChangedSite } from './changed-site.ts';
import { sharedStack } from './stack.ts';

const START_MS = 180_000;
const RUN_MS = 180_000;

let shop: Awaited<ReturnType<typeof startShop>>;
let site: ChangedSite;
let api: Api;

beforeAll(async () => {
  shop = await startShop();
  site = await startChangedSite(shop.url);
  const { baseUrl } = sharedStack();
  const { apiKey } = await signUp(baseUrl, `${randomUUID()}@example.com`, 'a long enough password');
  api = openApi(baseUrl, apiKey);
}, START_MS);
afterAll(() => site?.close(), START_MS);
afterAll(() => shop?.close(), START_MS);

async function listed(runId: string): Promise<Run | undefined> {
  const { body } = await api.call('GET', '/v1/runs?limit=100');
  return (body['data'] as Run[]).find(({ id }) => id === runId);
}

describe('POST /v1/runbooks/{runbook_id}/dry-run', () => {
  test(
    'a dry run of a draft reports every step and places no order',
    async () => {
      const { steps, ...definition } = orderRunbook(shop.url);
      const reachable = new Set(['open', 'search', 'submit']);
      const quickSteps = steps.map((step) => ({ ...step, timeoutMs: reachable.has(step.id) ? 30_000 : 800 }));
      const runbook = await api.create('/v1/runbooks', { ...definition, title: 'Draft', steps: quickSteps });
      const { id, ...answer } = await api.create(`/v1/runbooks/${runbook.id}/dry-run`, {
        inputs: orderInputs,
        metadata: { why: 'test' },
      });
      expect(answer).toEqual({ status: 'queued', executionTarget: 'cloud' });
      const orders = shop.orders.length;
      const state = await api.finished(id);
      expect(shop.orders).toHaveLength(orders);
      expect(await listed(id)).toMatchObject({
        task: 'Draft',
        metadata: { why: 'test' },
        workflow: { runbook_id: runbook.id, revision_id: null, version: 1, title: 'Draft', dry_run: true },
      });
      const events = await api.events(id);
      expect(events.filter(({ step_id }) => step_id !== null).map(({ step_id }) => step_id)).toEqual(
        steps.map((step) => step.id),
      );
      expect(events.slice(1, 4)).toMatchObject([
        { type: 'step.completed', step_id: 'open', data: { dry_run: true, acted: true } },
        { type: 'step.completed', step_id: 'search', data: { dry_run: true, acted: false } },
        { type: 'step.completed', step_id: 'submit', data: { dry_run: true, acted: false } },
      ]);
      // The search was not submitted, so the page of the product was never reached.
      expect(state).toMatchObject({ status: 'failed', error_code: 'element_not_found' });
    },
    RUN_MS * 2,
  );

  test(
    'a dry run executes the current version, published or not, or the revision that is named',
    async () => {
      const steps = (url: string) => [
        { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url } },
        { id: 'go', kind: 'primitive', primitive: 'browser.click', input: { target: 'Deals' } },
      ];
      const definition = { title: 'Two versions', parameters: [], steps: steps(shop.url) };
      const runbook = (await api.create('/v1/runbooks', {
        schemaVersion: 3,
        ...definition,
        status: 'published',
      })) as unknown as Runbook & { revisionId: string };
      const dryRun = async (body?: object) => {
        const { id } = await api.create(`/v1/runbooks/${runbook.id}/dry-run`, body);
        const state = await api.finished(id);
        return { status: state.status, url: state.result?.final_url, workflow: (await listed(id))?.workflow };
      };
      expect(await dryRun()).toMatchObject({
        status: 'completed',
        url: `${shop.url}/`,
        workflow: { revision_id: runbook.revisionId, version: 1 },
      });
      const { status } = await api.call('PUT', `/v1/runbooks/${runbook.id}`, {
        expectedVersion: 1,
        ...definition,
        steps: steps(`${shop.url}/about`),
      });
      expect(status).toBe(200);
      expect(await dryRun({})).toMatchObject({
        url: `${shop.url}/about`,
        workflow: { revision_id: null, version: 2 },
      });
      expect(await dryRun({ revisionId: runbook.revisionId })).toMatchObject({
        url: `${shop.url}/`,
        workflow: { revision_id: runbook.revisionId, version: 1, dry_run: true },
      });
    },
    RUN_MS,
  );

  test('a dry run returns the same errors as starting a Run', async () => {
    const runbook = await api.create('/v1/runbooks', { ...orderRunbook(shop.url), title: 'Refused' });
    const dryRun = async (id: string, body: object) => {
      const answer = await api.call('POST', `/v1/runbooks/${id}/dry-run`, body);
      return [answer.status, answer.body.detail];
    };
    expect(await dryRun(runbook.id, { inputs: {} })).toEqual([422, 'inputs.product: is required']);
    expect(await dryRun(runbook.id, { unknown: 1 })).toEqual([422, 'unknown: unknown field']);
    expect(await dryRun('0196f5c4-0000-7000-8000-000000000000', { unknown: 1 })).toEqual([404, 'Not found.']);
    expect(await dryRun(runbook.id, { executionTarget: 'local' })).toEqual([
      403,
      'The API key lacks the scope runs:local.',
    ]);
  });
});

describe('POST /v1/runs/{run_id}/runbook', () => {
  const exportRun = async (task: string) => {
    const run = await api.create('/v1/runs', { task });
    expect(await api.finished(run.id)).toMatchObject({ status: 'completed', error_message: null });
    const answer = await api.call('POST', `/v1/runs/${run.id}/runbook`);
    expect([answer.status, answer.body.detail]).toEqual([201, undefined]);
    expect(answer.headers.get('location')).toBe(`/v1/runbooks/${answer.body.id}`);
    return { runId: run.id, runbook: answer.body as unknown as Runbook };
  };
  const publishAndRun = async (runbook: Runbook, inputs: Record<string, unknown>) => {
    await api.call('POST', `/v1/runbooks/${runbook.id}/publish`, { expectedVersion: runbook.version });
    const { id } = await api.create(`/v1/runbooks/${runbook.id}/runs`, { inputs });
    return await api.finished(id);
  };

  test(
    'a Runbook made from a Run works without a model, with other inputs, on a rebuilt page',
    async () => {
      const { runId, runbook } = await exportRun(
        `Open ${site.url}/products/blue-teapot, choose "Moss" from Colour, set Quantity to 2, click "Add to cart", ` +
          'click Checkout, type "Ada Lovelace" into Full name, type "ada@example.com" into Email, ' +
          'type "12 St James Square" into Address, click "Place order", check that the page shows "Thank you", ' +
          'report the total and report the order number.',
      );
      expect(runbook).toMatchObject({ schemaVersion: 3, version: 1, status: 'draft' });
      expect(Object.fromEntries(runbook.parameters.map(({ name, default: value }) => [name, value]))).toEqual(
        {
          quantity: 2,
          full_name: 'Ada Lovelace',
          email: 'ada@example.com',
          address: '12 St James Square',
        },
      );
      expect(JSON.stringify(runbook.steps)).not.toMatch(/#|nth-of-type/);
      expect(Array.from(runbook.title)).toHaveLength(120);

      const second = await api.call('POST', `/v1/runs/${runId}/runbook`);
      expect(second.status).toBe(201);
      expect(String(second.body['title']).endsWith('… (2)')).toBe(true);
      expect(Array.from(String(second.body['title'])).length).toBeLessThanOrEqual(120);

      site.rebuild();
      const before = shop.orders.length;
      const state = await publishAndRun(runbook, { full_name: 'Bob Babbage', quantity: 3 });
      expect(state).toMatchObject({ status: 'completed', step_count: runbook.steps.length });
      expect(shop.orders.slice(before)).toMatchObject([{ name: 'Bob Babbage', email: 'ada@example.com' }]);
      expect(state.result?.outputs).toMatchObject({
        order_number: shop.orders.at(-1)?.number,
        total: expect.stringMatching(/^£[\d.]+$/),
      });
    },
    RUN_MS,
  );

  test(
    'a typed password becomes a secret parameter of the Runbook and is not stored',
    async () => {
      const { email, password } = demoAccount;
      const { runbook } = await exportRun(
        `Open ${shop.url}/login and log in as ${email} with password ${password}`,
      );
      expect(JSON.stringify(runbook)).not.toContain(password);
      expect(runbook.parameters).toMatchObject([
        { name: 'email', type: 'email', default: email },
        { name: 'password', type: 'secret', required: true },
      ]);
      expect(runbook.parameters[1]).not.toHaveProperty('default');
      const missing = await api.call('POST', `/v1/runbooks/${runbook.id}/dry-run`, {});
      expect(missing.body.detail).toBe('inputs.password: is required');
      expect(await publishAndRun(runbook, { password })).toMatchObject({
        status: 'completed',
        result: { final_url: `${shop.url}/account` },
      });
    },
    RUN_MS,
  );

  test(
    'a Runbook made from a Run counts, lists and checks what the Run did, and gives the same outputs',
    async () => {
      const { runId, runbook } = await exportRun(
        `Open ${shop.url}, report the number of links, count the products, get the prices of all products and report the url. Is there a Deals link?`,
      );
      const [first, again] = [(await api.finished(runId)).result, await publishAndRun(runbook, {})];
      expect(again.status).toBe('completed');
      expect(Object.keys(first?.outputs ?? {})).toHaveLength(5);
      expect(again.result?.outputs).toMatchObject(first?.outputs ?? {});
    },
    RUN_MS,
  );

  test(
    'a retry with the same key returns the Runbook that was made, and no other one',
    async () => {
      const run = await api.create('/v1/runs', { task: `Open ${shop.url}/about and report the heading` });
      await api.finished(run.id);
      const key = randomUUID();
      const ask = () =>
        api.call('POST', `/v1/runs/${run.id}/runbook`, undefined, { 'X-Idempotency-Key': key });
      const [first, retry] = [await ask(), await ask()];
      expect([first.status, retry.status]).toEqual([201, 201]);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(retry.headers.get('idempotency-replayed')).toBe('true');
      expect(retry.body).toEqual(first.body);
      const { body } = await api.call('GET', '/v1/runbooks?limit=100');
      const made = (body['data'] as Runbook[]).filter(({ title }) =>
        title.startsWith(first.body['title'] as string),
      );
      expect(made).toHaveLength(1);
    },
    RUN_MS,
  );

  test(
    'a verification of the Run becomes a completion condition of the Runbook',
    async () => {
      const { runbook } = await exportRun(
        `Open ${shop.url}/about and verify that the phone is "+44 20 7946 0018"`,
      );
      expect(runbook.steps.at(-1)).toMatchObject({
        primitive: 'browser.extract',
        completionCondition: 'output contains "+44 20 7946 0018"',
      });
      expect(await publishAndRun(runbook, {})).toMatchObject({ status: 'completed' });
    },
    RUN_MS,
  );

  test(
    'a Run that cannot become a Runbook gets 409 with the reason',
    async () => {
      const refusal = async (runId: string) => {
        const { status, body } = await api.call('POST', `/v1/runs/${runId}/runbook`);
        return [status, body.detail];
      };
      const failed = await api.create('/v1/runs', { task: 'Ponder the meaning of tea' });
      await api.finished(failed.id);
      expect(await refusal(failed.id)).toEqual([409, 'The Run is failed, not completed.']);

      const absent = await api.create('/v1/runs', {
        task: `Open ${shop.url}. Is there a product called "Coffee mill"?`,
      });
      expect((await api.finished(absent.id)).result?.outputs).toEqual({ presence_of_coffee_mill: false });
      const [status, detail] = await refusal(absent.id);
      expect(status).toBe(409);
      expect(detail).toMatch(
        /^The Run cannot become a Runbook: step "s2" \(.+\) found nothing, .* make it from/,
      );

      const runbook = await api.create('/v1/runbooks', {
        schemaVersion: 3,
        title: 'Already one',
        parameters: [],
        steps: [{ id: 'a', kind: 'primitive', primitive: 'data.set', input: { value: 1 } }],
        status: 'published',
      });
      const run = await api.create(`/v1/runbooks/${runbook.id}/runs`);
      await api.finished(run.id);
      expect(await refusal(run.id)).toEqual([409, 'The Run already comes from a Runbook.']);
      expect(await refusal('0196f5c4-0000-7000-8000-000000000000')).toEqual([404, 'Not found.']);
      expect((await api.call('POST', `/v1/runs/${run.id}/runbook`, { title: 'x' })).status).toBe(422);
    },
    RUN_MS,
  );
});
