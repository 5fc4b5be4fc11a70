import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core';
import { StepError } from '../host.ts';
import { BrowserUnavailable } from './chromium.ts';
import { isStarved } from './starved.ts';
import { bytesReadFrom } from './connection/bound-connection.ts';
import { TICK_MS, onTickTimeout } from '../async/tick-timeout.ts';

const CLOSE_TIMEOUT_TICKS = 5;
/** A browser that takes longer to open a context or a tab is hung; one that answers nothing at all is killed sooner. */
const OPEN_TIMEOUT_TICKS = 30;
/** A browser is hung when it leaves this many checks in a row unanswered. */
const MAX_UNANSWERED_CHECKS = 10;
/** The same of one that waits for a processor or a disk each time. */
const MAX_STARVED_CHECKS = 60;
/** How long work whose browser died may take to report that itself. */
const CRASH_REPORT_TIMEOUT_MS = 2_000;

/** A browser process that is started when needed, lent by the context, and started again when it died or hung. */
export interface SharedBrowser {
  /** Starts the browser, so that the first borrower does not wait for it. */
  start(): Promise<void>;
  /**
   * A fresh context, without cookies or storage of any other, for `withContext`. Kills a browser that hangs on this.
   * @param prepare done before it is given out, within the same time
   */
  open(
    options: BrowserContextOptions,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<OpenContext>;
  /**
   * Lends the context, and closes it whatever happens.
   * @throws {StepError} `browser_crashed` when the browser died and `work` did not itself cope with that
   */
  withContext<Result>(open: OpenContext, work: (context: BrowserContext) => Promise<Result>): Promise<Result>;
  /** Its process id, null while no browser runs. */
  readonly pid: number | null;
  /** Closes the browser gracefully. It can be used again. */
  close(): Promise<void>;
  /** Kills the browser's processes at once; current borrowers get `browser_crashed`. It can be used again. */
  kill(): void;
}

interface Running {
  browser: Browser;
  /** Null: it is the person's own, which is never killed. */
  pid: number | null;
}

/** A context and the browser that it is part of. */
export interface OpenContext {
  readonly context: BrowserContext;
  readonly owner: Running;
}

function crashError(cause?: unknown): StepError {
  return new StepError('browser_crashed', 'The browser crashed.', { cause });
}

async function processOf(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser');
  if (main === undefined) throw new Error('the browser did not report its process');
  return main.id;
}

/** Playwright starts the browser as the leader of a process group of its own. */
export function killGroup(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Playwright does not answer everything that a browser left open when it died. */
export async function rejectOnDisconnect<Result>(browser: Browser, work: Promise<Result>): Promise<Result> {
  const gone = Promise.withResolvers<never>();
  const tell = () => gone.reject(crashError());
  browser.once('disconnected', tell);
  if (!browser.isConnected()) tell();
  try {
    return await Promise.race([work, gone.promise]);
  } finally {
    browser.off('disconnected', tell);
  }
}

/** A session with a browser that was just launched, and its process. One that does not answer is closed. */
export async function connect(browser: Browser): Promise<{ session: CDPSession; pid: number }> {
  const silent = Promise.withResolvers<never>();
  const ask = async () => {
    const session = await browser.newBrowserCDPSession();
    return { session, pid: await processOf(session) };
  };
  try {
    return await onTickTimeout(
      Promise.race([rejectOnDisconnect(browser, ask()), silent.promise]),
      OPEN_TIMEOUT_TICKS,
      () => silent.reject(new BrowserUnavailable('The browser did not answer after its launch.')),
    );
  } catch (error) {
    // A browser that hangs closes once it continues.
    browser.close().catch(() => undefined);
    throw error;
  }
}

/** Kills a hung browser. Counts checks, not time, so that a pause of this process does not count against the browser. */
function startHealthCheck(browser: Browser, session: CDPSession, pid: number): void {
  let unanswered = 0;
  /** Those at which it waited neither for a processor nor for a disk. */
  let idle = 0;
  const isAlive = () => {
    unanswered = 0;
    idle = 0;
  };
  const killIfHung = async () => {
    if (unanswered > 1 && !(await isStarved(pid))) idle += 1;
    const isHung = idle >= MAX_UNANSWERED_CHECKS || unanswered > MAX_STARVED_CHECKS;
    if (isHung && browser.isConnected()) killGroup(pid);
  };
  let bytes = bytesReadFrom(browser);
  const timer = setInterval(() => {
    if (bytesReadFrom(browser) > bytes) isAlive();
    bytes = bytesReadFrom(browser);
    unanswered += 1;
    void killIfHung();
    session.send('Browser.getVersion').then(isAlive, () => undefined);
  }, TICK_MS).unref();
  browser.once('disconnected', () => clearInterval(timer));
}

/** Kills a browser that does not close it, unless it is busy sending or waits for the machine: others may share it. */
async function closeOrKill(
  closing: Promise<void>,
  owner: Running,
  ticks = MAX_STARVED_CHECKS,
): Promise<void> {
  const { browser, pid } = owner;
  const bytes = bytesReadFrom(browser);
  let isClosed = false;
  void closing.then(() => (isClosed = true));
  const killIfHung = async () => {
    const isBusy = bytesReadFrom(browser) > bytes || (pid !== null && (await isStarved(pid)));
    if (isClosed) return;
    if (isBusy && ticks > 0) await closeOrKill(closing, owner, ticks - CLOSE_TIMEOUT_TICKS);
    else killGroup(pid);
  };
  await onTickTimeout(closing, CLOSE_TIMEOUT_TICKS, () => void killIfHung());
}

async function dispose(closable: BrowserContext | Browser, owner: Running): Promise<void> {
  await closeOrKill(
    closable.close().catch(() => undefined),
    owner,
  );
}

/** `withContext` for any browser: always closes the context at the end. */
export async function lendContext<Result>(
  { context, owner }: OpenContext,
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const lost = Promise.withResolvers<never>();
  const onDisconnect = () =>
    delay(CRASH_REPORT_TIMEOUT_MS, undefined, { signal: stop.signal }).then(
      () => lost.reject(crashError()),
      () => undefined,
    );
  owner.browser.once('disconnected', onDisconnect);
  try {
    return await Promise.race([work(context), lost.promise]);
  } catch (error) {
    if (error instanceof StepError || owner.browser.isConnected()) throw error;
    throw crashError(error);
  } finally {
    owner.browser.off('disconnected', onDisconnect);
    stop.abort();
    await dispose(context, owner);
  }
}

/** @param launch starts a browser, see `browserLauncher` */
export function createSharedBrowser(launch: () => Promise<Browser>): SharedBrowser {
  let starting: Promise<Running> | null = null;
  let running: Running | null = null;

  const start = async (): Promise<Running> => {
    const browser = await launch();
    const { session, pid } = await connect(browser);
    const started = { browser, pid };
    startHealthCheck(browser, session, pid);
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

  /** Refuses the context of a browser that was killed in the meantime. */
  const openIn = async (
    owner: Running,
    options: BrowserContextOptions,
    prepare: (context: BrowserContext) => Promise<void>,
  ): Promise<OpenContext> => {
    const { browser, pid } = owner;
    const within = <Result>(work: Promise<Result>) =>
      onTickTimeout(rejectOnDisconnect(browser, work), OPEN_TIMEOUT_TICKS, () => killGroup(pid));
    const context = await within(browser.newContext(options));
    try {
      await within(prepare(context));
      return { context, owner };
    } catch (error) {
      await dispose(context, owner);
      throw error;
    }
  };

  return {
    async start() {
      await ensure();
    },
    async open(options, prepare = () => Promise.resolve()) {
      const owner = await ensure();
      try {
        return await openIn(owner, options, prepare);
      } catch (error) {
        if (owner.browser.isConnected()) throw error;
        return await openIn(await ensure(), options, prepare);
      }
    },
    withContext: lendContext,
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
}
