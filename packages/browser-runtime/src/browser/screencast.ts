import { settlesWithin } from '@errand/wait-for';
import type { Page } from 'playwright-core';
import type { BrowserSession } from './browser-session.ts';

const OPTIONS = { format: 'jpeg', quality: 60, maxWidth: 1_280, maxHeight: 1_280 } as const;
/** How soon the pictures follow to another tab. */
const TAB_INTERVAL_MS = 200;
/** A picture that could not be checked for so long is withheld until it is. */
const UNCHECKED_MS = 5_000;

/** A picture of the active tab. `jpeg` is null when it would show a secret, or when that is not known. */
export interface LivePicture {
  jpeg: Buffer | null;
  /** Size of the page in CSS pixels. */
  size: { width: number; height: number };
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
  let over = new AbortController();

  const take = async (page: Page, data: string, signal: AbortSignal): Promise<Buffer | null> => {
    const isSecret = surface.secretCheck();
    if (isSecret === null) return Buffer.from(data, 'base64');
    // A frame that was drawn before its page could be checked is replaced by one that is checked before and after.
    const checked = await surface.screenshots.safePicture(page, isSecret, signal);
    return checked === null ? null : Buffer.from(checked, 'base64');
  };

  const open = async (page: Page, signal: AbortSignal): Promise<void> => {
    const opened = await page.context().newCDPSession(page);
    const detach = () => void opened.detach().catch(() => undefined);
    if (signal.aborted) return detach();
    signal.addEventListener('abort', detach, { once: true });
    let last = '';
    opened.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      // A window on a person's screen has the size that they gave it.
      const size = { width: Math.round(metadata.deviceWidth), height: Math.round(metadata.deviceHeight) };
      const send = async () => {
        // Checking a picture for secrets takes another, for which Chromium draws the unchanged page again.
        if (data !== last && !signal.aborted) {
          last = data;
          const taking = take(page, data, signal);
          // A page that is about to be left does not answer, and an unchecked page is not shown.
          if (!(await settlesWithin(UNCHECKED_MS, taking)) && !signal.aborted)
            await onPicture({ jpeg: null, size });
          const jpeg = await taking;
          // What would show a secret is looked at again when the page is drawn, even if it looks the same.
          if (jpeg === null) last = '';
          if (!signal.aborted) await onPicture({ jpeg, size });
        }
        await opened.send('Page.screencastFrameAck', { sessionId });
      };
      send().catch(() => undefined);
    });
    await opened.send('Page.startScreencast', OPTIONS);
  };

  const follow = (): void => {
    const page = surface.activePage;
    if (isStopped || page === shown) return;
    over.abort();
    over = new AbortController();
    shown = page;
    if (page !== null)
      open(page, over.signal).catch(() => {
        if (shown === page) shown = null;
      });
  };
  follow();
  const following = setInterval(follow, TAB_INTERVAL_MS);
  return {
    stop: () => {
      isStopped = true;
      clearInterval(following);
      over.abort();
    },
  };
}
