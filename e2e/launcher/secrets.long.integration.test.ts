import { readFile, readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { RunEvent } from '@errand/contracts';
import type { RunningStack } from '@errand/local-stack';
import Errand from '@errand/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from './api.ts';
import { startEchoSite } from './echo-site.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { step } from './site-runs.ts';
import { around, everyRow, holds, leaksIn, newCore, tracesOf } from './secret-traces.ts';

const START_MS = 180_000;

const core = newCore();
const canary = around(core);
/** A plain input that takes the same paths: it proves that the search would find a leak. */
const witnessCore = newCore();
const witness = around(witnessCore);

let own: OwnStack;
let stack: RunningStack;
let site: Server;
let siteUrl: string;
let api: Api;
let follower: Errand;

beforeAll(async () => {
  site = await startEchoSite();
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  own = await startOwnStack({ ERRAND_LOG_LEVEL: 'trace' });
  ({ stack, api } = own);
  follower = new Errand({ apiKey: own.account.apiKey, baseURL: stack.baseUrl });
}, START_MS);
afterAll(() => own?.stop(), START_MS);
afterAll(() => site?.closeAllConnections(), START_MS);
afterAll(() => void site?.close(), START_MS);

async function publish(title: string, steps: object[]) {
  const { id } = await api.create('/v1/runbooks', {
    schemaVersion: 3,
    title,
    status: 'published',
    parameters: [
      { name: 'code', type: 'secret', required: true, minLength: 8 },
      { name: 'witness', type: 'string' },
    ],
    steps,
  });
  return id;
}

const inputs = { code: canary, witness };
function signIn() {
  return [
    step('open', 'browser.navigate', { url: siteUrl }),
    step('witness', 'browser.fill', { target: 'Witness', value: '{{ inputs.witness }}' }),
    step('code', 'browser.fill', { target: 'Code', value: '{{ inputs.code }}' }),
    step('password', 'browser.type', { target: 'Password', text: '{{ inputs.code }}' }),
    step(
      'peek',
      'browser.extract',
      { target: 'Code', as: 'value' },
      { instruction: 'Read {{ inputs.code }}' },
    ),
    step('submit', 'browser.click', { target: 'Sign in' }, { completionCondition: 'url contains "/echo"' }),
  ];
}

async function rowsWith(traces: Buffer[]) {
  return leaksIn(await everyRow(stack), traces);
}

/** The sealed inputs of a Run; null once they are no longer needed. */
async function sealedOf(runId: string) {
  return (await everyRow(stack))
    .filter((row) => row.startsWith('errand_runs public.runs ') && row.includes(`"id":"${runId}"`))
    .map(
      (row) => (JSON.parse(row.replace(/^\S+ \S+ /, '')) as { sealed_inputs: object | null }).sealed_inputs,
    )
    .at(0);
}

const secret = tracesOf(core, canary);
const known = tracesOf(witnessCore, witness);

test(
  'a Run that completes reveals no secret that the page echoes, and its sealed inputs are deleted',
  async () => {
    const runbook = await publish('Echo', [
      ...signIn().slice(0, -1),
      step('print', 'browser.pdf', {}),
      ...signIn().slice(-1),
      step('text', 'browser.extract', { as: 'text' }),
      step('html', 'browser.extract', { as: 'html' }),
      step('list', 'browser.extract', { target: 'ul', as: 'list' }),
      step('links', 'browser.extract', { as: 'links' }),
      step('snapshot', 'browser.snapshot', {}),
      step('encoded', 'browser.evaluate', {
        expression: '[btoa(encodeURIComponent(document.title)), JSON.stringify([document.body.innerText])]',
      }),
      step('set', 'data.set', { value: { nested: ['{{ inputs.code }}', 'x{{ inputs.code }}x'] } }),
      step('keep', 'browser.download', { target: 'Report' }),
      step('request', 'http.request', {
        method: 'GET',
        url: `${siteUrl}/echo`,
        query: { code: '{{ inputs.code }}', witness: '{{ inputs.witness }}' },
      }),
      step('picture', 'browser.screenshot', {}),
      step('clear', 'browser.navigate', {
        url: `${siteUrl}/echo?code={{ inputs.code }}&witness={{ inputs.witness }}`,
      }),
    ]);
    const headers = { 'x-idempotency-key': 'once' };
    const { id } = await api.create(`/v1/runbooks/${runbook}/runs`, { inputs }, headers);
    const state = await api.finished(id);
    expect(state).toMatchObject({ status: 'completed', error_code: null });
    expect(state.result?.outputs).toMatchObject({
      peek: '[secret]',
      set: { nested: ['[secret]', 'x[secret]x'] },
    });
    expect(decodeURIComponent(state.result?.final_url ?? '')).toBe(
      `${siteUrl}/echo?code=[secret]&witness=${witness}`,
    );
    expect(await sealedOf(id)).toBeNull();

    const again = await api.call('POST', `/v1/runbooks/${runbook}/runs`, { inputs }, headers);
    expect([again.status, again.body.id]).toEqual([202, id]);
    const other = { inputs: { ...inputs, code: `${canary}!` } };
    expect((await api.call('POST', `/v1/runbooks/${runbook}/runs`, other, headers)).status).toBe(409);
    for (const path of ['/v1/runs', `/v1/runs/${id}/events`, `/v1/runs/${id}/artifacts`])
      expect((await api.call('GET', path)).status).toBe(200);
    const refused = await api.call('POST', `/v1/runbooks/${runbook}/runs`, {
      inputs: { code: core.slice(0, 7) },
    });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'inputs.code: must be at least 8 characters long',
    ]);
  },
  START_MS,
);

