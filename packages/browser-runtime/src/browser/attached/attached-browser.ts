import { type Browser, chromium } from 'playwright-core';
import { onTickTimeout } from '../../async/tick-timeout.ts';
import { BrowserUnavailable } from '../chromium.ts';
import { holdConnection } from '../connection/bound-connection.ts';
import { type SharedBrowser, lendContext, rejectOnDisconnect } from '../shared-browser.ts';
import { withTraceFolder } from '../trace-files.ts';
import { confineTransport } from './confined-transport.ts';
import { debuggingEndpoints, userDataFolders } from './endpoint.ts';
import { openSocketWire } from './socket-wire.ts';

export interface AttachedOptions {
  /** Where the browser keeps its data; null: where Chrome, Chromium, Edge and Brave do by default. */
  userDataDir: string | null;
  environment: Readonly<Record<string, string | undefined>>;
}

/** The browser asks its person whether to allow a connection. */
const ALLOW_TIMEOUT_MS = 60_000;
const OPEN_TIMEOUT_TICKS = 10;
/** What a person does so that their browser can be attached to. */
export const HOW_TO_ATTACH =
  'In Chrome, Edge or Brave 144 or later, open chrome://inspect/#remote-debugging and switch on "Allow remote debugging for ' +
  'this browser instance"; it then asks you at each Run.';

async function openWire({ userDataDir, environment }: AttachedOptions) {
  const folders = userDataDir === null ? userDataFolders(process.platform, environment) : [userDataDir];
  let cause: unknown;
  let isRefused = false;
  for (const url of await debuggingEndpoints(folders))
    try {
      return await openSocketWire(url, ALLOW_TIMEOUT_MS);
    } catch (error) {
      // The file stays behind when a browser is killed.
      isRefused ||= (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
      cause = error;
    }
  const why = isRefused
    ? 'Your browser did not allow the connection; it asks you, and waits for a minute.'
    : `Your own browser does not run, or does not accept connections. ${HOW_TO_ATTACH}`;
  throw new BrowserUnavailable(why, { cause });
}

/**
 * The browser that a person uses, in which each borrower gets tabs of its own, with the person's cookies and sign-ins. It and
 * the person's tabs stay as they are. It cannot have a checking proxy.
 */
export function createAttachedBrowser(options: AttachedOptions): SharedBrowser {
  let running: Browser | null = null;
  const attach = async (): Promise<Browser> => {
    const { wire, bound } = await openWire(options);
    try {
      const browser = await withTraceFolder(
        (artifactsDir) =>
          chromium.connectOverCDP(confineTransport(wire, artifactsDir), { artifactsDir, isLocal: true }),
        (connected) => connected,
      );
      holdConnection(browser, bound);
      return browser;
    } catch (error) {
      wire.close();
      throw new BrowserUnavailable('Your browser was reached, and did not answer.', { cause: error });
    }
  };
  return {
    start: () => Promise.resolve(),
    async open({ proxy }, prepare = () => Promise.resolve()) {
      if (proxy !== undefined) throw new Error('An attached browser cannot have a proxy.');
      const browser = await attach();
      const [context] = browser.contexts();
      if (context === undefined)
        throw new BrowserUnavailable('Your browser was reached, and has no profile open.');
      running = browser;
      browser.once('disconnected', () => {
        if (running === browser) running = null;
      });
      try {
        await onTickTimeout(
          rejectOnDisconnect(browser, prepare(context)),
          OPEN_TIMEOUT_TICKS,
          () => void browser.close(),
        );
      } catch (error) {
        await browser.close();
        throw error;
      }
      return { context, owner: { browser, pid: null } };
    },
    withContext: lendContext,
    pid: null,
    close: async () => {
      await running?.close();
    },
    kill: () => void running?.close(),
  };
}
