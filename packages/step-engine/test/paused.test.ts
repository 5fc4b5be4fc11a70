import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createRecorder, type Recorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';
import { waitFor } from '@errand/wait-for';
import { beforeEach, expect, test } from '@jest/globals';
import { executeRunbook } from '../src/engine/runbook.ts';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { createTestGate } from './gate.ts';

const pool = sharedPool();
/** Bytes of half a file. */
const HALF = 100_000;
let isReady = false;
const held: ServerResponse[] = [];
beforeEach(() => {
  held.splice(0);
  isReady = false;
});
const site = sharedSite({
  '/': `<title>Page</title><p>Loading</p><script>
const poll = async () => {
  if ((await (await fetch('/state')).text()) !== 'ready') return setTimeout(poll, 100);
  document.body.innerHTML = '<p id="done">Ready</p><button onclick="fetch(\\'/went-on\\', { method: \\'POST\\' })">Go on</button>';
};
void poll();</script>`,
  '/blocked': `<title>Blocked</title>
<button id="late" disabled onclick="fetch('/went-on', { method: 'POST' })">Late</button>
<button id="under" onclick="fetch('/went-on', { method: 'POST' })">Under</button>
<label><input id="tick" type="checkbox" disabled onchange="fetch('/went-on', { method: 'POST' })">Tick</label>
<label style="left:400px"><input id="field" disabled onchange="fetch('/went-on', { method: 'POST' })">Field</label>
<label style="left:700px"><select id="size" disabled onchange="fetch('/went-on', { method: 'POST' })"><option>Small<option>Large</select>Size</label>
<div id="cover" style="position:fixed;inset:0;top:40px;background:white">Please wait</div>
<style>#late, label { position: fixed; top: 0 } label { left: 200px } #under { position: fixed; top: 60px }</style>
<script>
const poll = async () => {
  if ((await (await fetch('/state')).text()) !== 'ready') return setTimeout(poll, 100);
  document.getElementById('cover').remove();
  for (const element of document.querySelectorAll('[disabled]')) element.disabled = false;
};
void poll();</script>`,
  '/state': (_request, response) => void response.end(isReady ? 'ready' : 'loading'),
  '/held': (_request, response) => void held.push(response),
  '/link': '<a href="/begun" download="report.txt">Report</a>',
  '/begun': (_request, response) => {
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('content-disposition', 'attachment; filename="report.txt"');
    response.write('a'.repeat(HALF));
    held.push(response);
  },
  '/went-on': (_request, response) => void response.end('ok'),
});

test.each([
  ['browser.wait', { for: { text: 'Ready' } }, {}, '/'],
  ['browser.wait', { for: '#done' }, {}, '/'],
  ['browser.assert', { text: 'Ready' }, {}, '/'],
  ['browser.extract', { target: '#done', as: 'text' }, {}, '/'],
  ['browser.click', { target: 'Go on' }, {}, '/'],
  ['browser.click', { target: 'Late' }, {}, '/blocked'],
  ['browser.click', { target: 'Under' }, {}, '/blocked'],
  ['browser.check', { target: 'Tick' }, {}, '/blocked'],
  ['browser.fill', { target: 'Field', value: 'x' }, {}, '/blocked'],
  ['browser.type', { target: 'Field', text: 'x' }, {}, '/blocked'],
  ['browser.select', { target: 'Size', label: 'Large' }, {}, '/blocked'],
  ['data.set', { value: 1 }, { completionCondition: 'text "Ready" is visible' }, '/'],
] as const)(
  '%s %j lets a person in while it waits, and goes on after',
  async (primitive, input, more, at) => {
    site.requests.splice(0);
    const gate = createTestGate();
    const host = { ...createRecorder(), gate };
    const isCompleted = () => host.ofType('step.completed').some(({ stepId }) => stepId === 'act');
    const running = run(pool, steps(openerOf(site)(at), { id: 'act', primitive, input, ...more }), { host });
    await waitFor(
      'the step to begin',
      () => host.ofType('step.started').some(({ stepId }) => stepId === 'act'),
      { timeoutMs: 60_000 },
    );
    gate.close();
    await waitFor('the step to let a person in', () => gate.asides > 0, { timeoutMs: 60_000 });
    const before = site.requests.length;
    isReady = true;
    await waitFor('the page to change', () => site.requests.length > before, { timeoutMs: 60_000 });
    expect([isCompleted(), site.requests.includes('POST /went-on')]).toEqual([false, false]);
    gate.reopen();
    const { outcome } = await running;
    expect([outcome.status, outcome.errorMessage]).toEqual(['completed', null]);
  },
);

