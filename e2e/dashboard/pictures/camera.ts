import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Person } from '../people.ts';

export const TARGET = path.resolve(import.meta.dirname, '../../../report/dashboard');
const WIDTHS = [1440, 768, 360];
const HEIGHT = 900;
const THEMES = ['light', 'dark'] as const;
/** Pages with a live view keep their network busy. */
const QUIET_MS = 3_000;
/** Parts of a page take their height from the window, so it grows with the page; this often at most. */
const GROWTHS = 3;

/** A page that is photographed. */
export interface Shot {
  /** An address, or what gives a new one for each picture. */
  readonly at: string | (() => Promise<string>);
  /** Brings the page into the state that is shown. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The picture is of a page that still loads. */
  readonly isLoading?: boolean;
}

/** Whose pages are photographed, and where. */
export interface Visit {
  readonly baseUrl: string;
  readonly person: Person | null;
}

/** Makes the window as high as the page, so that what keeps to its edges is at the edges of the picture. */
async function fit(page: Page, width: number): Promise<void> {
  for (let growth = 0, height = HEIGHT; growth < GROWTHS; growth += 1) {
    const full = await page.evaluate(() => document.documentElement.scrollHeight);
    if (full <= height) return;
    height = full;
    await page.setViewportSize({ width, height });
  }
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.late, [aria-busy]').length === 0);
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
}

/** Takes a picture of every page in both themes and three widths. */
export async function photograph(
  browser: Browser,
  { baseUrl, person }: Visit,
  shots: Readonly<Record<string, Shot>>,
): Promise<void> {
  for (const width of WIDTHS)
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ viewport: { width, height: HEIGHT }, colorScheme });
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') process.stdout.write(`${page.url()}: ${message.text()}\n`);
      });
      page.on('pageerror', (error) => process.stdout.write(`${page.url()}: ${error.message}\n`));
      for (const [name, { at, prepare, isLoading = false }] of Object.entries(shots)) {
        if (person !== null) await context.addCookies(person.cookies);
        await page.setViewportSize({ width, height: HEIGHT });
        await page.goto(new URL(typeof at === 'string' ? at : await at(), baseUrl).href);
        await settle(page);
        if (prepare !== undefined) {
          await prepare(page);
          if (!isLoading) await settle(page);
        }
        await fit(page, width);
        await page.screenshot({
          path: path.join(TARGET, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
        await context.setOffline(false);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      await context.close();
    }
}
