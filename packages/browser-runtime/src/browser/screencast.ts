import type { CDPSession, Page } from 'playwright-core';
import type { BrowserSession } from './browser-session.ts';

const OPTIONS = { format: 'jpeg', quality: 60, maxWidth: 1_280, maxHeight: 1_280 } as const;
/** How soon the pictures follow to another tab. */
const TAB_INTERVAL_MS = 200;

/** A picture of the active tab. `jpeg` is null when it would show a secret. */
export interface LivePicture {
  jpeg: Buffer | null;
}

export interface Screencast {
  stop(): void;
}

/**
 * Sends a picture of the active tab whenever it has changed. The next one is taken once `onPicture` has resolved, so a slow
 * receiver gets fewer pictures and never old ones.
 */
export function startScreencast(
  surface: BrowserSession,
  onPicture: (picture: LivePicture) => Promise<void>,
): Screencast {
  let isStopped = false;
  let shown: Page | null = null;
  let session: CDPSession | null = null;

  const take = async (page: Page, data: string): Promise<LivePicture> => {
    const isSecret = surface.secretCheck();
    if (isSecret === null) return { jpeg: Buffer.from(data, 'base64') };
    // A frame that was drawn before its page could be checked is replaced by one that is checked before and after.
    const checked = await surface.screenshots.safePicture(page, isSecret);
    return { jpeg: checked === null ? null : Buffer.from(checked, 'base64') };
  };

  const open = async (page: Page): Promise<void> => {
    const opened = await page.context().newCDPSession(page);
    session = opened;
    opened.on('Page.screencastFrame', ({ data, sessionId }) => {
      const send = async () => {
        if (!isStopped && shown === page) await onPicture(await take(page, data));
        await opened.send('Page.screencastFrameAck', { sessionId });
      };
      send().catch(() => undefined);
    });
    await opened.send('Page.startScreencast', OPTIONS);
  };

  const close = (): void => {
    session?.detach().catch(() => undefined);
    session = null;
  };

  const follow = (): void => {
    const page = surface.activePage;
    if (isStopped || page === shown) return;
    close();
    shown = page;
    if (page !== null)
      open(page).catch(() => {
        if (shown === page) shown = null;
      });
  };
  follow();
  const following = setInterval(follow, TAB_INTERVAL_MS);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(following);
      close();
    },
  };
}
