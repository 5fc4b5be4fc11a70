import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserPool } from '../../src/index.ts';
import { openPool, run, steps } from '../browser.ts';
import type { Site } from '../site.ts';
import { serveExample } from './example-site.ts';

let pool: BrowserPool;
let site: Site;

beforeAll(async () => {
  pool = openPool();
  site = await serveExample();
});
afterAll(() => pool?.close());
afterAll(() => site?.close());

const open = (path: string) => ({ primitive: 'browser.navigate', input: { url: site.url + path } });

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

test('a missing page is loaded with its status, a missing server is a failure', async () => {
  const found = await run(pool, steps(open('/nowhere')));
  expect(found.outcome.outputs['s1']).toMatchObject({ status: 404 });
  const lost = await run(
    pool,
    steps({ primitive: 'browser.navigate', input: { url: 'http://127.0.0.1:2/' } }),
  );
  expect(lost.outcome).toMatchObject({ status: 'failed', errorCode: 'navigation_failed' });
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