test(
  'the error of a Run that fails contains no secret',
  async () => {
    const outcomes = await Promise.all(
      [
        step('gone', 'browser.click', { target: 'Missing {{ inputs.code }}' }, { timeoutMs: 3_000 }),
        step('many', 'browser.click', { target: 'Log out {{ inputs.code }} / {{ inputs.witness }}' }),
        step('check', 'browser.assert', { text: 'Goodbye {{ inputs.code }}' }, { timeoutMs: 3_000 }),
        step('match', 'data.match', { value: '{{ inputs.code }}', pattern: '^x$' }),
        step('bad', 'browser.evaluate', { expression: 'undefinedThing("{{ inputs.witness }}")' }),
        step('away', 'browser.navigate', { url: 'http://127.0.0.1:9/{{ inputs.code }}' }),
        step(
          'condition',
          'browser.reload',
          {},
          { completionCondition: 'url contains "x{{ inputs.code }}"', timeoutMs: 3_000 },
        ),
      ].map(async (last) => {
        const runbook = await publish(`Fails at ${last.id}`, [...signIn(), last]);
        const { id } = await api.create(`/v1/runbooks/${runbook}/runs`, { inputs });
        return await api.finished(id);
      }),
    );
    expect(outcomes.map(({ error_code }) => error_code)).toEqual([
      'element_not_found',
      'element_ambiguous',
      'assertion_failed',
      'assertion_failed',
      'action_failed',
      'navigation_failed',
      'completion_condition_unmet',
    ]);
    expect(outcomes[0]?.error_message).toContain('Missing [secret]');
  },
  START_MS,
);

test(
  'a Run that waits for approval keeps its secret sealed, and its request does not contain it',
  async () => {
    const runbook = await publish('Asks first', [
      ...signIn(),
      step('risky', 'browser.navigate', { url: `${siteUrl}/?{{ inputs.code }}` }, { risk: 'high' }),
    ]);
    const { id } = await api.create(`/v1/runbooks/${runbook}/runs`, { inputs });
    const asked: RunEvent[] = [];
    for await (const event of follower.runs.stream(id)) {
      if (event.type !== 'approval.requested') continue;
      asked.push(event);
      break;
    }
    expect(JSON.stringify(asked)).toContain('?[secret]');
    expect((await api.call('GET', `/v1/runs/${id}/events`)).status).toBe(200);
    expect(await sealedOf(id)).toMatchObject({ values: { code: expect.any(String) } });
    expect(await rowsWith(secret)).toEqual([]);
    await api.call('POST', `/v1/runs/${id}/cancel`);
    expect(await sealedOf(id)).toBeNull();
  },
  START_MS,
);

test(
  'no database row, file or answer contains the secret, while a plain input is found in all of them',
  async () => {
    expect(await rowsWith(secret)).toEqual([]);
    expect((await rowsWith(known)).length).toBeGreaterThan(10);
    expect(leaksIn(api.answered, secret)).toEqual([]);
    expect(leaksIn(api.answered, known).length).toBeGreaterThan(10);

    await stack.stop();
    const files = (await readdir(own.dir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const found = { secret: [] as string[], known: [] as string[] };
    for (const file of files) {
      const bytes = await readFile(file);
      if (holds(bytes, secret)) found.secret.push(file);
      if (holds(bytes, known)) found.known.push(file);
    }
    expect(found.secret).toEqual([]);
    expect(found.known.length).toBeGreaterThan(0);
    expect(files.some((file) => file.includes('logs'))).toBe(true);
    expect(files.some((file) => file.includes('artifacts'))).toBe(true);
  },
  START_MS,
);
