/**
 * Takes a picture of every page of the dashboard in both themes and three widths, into report/dashboard.
 *
 *     npm run screenshots [-- name …]
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserLauncher } from '@errand/browser-runtime';
import { startShop } from '@errand/demo-shop';
import { buildDashboard } from '@errand/launcher/dashboard';
import { browserCacheDirectory } from '@errand/launcher/home';
import { startStack } from '@errand/local-stack';
import type { Browser } from 'playwright-core';
import { GUEST_PAGES, pagesOf } from './pages.ts';
import { type Person, signUp } from './people.ts';
import { seed } from './seed.ts';

const TARGET = path.resolve(import.meta.dirname, '../../report/dashboard');
const WIDTHS = [1440, 768, 360];
const THEMES = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);

async function photograph(
  browser: Browser,
  baseUrl: string,
  pages: Record<string, string>,
  person: Person | null,
) {
  const chosen = Object.entries(pages).filter(
    ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  for (const width of WIDTHS)
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      if (person !== null) await context.addCookies(person.cookies);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') process.stdout.write(`${page.url()}: ${message.text()}\n`);
      });
      page.on('pageerror', (error) => process.stdout.write(`${page.url()}: ${error.message}\n`));
      for (const [name, address] of chosen) {
        await page.goto(baseUrl + address);
        await page.locator('h1').first().waitFor();
        await page.waitForFunction(() => document.querySelectorAll('.late, [aria-busy]').length === 0);
        // Pages with a live view keep their network busy.
        await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
        await page.screenshot({
          path: path.join(TARGET, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      await context.close();
    }
}

await using undo = new AsyncDisposableStack();
const dir = await mkdtemp(path.join(tmpdir(), 'errand-screenshots-'));
undo.defer(() => rm(dir, { recursive: true, force: true }));
await mkdir(TARGET, { recursive: true });
await buildDashboard((line) => process.stdout.write(`${line}\n`));
const shop = await startShop();
undo.defer(() => shop.close());
const env = {
  ...process.env,
  ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
  ERRAND_EXAMPLE_SITE_URL: shop.url,
  ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
};
const stack = await startStack({ dir, port: 0, env });
undo.defer(() => stack.stop());
const ada = await signUp(stack.baseUrl);
const seeded = await seed(ada.errand, shop.url);
const browser = await browserLauncher({ cacheDir: browserCacheDirectory(), environment: process.env })();
undo.defer(() => browser.close());
await photograph(browser, stack.baseUrl, GUEST_PAGES, null);
await photograph(browser, stack.baseUrl, { 'runs-empty': '/runs' }, await signUp(stack.baseUrl, 'Grace'));
await photograph(browser, stack.baseUrl, pagesOf(seeded), ada);
process.stdout.write(`Pictures: ${path.relative(process.cwd(), TARGET)}\n`);
