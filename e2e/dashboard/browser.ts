import { browserLauncher } from '@errand/browser-runtime';
import { browserCacheDirectory } from '@errand/launcher/home';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import type { Person } from './people.ts';

/** Ends what hangs; a busy machine must not reach it. */
const TIMEOUT_MS = 120_000;

export interface OpenPage {
  (person: Person | null, address: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * One browser for all tests of a file. Each page has a context of its own, signed in as its person, and is closed with the
 * test that opened it, because an open page goes on asking the stack.
 */
export function useBrowser(): OpenPage {
  let browser: Browser;
  let ofTest: BrowserContext[] | undefined;
  beforeEach(() => {
    ofTest = [];
  });
  afterEach(async () => {
    await Promise.all((ofTest ?? []).map((context) => context.close()));
    ofTest = undefined;
  });
  beforeAll(async () => {
    browser = await browserLauncher({ cacheDir: browserCacheDirectory(), environment: process.env })();
  });
  afterAll(() => browser?.close());
  return async (person, address, options = {}) => {
    const { baseUrl } = sharedStack();
    const context = await browser.newContext({
      baseURL: baseUrl,
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    ofTest?.push(context);
    context.setDefaultTimeout(TIMEOUT_MS);
    if (person !== null) await context.addCookies(person.cookies);
    const page = await context.newPage();
    await page.goto(address);
    return page;
  };
}
