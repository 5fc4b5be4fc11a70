import { expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const pool = sharedPool();
/** As JSON six times as much, more than a string of this process can hold. */
const HUGE = String.raw`'\u0001'.repeat(92_000_000)`;
const LARGE = String.raw`'\u0001'.repeat(3_000_000)`;
const site = sharedSite({
  '/plain': '<title>Plain</title><p>plain</p>',
  '/log': `<script>console.log(${HUGE})</script>`,
  '/large': `<script>const text = ${LARGE}; console.log(text); Promise.reject(text)</script><p id="p"></p><script>p.textContent = text</script>`,
});
const open = openerOf(site);
/** A busy machine takes minutes for half a gigabyte. */
const timeoutMs = 280_000;
const WAIT = { primitive: 'browser.wait', input: { for: { text: 'never' } }, timeoutMs };

test('a page that sends more than can be read ends its own Run and no other', async () => {
  await pool.withContext({ host: createRecorder(), scoped: false }, async (surface) => {
    await surface.page.goto(`${site.url}/plain`);
    const { outcome } = await run(pool, steps({ ...open('/log'), timeoutMs }, WAIT), {
      limits: { trace: 'on' },
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'browser_crashed' });
    expect(await surface.page.title()).toBe('Plain');
  });
}, 600_000);

test('a step that asks a page for more than can be read fails, and the page stays', async () => {
  const { outcome } = await run(
    pool,
    steps(
      open('/large'),
      {
        primitive: 'browser.extract',
        input: { target: { css: '#p' }, as: 'text' },
        onFailure: 'continue',
        timeoutMs: 5_000,
      },
      {
        primitive: 'browser.evaluate',
        input: { expression: 'text' },
        onFailure: 'continue',
        timeoutMs: 5_000,
      },
      { primitive: 'browser.evaluate', input: { expression: 'text.length' } },
    ),
    { limits: { trace: 'on' } },
  );
  expect(outcome.errorMessage).toBeNull();
  expect(outcome.outputs).toEqual({ s1: expect.anything(), s2: null, s3: null, s4: 3_000_000 });
});
