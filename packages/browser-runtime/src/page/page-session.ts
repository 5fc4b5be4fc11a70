import type { CDPSession, Page } from 'playwright-core';

/** How much of what a tab is answered outlives its documents, in bytes. */
const KEPT_ANSWERS = { maxTotalBufferSize: 4_000_000, maxResourceBufferSize: 250_000 };
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * The session by which a tab is asked beside Playwright, with the domain `Performance` enabled. Once it is open, messages reach
 * the page in the order in which they are sent. A spare tab has it before a Run needs it.
 */
export function pageSession(page: Page): Promise<CDPSession> {
  const known = sessions.get(page);
  if (known !== undefined) return known;
  const opening = page
    .context()
    .newCDPSession(page)
    .then((session) => {
      // A page that is at work answers late.
      session.send('Performance.enable').catch(() => undefined);
      // An answer can be read although its page left at once; a browser that is too old for it loses that answer.
      session.send('Network.configureDurableMessages', KEPT_ANSWERS).catch(() => undefined);
      return session;
    });
  sessions.set(page, opening);
  opening.catch(() => sessions.delete(page));
  return opening;
}