test('a wait for a time that is interrupted goes on after', async () => {
  const gate = createTestGate();
  const recorder = createRecorder();
  const host: Recorder = {
    ...recorder,
    gate,
    emit: (event) => {
      recorder.emit(event);
      if (event.type === 'step.started') gate.close();
    },
  };
  const running = run(pool, steps({ primitive: 'browser.wait', input: { for: { ms: 100 } } }), { host });
  await waitFor('the step to let a person in', () => gate.asides > 0, { timeoutMs: 60_000 });
  expect(host.ofType('step.completed')).toEqual([]);
  gate.reopen();
  const { outcome } = await running;
  expect(outcome.status).toBe('completed');
});

test.each([
  ['browser.navigate', {}],
  ['browser.download', {}],
  ['http.request', { method: 'POST' }],
] as const)(
  '%s lets a person in while the site does not answer, takes the answer once, and goes on after',
  async (primitive, more) => {
    site.requests.splice(0);
    const gate = createTestGate();
    const host = { ...createRecorder(), gate };
    const input = { url: `${site.url}/held`, ...more };
    const running = run(pool, steps({ id: 'act', primitive, input }), { host });
    await waitFor('the site to be asked', () => held.length > 0, { timeoutMs: 60_000 });
    gate.take();
    await waitFor('the step to let a person in', () => gate.asides > 0, { timeoutMs: 60_000 });
    held[0]?.setHeader('content-type', 'text/html').end('<title>Held</title>');
    await once(held[0] as ServerResponse, 'close');
    expect(host.ofType('step.completed')).toEqual([]);
    gate.reopen();
    const { outcome } = await running;
    expect([outcome.status, outcome.errorMessage]).toEqual(['completed', null]);
    expect(site.requests.filter((asked) => asked.endsWith('/held'))).toHaveLength(1);
  },
);

test('a download that has begun lets a person in, and is kept whole when it ends meanwhile', async () => {
  const gate = createTestGate();
  const host = { ...createRecorder(), gate };
  const act = { id: 'act', primitive: 'browser.download', input: { target: 'Report' } };
  const running = run(pool, steps(openerOf(site)('/link'), act), { host });
  await waitFor('the download to begin', () => held.length > 0, { timeoutMs: 60_000 });
  gate.take();
  await waitFor('the step to let a person in', () => gate.asides > 0, { timeoutMs: 60_000 });
  held[0]?.end('b'.repeat(HALF));
  await once(held[0] as ServerResponse, 'close');
  expect(host.ofType('step.completed').some(({ stepId }) => stepId === 'act')).toBe(false);
  gate.reopen();
  const { outcome } = await running;
  expect([outcome.status, outcome.errorMessage]).toEqual(['completed', null]);
  expect(outcome.outputs['act']).toMatchObject({ filename: 'report.txt', bytes: 2 * HALF });
});

test('a navigation that a person breaks off by going elsewhere is begun anew', async () => {
  const gate = createTestGate();
  const host = { ...createRecorder(), gate };
  await pool.withContext({ host, scoped: false }, async (surface) => {
    const running = executeRunbook({
      definition: {
        title: 'Trial',
        parameters: [],
        steps: steps({ primitive: 'browser.navigate', input: { url: `${site.url}/held` } }),
      },
      inputs: {},
      surface,
      host,
      limits: { screenshots: false },
    });
    await waitFor('the site to be asked', () => held.length > 0, { timeoutMs: 60_000 });
    gate.take();
    await waitFor('the step to let a person in', () => gate.asides > 0, { timeoutMs: 60_000 });
    await surface.page.goto(`${site.url}/`);
    gate.reopen();
    await waitFor('the site to be asked again', () => held.length > 1, { timeoutMs: 60_000 });
    held[1]?.setHeader('content-type', 'text/html').end('<title>Held</title>');
    const outcome = await running;
    expect([outcome.status, outcome.errorMessage, surface.url]).toEqual([
      'completed',
      null,
      `${site.url}/held`,
    ]);
  });
});

test('a navigation that ends while the Run is paused completes its step, and the next one waits', async () => {
  const gate = createTestGate();
  const host = { ...createRecorder(), gate };
  const next = { primitive: 'data.set', input: { value: 1 } };
  const running = run(
    pool,
    steps({ primitive: 'browser.navigate', input: { url: `${site.url}/held` } }, next),
    { host },
  );
  await waitFor('the site to be asked', () => held.length > 0, { timeoutMs: 60_000 });
  gate.close();
  await waitFor('the step to let a person in', () => gate.asides > 0, { timeoutMs: 60_000 });
  held[0]?.setHeader('content-type', 'text/html').end('<title>Held</title>');
  await waitFor('the step to end', () => host.ofType('step.completed').length > 0, { timeoutMs: 60_000 });
  expect(host.ofType('step.started')).toHaveLength(1);
  gate.reopen();
  expect((await running).outcome.status).toBe('completed');
});
