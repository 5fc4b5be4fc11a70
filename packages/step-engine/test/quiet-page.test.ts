import { expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { sharedSite, type Answer } from '@errand/browser-runtime/testing/site.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Answers a while after it was asked. */
function after(ms: number, body: string): Answer {
  return (_request, response) => void setTimeout(() => response.writeHead(200, HTML).end(body), ms);
}

const pool = sharedPool();
const site = sharedSite({
  '/': `<title>Shop</title><button id="off" disabled>Pay</button><button>Cart</button>
<button id="under" style="position:absolute;top:300px">Order</button>
<div role="dialog" aria-label="Cookie settings" style="position:fixed;top:280px;width:400px;height:90px;background:#fff">
<p>We use cookies</p><button>Accept</button></div>`,
  '/frame': '<title>Frame</title><iframe name="shop" src="/" width="600" height="500"></iframe>',
  '/late': `<title>Late</title><p>Loading</p><script>
const poll = async (times) => {
  await fetch('/ping');
  if (times > 0) setTimeout(() => poll(times - 1), 1000);
  else document.body.insertAdjacentHTML('beforeend', '<button onclick="this.textContent = 1">Go on</button>');
};
void poll(6);</script>`,
  '/slow': `<title>Slow</title><p>Loading</p><script>
fetch('/slow-answer').then(() => document.body.insertAdjacentHTML('beforeend', '<button onclick="this.textContent = 1">Go on</button>'));
</script>`,
  '/quiet': `<title>Quiet</title><script>
setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button onclick="this.textContent = 1">Go on</button>'), 7000);
</script>`,
  '/typing': '<title>Typing</title><label>Name <input></label>',
  '/ping': after(100, 'pong'),
  '/slow-answer': after(7_000, 'done'),
});

const PATIENT = { limits: { stepTimeoutMs: 300_000 } };
function act(path: string, primitive: string, input: Record<string, unknown>, more: object = {}) {
  return run(pool, steps(openerOf(site)(path), { id: 'act', primitive, input, ...more }), PATIENT);
}

test.concurrent.each([
  ['/', 'browser.click', { target: 'Check out' }, 'element_not_found', 'On the page: button "Pay"'],
  ['/', 'browser.extract', { target: '#sum', as: 'text' }, 'element_not_found', 'On the page: button "Pay"'],
  ['/', 'browser.click', { target: '#off' }, 'action_failed', 'it is not enabled'],
  ['/', 'browser.click', { target: '#under' }, 'action_failed', 'dialog "Cookie settings" covers it'],
  [
    '/frame',
    'browser.click',
    { target: { css: '#under', frame: 'shop' } },
    'action_failed',
    'dialog "Cookie settings" covers it',
  ],
])(
  'a step on the quiet page %s, %s %j, fails with %s before its timeout',
  async (path, primitive, input, code, why) => {
    const trial = await act(path, primitive, input);
    expect(trial.outcome).toMatchObject({ errorCode: code, errorMessage: expect.stringContaining(why) });
    expect(trial.host.ofType('step.failed')[0]?.data).toMatchObject({ landed: 'nothing' });
  },
);

test.concurrent.each(['/late', '/slow'])(
  'an element that comes after seven seconds of requests is used: %s',
  async (path) => {
    const { outcome } = await act(path, 'browser.click', { target: 'Go on' });
    expect(outcome).toMatchObject({ status: 'completed' });
  },
);

test.concurrent.each([
  ['a step with a time-out of its own', 'browser.click', { target: 'Go on' }, { timeoutMs: 30_000 }],
  ['browser.wait', 'browser.wait', { for: 'Go on' }, {}],
])('%s waits for an element on a quiet page for the whole time', async (_what, primitive, input, more) => {
  const { outcome } = await act('/quiet', primitive, input, more);
  expect(outcome).toMatchObject({ status: 'completed' });
});

test.concurrent('typing that takes longer than a page is waited for goes on', async () => {
  const { outcome } = await act('/typing', 'browser.type', {
    target: 'Name',
    text: 'slowly',
    delayMs: 1_000,
  });
  expect(outcome).toMatchObject({ status: 'completed' });
});
