import { MAX_FILE_BYTES } from '@errand/contracts';
import { type Host, StepError } from '../host.ts';
import { createNetwork } from '../network/network.ts';
import {
  BrowserUnavailable,
  browserLauncher,
  type BrowserOptions,
  profileLauncher,
  type ProfileOptions,
} from './chromium.ts';
import { type AttachedOptions, createAttachedBrowser } from './attached/attached-browser.ts';
import { createProfileBrowser } from './profile-browser.ts';
import { type Borrowing, createQuarantine } from './quarantine.ts';
import { BrowserSession } from './browser-session.ts';
import { type PreparedContext, createShelf, prepareContext } from './spare-contexts.ts';
import { createSessionCookies } from './session-cookies.ts';
import { createSharedBrowser, type SharedBrowser } from './shared-browser.ts';

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

/** When and how the browser is opened. */
export interface Opening {
  /** True: once `surface.open` is called, and not at all if it never is. Default false: before the work begins. */
  lazy?: boolean;
  /** Called to open it, so that the caller can measure how long that takes. */
  whileOpening?: (open: () => Promise<void>) => Promise<void>;
}

/** The browser that a Run works in. */
export interface LentBrowser {
  /** Its process id, which leads its process group; null while it does not run. */
  readonly pid: number | null;
  /** False if other Runs use it too, so that this Run may not have caused its crash. */
  readonly isPrivate: boolean;
}

/** Contexts that are opened before a Run needs them, for Runs of one kind. */
export interface Spares {
  count: number;
  /** Whether they are for Runs whose requests pass a checking proxy; see `SurfaceOptions.scoped`. */
  guarded: boolean;
}

/** One warm browser, in which every Run gets its own context; a suspect Run gets a browser of its own. */
export interface BrowserPool extends Omit<SharedBrowser, 'withContext' | 'open'> {
  /**
   * Lends a Run its browser, with one empty tab and nothing that another Run left, and takes it back whatever happens.
   * @throws {StepError} `browser_crashed` when no browser could be started, or it died and `work` did not itself cope with that
   */
  withContext<Result>(
    options: SurfaceOptions & Opening,
    work: (surface: BrowserSession, browser: LentBrowser) => Promise<Result>,
  ): Promise<Result>;
}

/** Each takes some 100 MB; beyond, suspect Runs share them. */
const MAX_PRIVATE_BROWSERS = 8;
const SETTLE_TIMEOUT_MS = 10_000;
/** How long work may continue after its Run was stopped. */
const CLOSE_TIMEOUT_MS = 5_000;

/** A page that never answers must not keep the place of a Run that was stopped. */
function withCloseTimeout<Result>(work: Promise<Result>, stopped: AbortSignal): Promise<Result> {
  const left = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    timer = setTimeout(() => left.reject(stopped.reason), CLOSE_TIMEOUT_MS);
  };
  if (stopped.aborted) onStop();
  else stopped.addEventListener('abort', onStop, { once: true });
  return Promise.race([work, left.promise]).finally(() => {
    clearTimeout(timer);
    stopped.removeEventListener('abort', onStop);
  });
}

/** A pool that launches its browser on `start`, and then keeps the `spares` ready; without them, none. */
export function createBrowserPool(options: BrowserOptions, spares?: Spares): BrowserPool {
  const launch = browserLauncher(options);
  const shared = createSharedBrowser(launch);
  const quarantine = createQuarantine(() => createSharedBrowser(launch), MAX_PRIVATE_BROWSERS);
  const shelf = createShelf(spares?.count ?? 0, () => prepareContext(shared, spares?.guarded ?? true));

  const lend: Lend = async ({ isSuspect, guarded }, work) => {
    if (isSuspect)
      return quarantine.lend(async (browser, borrowing) =>
        work(browser, borrowing, await prepareContext(browser, guarded)),
      );
    const spare = guarded === spares?.guarded ? await shelf.take() : null;
    return work(shared, { isAlone: false }, spare ?? (await prepareContext(shared, guarded)));
  };

  return {
    start: async () => {
      await shared.start();
      shelf.fill();
    },
    close: async () => {
      await shelf.close();
      await Promise.all([shared.close(), quarantine.close()]);
    },
    kill: () => {
      shared.kill();
      quarantine.kill();
    },
    get pid() {
      return shared.pid;
    },
    withContext: lending(lend, () => shelf.fill()),
  };
}

