import { describe, expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from '../browser.ts';
import { serveExample } from './example-site.ts';

const pool = sharedPool();
const site = serveExample();
const open = openerOf(site);

test('navigates, goes back and forward, reloads', async () => {
  const { outcome } = await run(
    pool,
    steps(
      open('/'),
      open('/data'),
      { primitive: 'browser.back', completionCondition: 'not url contains "/data"' },
      { primitive: 'browser.forward', completionCondition: 'url contains "/data"' },
      { primitive: 'browser.reload', completionCondition: 'text "Tea" is visible' },
    ),
  );
  expect(outcome).toMatchObject({ status: 'completed', finalUrl: `${site.url}/data` });
  expect(outcome.outputs['s1']).toEqual({ url: `${site.url}/`, title: 'Form', status: 200 });
});

test.each([
  ['browser.reload', {}, '/greeting'],
  ['browser.navigate', { url: '/data' }, '/data'],
  ['browser.back', {}, '/'],
])('%s is not swallowed by a page that still loads and opens a dialog', async (primitive, input, path) => {
  const repeated = Array.from({ length: 6 }, () => [
    open('/'),
    {
      primitive: 'browser.evaluate',
      input: { expression: 'setTimeout(() => { location = "/greeting" })' },
      completionCondition: 'url contains "/greeting"',
    },
    { primitive, input, completionCondition: `url matches /${path.replace('/', '\\/')}$/` },
  ]).flat();
  const { outcome } = await run(pool, steps(...repeated));
  expect([outcome.status, outcome.errorMessage]).toEqual(['completed', null]);
});

test('a page that asks before it is left is left only when that was announced', async () => {
  const dirty = [open('/leaving'), { primitive: 'browser.fill', input: { target: '#draft', value: 'x' } }];
  const away = [
    ['browser.navigate', { url: '/data' }],
    ['browser.reload', {}],
    ['browser.back', {}],
  ] as const;
  for (const [primitive, input] of away) {
    const { outcome, host } = await run(pool, steps(open('/'), ...dirty, { primitive, input }));
    expect(outcome).toMatchObject({
      errorCode: 'navigation_failed',
      errorMessage: expect.stringContaining('asked whether to leave it'),
      finalUrl: `${site.url}/leaving`,
    });
    expect(host.ofType('log').map(({ data }) => data)).toContainEqual({
      action: 'dismiss',
      type: 'beforeunload',
    });
  }
  const announced = await run(
    pool,
    steps(...dirty, { primitive: 'browser.dialog', input: { action: 'accept' } }, open('/data')),
  );
  expect(announced.outcome).toMatchObject({ status: 'completed', finalUrl: `${site.url}/data` });
});

describe('the status of a page', () => {
  const visit = (path: string, expectStatus?: number | number[]) =>
    run(
      pool,
      steps({ ...open(path), input: { url: site.url + path, ...(expectStatus && { expectStatus }) } }),
    );

  test('is a failure from 400 on unless the step expects it', async () => {
    const missing = await visit('/nowhere');
    expect(missing.outcome).toMatchObject({ status: 'failed', errorCode: 'navigation_failed' });
    expect(missing.outcome.errorMessage).toContain('status 404');
    const expected = await visit('/nowhere', [404, 410]);
    expect(expected.outcome.outputs['s1']).toMatchObject({ status: 404 });
  });

  test('fails the check when it is not the expected one', async () => {
    const found = await visit('/', 404);
    expect(found.outcome).toMatchObject({ status: 'failed', errorCode: 'assertion_failed' });
  });

  test('is missing where no server answers', async () => {
    const step = { primitive: 'browser.navigate', input: { url: 'http://127.0.0.1:2/' } };
    const lost = await run(pool, steps(step));
    expect(lost.outcome).toMatchObject({ status: 'failed', errorCode: 'navigation_failed' });
  });
});

describe('an error page that a step brings', () => {
  /** A page that is there once and answers with 500 from then on. */
  const once = (): string => `/once?${(visits += 1)}`;
  let visits = 0;
  const steps500 = {
    'browser.back': () => [open(once()), open('/data'), { primitive: 'browser.back' }],
    'browser.forward': () => {
      const path = once();
      return [open('/data'), open(path), { primitive: 'browser.back' }, { primitive: 'browser.forward' }];
    },
    'browser.reload': () => [open(once()), { primitive: 'browser.reload' }],
    'browser.tab new': () => [
      open('/data'),
      { primitive: 'browser.tab', input: { action: 'new', url: `${site.url}/private.txt` } },
    ],
    'browser.tab switch': () => [
      open('/data'),
      {
        primitive: 'browser.evaluate',
        input: { expression: 'open("/private.txt") !== null' },
        completionCondition: 'url contains "/data"',
      },
      { primitive: 'browser.tab', input: { action: 'switch', index: 1 } },
    ],
  };

  test.each(Object.entries(steps500))('fails %s', async (_name, given) => {
    const { outcome } = await run(pool, steps(...given()), { limits: { stepTimeoutMs: 20_000 } });
    expect([outcome.status, outcome.errorCode]).toEqual(['failed', 'navigation_failed']);
    expect(outcome.errorMessage).toMatch(/was answered with status (?:500|403)/);
  });

  test.each(Object.entries(steps500))('passes %s when its condition holds there', async (_name, given) => {
    const all = given();
    const last = { ...all.at(-1)!, completionCondition: 'not url contains "/data"' };
    const { outcome } = await run(pool, steps(...all.slice(0, -1), last), {
      limits: { stepTimeoutMs: 20_000 },
    });
    expect([outcome.status, outcome.errorMessage]).toEqual(['completed', null]);
  });

  test('may be switched to again when a step expected it', async () => {
    const expected = { ...open('/nowhere'), input: { url: `${site.url}/nowhere`, expectStatus: 404 } };
    const tab = (action: Record<string, unknown>) => ({ primitive: 'browser.tab', input: action });
    const { outcome } = await run(
      pool,
      steps(
        expected,
        tab({ action: 'new', url: `${site.url}/data` }),
        tab({ action: 'switch', index: 0 }),
        tab({ action: 'switch', index: 1 }),
      ),
      { limits: { stepTimeoutMs: 20_000 } },
    );
    expect([outcome.status, outcome.errorMessage]).toEqual(['completed', null]);
  });
});

test.each(['file:///etc/passwd', 'chrome://version', 'view-source:http://127.0.0.1'])(
  'does not open %s',
  async (url) => {
    const { outcome } = await run(pool, steps({ primitive: 'browser.navigate', input: { url } }));
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'site_not_allowed' });
  },
);

test('has nowhere to go back to at first', async () => {
  const { outcome } = await run(pool, steps({ primitive: 'browser.forward' }));
  expect(outcome).toMatchObject({
    errorCode: 'action_failed',
    errorMessage: 'There is no page to go forward to.',
  });
});

test('opens, switches and closes tabs', async () => {
  const { outcome } = await run(
    pool,
    steps(
      open('/'),
      {
        primitive: 'browser.tab',
        input: { action: 'new', url: `${site.url}/data` },
        completionCondition: 'url contains "/data"',
      },
      {
        primitive: 'browser.tab',
        input: { action: 'switch', index: 0 },
        completionCondition: 'not url contains "/data"',
      },
      { primitive: 'browser.tab', input: { action: 'close', index: 1 } },
      { primitive: 'browser.tab', input: { action: 'close' } },
    ),
  );
  expect(outcome).toMatchObject({ status: 'failed', errorMessage: 'The only tab cannot be closed.' });
});
