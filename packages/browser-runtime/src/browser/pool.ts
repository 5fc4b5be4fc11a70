import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '@errand/contracts';
import { StepError, type Host } from '../host.ts';
import { createNetwork } from '../network/network.ts';
import { startGuardProxy } from '../network/proxy.ts';
import { registerNameSelector } from './name-selector.ts';
import { browserLauncher, type BrowserOptions } from './chromium.ts';
import { limitOpenings } from './limit-openings.ts';
import { type Borrowing, createQuarantine } from './quarantine.ts';
import { onTickTimeout } from '../async/tick-timeout.ts';
import { MAX_TABS, BrowserSession } from './browser-session.ts';
import { createSharedBrowser, OPEN_TIMEOUT_TICKS, type SharedBrowser } from './shared-browser.ts';

export interface SurfaceOptions {
  host: Host;
  /** False: private, loopback, link-local and metadata addresses are refused. Default true. */
  allowPrivateNetwork?: boolean;
  /**
   * Whether steps may have an application scope. Everything then passes a checking proxy, which costs a little; it is
   * needed too when private networks are not allowed. Default true; `needsScope` tells it of a Runbook.
   */
  scoped?: boolean;
  /** Whether the Run lost a browser or an executor before and may be the cause. It then gets a browser of its own. */
  suspect?: boolean;
}

/** The browser that a Run works in. */
export interface LentBrowser {
  /** Its process id, which leads its process group; null while it does not run. */
  readonly pid: number | null;
  /** False when other Runs use it too, so that its death may not be this Run's doing. */
  readonly isPrivate: boolean;
}

/** One warm browser, of which every Run gets an isolated part; a suspect Run gets another. */
export interface BrowserPool extends Omit<SharedBrowser, 'withContext'> {
  /**
   * Lends a Run its browser, with one empty tab and nothing that another Run left, and takes it back whatever happens.
   * @throws {BrowserUnavailable} when no browser can be started
   * @throws {StepError} `browser_crashed` when the browser died and `work` did not itself cope with that
   */
  withContext<Result>(
    options: SurfaceOptions,
    work: (surface: BrowserSession, browser: LentBrowser) => Promise<Result>,
  ): Promise<Result>;
}

/** Each takes some 100 MB; beyond, suspect Runs share them. */
const MAX_PRIVATE_BROWSERS = 8;
const SETTLE_TIMEOUT_MS = 5_000;
/** How long work may go on once its Run was stopped. */
const CLOSE_TIMEOUT_MS = 5_000;

async function openFirstTab(surface: BrowserSession): Promise<void> {
  try {
    await surface.openTab();
  } catch (error) {
    if (error instanceof Error && error.message.includes('crashed'))
      throw new StepError('browser_crashed', 'The page crashed.', { cause: error });
    throw error;
  }
}

/** A page that never answers must not keep the place of a Run that was stopped. */
async function withCloseTimeout<Result>(work: Promise<Result>, stopped: AbortSignal): Promise<Result> {
  const done = new AbortController();
  const left = async (): Promise<never> => {
    if (!stopped.aborted) await once(stopped, 'abort', { signal: done.signal });
    await delay(CLOSE_TIMEOUT_MS, undefined, { signal: done.signal });
    throw stopped.reason;
  };
  try {
    return await Promise.race([work, left()]);
  } finally {
    done.abort();
  }
}

export function createBrowserPool(options: BrowserOptions): BrowserPool {
  const launch = browserLauncher(options);
  const shared = createSharedBrowser(launch);
  const quarantine = createQuarantine(() => createSharedBrowser(launch), MAX_PRIVATE_BROWSERS);
  const lend = <Result>(
    isSuspect: boolean,
    work: (browser: SharedBrowser, borrowing: Borrowing) => Promise<Result>,
  ): Promise<Result> => (isSuspect ? quarantine.lend(work) : work(shared, { isAlone: false }));
  return {
    start: () => shared.start(),
    close: async () => void (await Promise.all([shared.close(), quarantine.close()])),
    kill: () => {
      shared.kill();
      quarantine.kill();
    },
    get pid() {
      return shared.pid;
    },
    async withContext({ host, allowPrivateNetwork = true, scoped = true, suspect = false }, work) {
      await registerNameSelector();
      const network = createNetwork({ allowPrivateNetwork });
      const guarded = scoped || !allowPrivateNetwork;
      let surface: BrowserSession | null = null;
      const proxy = guarded
        ? await startGuardProxy(network, (url, refusal) => surface?.refused(url, refusal))
        : null;
      try {
        return await lend(suspect, (browser, borrowing) =>
          browser.withContext({ ...(proxy && { proxy: { server: proxy.url } }) }, async (context) => {
            surface = new BrowserSession({ context, network, guarded });
            surface.reportTo(host, MAX_FILE_BYTES);
            const lent: LentBrowser = {
              get pid() {
                return browser.pid;
              },
              get isPrivate() {
                return borrowing.isAlone;
              },
            };
            const prepare = async (opening: BrowserSession) => {
              await context.addInitScript(limitOpenings, MAX_TABS);
              await openFirstTab(opening);
            };
            await onTickTimeout(prepare(surface), OPEN_TIMEOUT_TICKS, () => browser.kill());
            try {
              return await withCloseTimeout(work(surface, lent), host.signal);
            } finally {
              await surface.settle(AbortSignal.any([host.signal, AbortSignal.timeout(SETTLE_TIMEOUT_MS)]));
            }
          }),
        );
      } finally {
        await proxy?.close();
      }
    },
  };
}
