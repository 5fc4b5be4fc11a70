import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserLauncher } from '@errand/browser-runtime';
import { browserCacheDirectory } from '@errand/launcher/home';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { npmStart } from './npm-start.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_MS = 240_000;
const WAIT_MS = 120_000;

let browser: Browser;
beforeAll(async () => {
  browser = await browserLauncher({ cacheDir: browserCacheDirectory(), environment: process.env })();
}, START_MS);
afterAll(() => browser?.close());

declare const document: {
  addEventListener(type: 'click', listener: (event: { detail: number }) => void, isCapture: boolean): void;
};
declare const countClick: () => void;

/** Counts what a person clicks in all pages of the context. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    // The key Enter submits a form by a click without a count of its own.
    document.addEventListener('click', ({ detail }) => detail > 0 && countClick(), true);
  });
  return () => clicks;
}

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}

test(
  'the address that npm start prints leads a first visit through sign-up to a completed Run in three clicks',
  async () => {
    await using undo = new AsyncDisposableStack();
    const home = await mkdtemp(path.join(tmpdir(), 'errand-first-visit-'));
    undo.defer(() => rm(home, { recursive: true, force: true }));
    const { address } = undo.use(await npmStart(ROOT, home));
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    undo.defer(() => context.close());
    context.setDefaultTimeout(WAIT_MS);
    const clicks = await countClicks(context);
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillIn(page, { Name: 'Grace Hopper', 'E-mail': 'grace@example.com', Password: 'a long password' });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Run “Fill a cart”' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(clicks()).toBe(3);
    await page.getByRole('list', { name: 'Steps' }).getByText('Read total').waitFor();
    expect(await page.getByRole('tabpanel').textContent()).toContain('£69.00');
    const picture = page.getByRole('img', { name: /The page after/ });
    await picture.waitFor();
    const width = await picture.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    );
    expect(width).toBeGreaterThan(100);
  },
  START_MS + WAIT_MS,
);
