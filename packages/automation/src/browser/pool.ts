import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_FILE_BYTES } from '@errand/contracts';
import { StepError, type Host } from '../host.ts';
import { createNetwork } from '../network/network.ts';
import { startGuardProxy } from '../network/proxy.ts';
import { registerNameSelector } from '../targets/name-selector.ts';
import { browserLauncher, type BrowserOptions } from './chromium.ts';
import { limitOpenings } from './limit-openings.ts';
import { whenLate } from './patience.ts';
import { MOST_TABS, Surface } from './surface.ts';
import { createWarmBrowser, OPEN_LOOKS, type WarmBrowser } from './warm-browser.ts';

export interface SurfaceOptions {
  host: Host;
  /** False: private, loopback, link-local and metadata addresses are refused. Default true. */
  allowPrivateNetwork?: boolean;
  /**
   * Whether steps may have an application scope. Everything then passes a checking proxy, which costs a little; it is
   * needed too when private networks are not allowed. Default true; `needsScope` tells it of a Runbook.
   */
  scoped?: boolean;
}

/** One warm browser, of which every Run gets an isolated part. */
export interface BrowserPool extends Omit<WarmBrowser, 'lend'> {
  /**
   * Lends a Run its browser, with one empty tab and nothing that another Run left, and takes it back whatever happens.
   * @throws {BrowserUnavailable} when no browser can be started
   * @throws {StepError} `browser_crashed` when the browser died and `work` did not itself cope with that
   */
  withContext<Result>(options: SurfaceOptions, work: (surface: Surface) => Promise<Result>): Promise<Result>;
}

const SETTLE_MS = 5_000;
/** How long work may go on once its Run was stopped. */
const LEAVE_MS = 5_000;

const openFirstTab = async (surface: Surface): Promise<void> => {
  try {
    await surface.openTab();
  } catch (error) {
    if (error instanceof Error && error.message.includes('crashed'))
      throw new StepError('browser_crashed', 'The page crashed.', { cause: error });
    throw error;
  }
};

/** A page that never answers must not keep the place of a Run that was stopped. */
const orLeft = async <Result>(work: Promise<Result>, stopped: AbortSignal): Promise<Result> => {
  const done = new AbortController();
  const left = async (): Promise<never> => {
    if (!stopped.aborted) await once(stopped, 'abort', { signal: done.signal });
    await delay(LEAVE_MS, undefined, { signal: done.signal });
    throw stopped.reason;
  };
  try {
    return await Promise.race([work, left()]);
  } finally {
    done.abort();
  }
};

export const createBrowserPool = (options: BrowserOptions): BrowserPool => {
  const browser = createWarmBrowser(browserLauncher(options));
  return {
    warm: () => browser.warm(),
    close: () => browser.close(),
    kill: () => browser.kill(),
    get pid() {
      return browser.pid;
    },
    async withContext({ host, allowPrivateNetwork = true, scoped = true }, work) {
      await registerNameSelector();
      const network = createNetwork({ allowPrivateNetwork });
      const guarded = scoped || !allowPrivateNetwork;
      let surface: Surface | null = null;
      const proxy = guarded
        ? await startGuardProxy(network, (url, refusal) => surface?.refused(url, refusal))
        : null;
      try {
        return await browser.lend({ ...(proxy && { proxy: { server: proxy.url } }) }, async (context) => {
          surface = new Surface({ context, network, guarded });
          surface.reportTo(host, MAX_FILE_BYTES);
          const prepare = async (opening: Surface) => {
            await context.addInitScript(limitOpenings, MOST_TABS);
            await openFirstTab(opening);
          };
          await whenLate(prepare(surface), OPEN_LOOKS, () => browser.kill());
          try {
            return await orLeft(work(surface), host.signal);
          } finally {
            await surface.settle(AbortSignal.any([host.signal, AbortSignal.timeout(SETTLE_MS)]));
          }
        });
      } finally {
        await proxy?.close();
      }
    },
  };
};