/** The pool of a browser with a profile of its own: one Run at a time, which finds what earlier ones left in the profile. */
export function createProfilePool(options: ProfileOptions): BrowserPool {
  return poolOf(createProfileBrowser(profileLauncher(options), createSessionCookies(options.profileDir)));
}

/** The pool of the browser that a person uses: one Run at a time, without a scope, in tabs of its own. */
export function createAttachedPool(options: AttachedOptions): BrowserPool {
  return poolOf(createAttachedBrowser(options));
}

/** The pool of the one browser of a person's machine. */
function poolOf(browser: SharedBrowser): BrowserPool {
  const prepare = (guarded: boolean) =>
    prepareContext(browser, guarded).catch((error: unknown) => {
      // The Run's owner also owns the machine, so the Run says what to install.
      throw error instanceof BrowserUnavailable
        ? new StepError('browser_crashed', error.message, { cause: error, noEffect: true })
        : error;
    });
  const lend: Lend = async ({ guarded }, work) => work(browser, { isAlone: true }, await prepare(guarded));
  return {
    start: () => browser.start(),
    close: () => browser.close(),
    kill: () => browser.kill(),
    get pid() {
      return browser.pid;
    },
    withContext: lending(lend),
  };
}

/** Lends a prepared context for as long as `work` takes. */
type Lend = <Result>(
  kind: { isSuspect: boolean; guarded: boolean },
  work: (browser: SharedBrowser, borrowing: Borrowing, prepared: PreparedContext) => Promise<Result>,
) => Promise<Result>;

function lending(lend: Lend, onGivenBack: () => void = () => undefined): BrowserPool['withContext'] {
  return async (
    {
      host,
      allowPrivateNetwork = true,
      scoped = true,
      suspect = false,
      lazy = false,
      whileOpening = (open) => open(),
    },
    work,
  ) => {
    const network = createNetwork({ allowPrivateNetwork });
    const guarded = scoped || !allowPrivateNetwork;
    const done = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    let lent: Promise<void> = Promise.resolve();
    let lender: { browser: SharedBrowser; borrowing: Borrowing } | null = null;

    /** Opens the browser; it is given back when `done` resolves. */
    const open = async (): Promise<void> => {
      const opened = Promise.withResolvers<void>();
      lent = lend({ isSuspect: suspect, guarded }, async (browser, borrowing, { open, proxy }) => {
        try {
          await browser.withContext(open, async (context) => {
            proxy?.guard(network, (url, refusal) => surface.refused(url, refusal));
            lender = { browser, borrowing };
            surface.attach(context);
            opened.resolve();
            await done.promise;
            await surface.settle(AbortSignal.any([host.signal, AbortSignal.timeout(SETTLE_TIMEOUT_MS)]));
          });
        } finally {
          await proxy?.close();
        }
      }).catch((error: unknown) => {
        if (surface.isOpen) lost.reject(error);
        else opened.reject(error);
      });
      await opened.promise;
    };
    const surface = new BrowserSession({ open: () => whileOpening(open), network, guarded });
    surface.reportTo(host, MAX_FILE_BYTES);
    const lentBrowser: LentBrowser = {
      get pid() {
        return lender?.browser.pid ?? null;
      },
      get isPrivate() {
        return lender?.borrowing.isAlone ?? false;
      },
    };
    try {
      if (!lazy) await surface.open();
      return await Promise.race([withCloseTimeout(work(surface, lentBrowser), host.signal), lost.promise]);
    } catch (error) {
      if (error instanceof StepError || !surface.isDisconnected) throw error;
      throw new StepError('browser_crashed', 'The browser crashed.', { cause: error });
    } finally {
      done.resolve();
      await lent;
      onGivenBack();
    }
  };
}
