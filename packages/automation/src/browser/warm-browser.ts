import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core';
import { StepError } from '../host.ts';

const CLOSE_MS = 5_000;
/** A browser that takes longer to open a context or a tab is hung. */
export const OPEN_MS = 10_000;
/** A browser is asked this often whether it is there, and is hung when it leaves so many looks in a row unanswered. */
const LOOK_MS = 1_000;
const MOST_UNANSWERED = 10;
/** How long work that lost its browser may take to say so itself. */
const CRASH_MS = 2_000;

/** A browser process that is started when needed, lent by the context, and started again when it died or hung. */
export interface WarmBrowser {
  /** Starts the browser, so that the first borrower does not wait for it. */
  warm(): Promise<void>;
  /**
   * Lends a fresh context, with no cookies or storage of any other, and closes it whatever happens.
   * @throws {StepError} `browser_crashed` when the browser died and `work` did not itself cope with that
   */
  lend<Result>(
    options: BrowserContextOptions,
    work: (context: BrowserContext) => Promise<Result>,
  ): Promise<Result>;
  /** Its process, null while there is none. */
  readonly pid: number | null;
  /** Closes the browser in order. It can be used again. */
  close(): Promise<void>;
  /** Kills the browser's processes at once; whoever uses it meets `browser_crashed`. It can be used again. */
  kill(): void;
}

interface Running {
  browser: Browser;
  pid: number;
}

const crash = (cause?: unknown): StepError =>
  new StepError('browser_crashed', 'The browser crashed.', { cause });

const processOf = async (session: CDPSession): Promise<number> => {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser');
  if (main === undefined) throw new Error('the browser does not tell its process');
  return main.id;
};

/** Playwright starts the browser as the leader of a process group of its own. */
const killGroup = (pid: number): void => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
};

/** Kills a browser that hangs. It counts looks, not time: a standstill of this process is none of the browser's. */
const watch = (browser: Browser, session: CDPSession, pid: number): void => {
  let unanswered = 0;
  const timer = setInterval(() => {
    unanswered += 1;
    if (unanswered > MOST_UNANSWERED) killGroup(pid);
    session.send('Browser.getVersion').then(
      () => (unanswered = 0),
      () => undefined,
    );
  }, LOOK_MS).unref();
  browser.once('disconnected', () => clearInterval(timer));
};

/** @param launch starts a browser, see `browserLauncher` */
export const createWarmBrowser = (launch: () => Promise<Browser>): WarmBrowser => {
  let starting: Promise<Running> | null = null;
  let running: Running | null = null;

  const start = async (): Promise<Running> => {
    const browser = await launch();
    const session = await browser.newBrowserCDPSession();
    const started = { browser, pid: await processOf(session) };
    watch(browser, session, started.pid);
    running = started;
    browser.once('disconnected', () => {
      if (running !== started) return;
      running = null;
      starting = null;
    });
    return started;
  };

  const ensure = async (): Promise<Running> => {
    starting ??= start();
    try {
      const current = await starting;
      if (current.browser.isConnected()) return current;
      starting = null;
      return await ensure();
    } catch (error) {
      starting = null;
      throw error;
    }
  };

  /** The context of a browser that is killed meanwhile is refused. */
  const openIn = async ({ browser, pid }: Running, options: BrowserContextOptions) => {
    const hung = setTimeout(() => killGroup(pid), OPEN_MS);
    return await browser.newContext(options).finally(() => clearTimeout(hung));
  };

  const open = async (
    options: BrowserContextOptions,
  ): Promise<{ context: BrowserContext; owner: Running }> => {
    const owner = await ensure();
    try {
      return { context: await openIn(owner, options), owner };
    } catch (error) {
      if (owner.browser.isConnected()) throw error;
      const next = await ensure();
      return { context: await openIn(next, options), owner: next };
    }
  };

  const dispose = async (closable: BrowserContext | Browser, { pid }: Running): Promise<void> => {
    const hung = setTimeout(() => killGroup(pid), CLOSE_MS);
    await closable.close().catch(() => undefined);
    clearTimeout(hung);
  };

  return {
    async warm() {
      await ensure();
    },
    async lend(options, work) {
      const { context, owner } = await open(options);
      const stop = new AbortController();
      const lost = new Promise<never>((_resolve, reject) => {
        owner.browser.once('disconnected', () => {
          delay(CRASH_MS, undefined, { signal: stop.signal }).then(
            () => reject(crash()),
            () => undefined,
          );
        });
      });
      try {
        return await Promise.race([work(context), lost]);
      } catch (error) {
        if (error instanceof StepError || owner.browser.isConnected()) throw error;
        throw crash(error);
      } finally {
        stop.abort();
        await dispose(context, owner);
      }
    },
    get pid() {
      return running?.pid ?? null;
    },
    async close() {
      const closing = starting;
      starting = null;
      running = null;
      const current = await closing?.catch(() => null);
      if (current) await dispose(current.browser, current);
    },
    kill() {
      if (running !== null) killGroup(running.pid);
    },
  };
};
