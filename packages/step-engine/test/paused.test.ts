import { createRecorder, type Recorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';
import { waitFor } from '@errand/wait-for';
import { beforeEach, expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { createTestGate } from './gate.ts';

const pool = sharedPool();
let isReady = false;
beforeEach(() => {
  isReady = false;
});
const site = sharedSite({
  '/': `<title>Page</title><p>Loading</p><script>
const poll = async () => {
  if ((await (await fetch('/state')).text()) !== 'ready') return setTimeout(poll, 100);
  document.body.innerHTML = '<p id="done">Ready</p><button onclick="fetch(\\'/went-on\\', { method: \\'POST\\' })">Go on</button>';
};
void poll();</script>`,
  '/state': (_request, response) => void response.end(isReady ? 'ready' : 'loading'),
  '/went-on': (_request, response) => void response.end('ok'),
});

test.each([
  ['browser.wait', { for: { text: 'Ready' } }, {}],
  ['browser.wait', { for: '#done' }, {}],
  ['browser.assert', { text: 'Ready' }, {}],
  ['browser.extract', { target: '#done', as: 'text' }, {}],
  ['browser.click', { target: 'Go on' }, {}],
  ['data.set', { value: 1 }, { completionCondition: 'text "Ready" is visible' }],
] as const)('%s %j lets a person in while it waits, and goes on after', async (primitive, input, more) => {
  site.requests.splice(0);
  const gate = createTestGate();
  const host = { ...createRecorder(), gate };
  const isCompleted = () => host.ofType('step.completed').some(({ stepId }) => stepId === 'act');
  const running = run(pool, steps(openerOf(site)(), { id: 'act', primitive, input, ...more }), { host });
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
});

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
