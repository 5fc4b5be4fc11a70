import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { browserLauncher, BrowserUnavailable } from '../src/browser/chromium.ts';
import { followOpenings, holdInput } from '../src/browser/connection/bound-connection.ts';
import { createSharedBrowser, type SharedBrowser } from '../src/browser/shared-browser.ts';

const launch = browserLauncher({ cacheDir: join(tmpdir(), 'errand-browser'), environment: process.env });
let warm: SharedBrowser | null = null;
const launched: Browser[] = [];

afterEach(async () => {
  await warm?.close();
  launched.length = 0;
});

/** A warm browser, of which each launch is changed by `change`. */
function open(change: (browser: Browser) => void | Promise<void>): SharedBrowser {
  warm = createSharedBrowser(async () => {
    const browser = await launch();
    launched.push(browser);
    await change(browser);
    return browser;
  });
  return warm;
}

async function processOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
}

/** Blocks this process, after the current task. */
function standStill(ms: number): void {
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms));
}

test('a browser that hangs right after its launch is given up, and the next borrower gets another', async () => {
  let hung = 0;
  const browser = open(async (started) => {
    if (launched.length > 1) return;
    hung = await processOf(started);
    process.kill(-hung, 'SIGSTOP');
  });
  try {
    await expect(browser.start()).rejects.toThrow(BrowserUnavailable);
    await browser.withContext(await browser.open({}), async (context) => void (await context.newPage()));
    expect(launched).toHaveLength(2);
  } finally {
    process.kill(-hung, 'SIGKILL');
  }
});

test('a browser that does not report its process is closed', async () => {
  const browser = open((started) => {
    if (launched.length === 1)
      started.newBrowserCDPSession = () => Promise.reject(new Error('no session for you'));
  });
  const closed = new Promise((resolve) => {
    void browser.start().catch(() => launched[0]?.once('disconnected', resolve));
  });
  await closed;
  expect(browser.pid).toBeNull();
});

test('a pause of this process does not count as a hung browser', async () => {
  const browser = open((started) => {
    const newContext = started.newContext.bind(started);
    started.newContext = (options) => {
      standStill(30_500);
      return newContext(options);
    };
  });
  await browser.start();
  const { pid } = browser;
  await browser.withContext(await browser.open({}), async (context) => {
    const close = context.close.bind(context);
    context.close = () => {
      standStill(5_500);
      return close();
    };
  });
  expect(launched).toHaveLength(1);
  expect(launched[0]?.isConnected()).toBe(true);
  expect(browser.pid).toBe(pid);
});

test('a Run leaves no listener on its browser', async () => {
  const browser = open(() => undefined);
  await browser.start();
  const listeners = () =>
    (launched[0] as unknown as NodeJS.EventEmitter | undefined)?.listenerCount('disconnected');
  const before = listeners();
  await browser.withContext(await browser.open({}), () => Promise.resolve());
  expect(listeners()).toBe(before);
});

test('a browser that is gone before it tells of its context is replaced', async () => {
  const browser = open((started) => {
    if (launched.length > 1) return;
    started.newContext = () => {
      void started.close();
      return new Promise<BrowserContext>(() => undefined);
    };
  });
  expect(
    await browser.withContext(await browser.open({}), async (context) => context.browser() === launched[1]),
  ).toBe(true);
});

test('a context that is gone has no input to hold back and no tabs to follow', async () => {
  const browser = open(() => undefined);
  const { context } = await browser.open({});
  expect(holdInput(context, Promise.resolve())).toBe(true);
  await context.close();
  expect(holdInput(context, Promise.resolve())).toBe(false);
  await followOpenings(context)();
});
