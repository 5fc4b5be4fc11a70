import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { BrowserUnavailable } from './chromium.ts';
import { boundConnection } from './connection/bound-connection.ts';
import type { SessionCookies } from './session-cookies.ts';
import { type SharedBrowser, connect, killGroup, lendContext } from './shared-browser.ts';

/**
 * A browser with a profile that stays. It is started for each borrower and closed after, so that the profile is written
 * and each borrower has the proxy that its scope needs; cookies and sign-ins remain.
 */
export function createProfileBrowser(
  launch: (options: BrowserContextOptions) => Promise<BrowserContext>,
  cookies: SessionCookies,
): SharedBrowser {
  let running: { context: BrowserContext; pid: number } | null = null;
  return {
    start: () => Promise.resolve(),
    async open(options, prepare = () => Promise.resolve()) {
      const context = await launch(options);
      const browser = context.browser();
      if (browser === null) throw new BrowserUnavailable('The browser of the profile does not answer.');
      boundConnection(browser);
      const { pid } = await connect(browser);
      running = { context, pid };
      context.once('close', () => {
        if (running?.context === context) running = null;
      });
      const restored = context.pages();
      await cookies.restore(context);
      await prepare(context);
      await Promise.all(restored.map((page) => page.close()));
      return { context, owner: { browser, pid } };
    },
    withContext: (open, work) =>
      lendContext(open, async (context) => {
        try {
          return await work(context);
        } finally {
          // A browser that is gone has none.
          await cookies.save(context).catch(() => undefined);
        }
      }),
    get pid() {
      return running?.pid ?? null;
    },
    close: async () => {
      await running?.context.close().catch(() => undefined);
    },
    kill: () => {
      if (running !== null) killGroup(running.pid);
    },
  };
}
