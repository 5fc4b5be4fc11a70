import { expect, test } from '@jest/globals';
import { errorInView, monitorDocuments } from '../src/page/evidence.ts';
import { inspectFocus } from '@errand/step-engine';
import type { BrowserSession } from '@errand/browser-runtime';
import { sharedPool } from '@errand/step-engine/testing/browser.ts';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const pool = sharedPool();
const site = sharedSite({ '/': '<h1>Tea</h1>' });

/** Leads to a page that never answers again. */
async function beStuck({ page }: BrowserSession): Promise<void> {
  await page.goto(site.url);
  await page.evaluate('setTimeout(() => { for (;;); }), 1');
}

test('an agent stops waiting for a page that does not answer and does not accept it as proof', async () => {
  await pool.withContext({ host: createRecorder(), scoped: false }, async (surface) => {
    const documents = monitorDocuments();
    documents.follow(surface.context);
    await beStuck(surface);
    expect(
      await Promise.all([errorInView(surface.page, documents), inspectFocus(surface.page, 500)]),
    ).toEqual(['The page does not answer', null]);
    documents.stop();
  });
});

test('a stopped Run returns its browser while a page query is pending', async () => {
  const host = createRecorder();
  const over = new Error('stopped');
  const lent = pool.withContext({ host, scoped: false }, async (surface) => {
    await beStuck(surface);
    host.stop.abort(over);
    await surface.page.title();
  });
  await expect(lent).rejects.toBe(over);
  expect(
    await pool.withContext(
      { host: createRecorder() },
      async ({ context }) => context.browser()?.contexts().length,
    ),
  ).toBe(1);
});
