import type { CDPSession, Page } from 'playwright-core';
import { withTimeout } from '@errand/wait-for';

/** Counters of the renderer that change whenever its documents look different. */
const COUNTERS: ReadonlySet<string> = new Set([
  'NavigationStart',
  'Documents',
  'LayoutCount',
  'RecalcStyleCount',
]);
/** Asking for the height brings the layout up to date; of a change of style alone the counters know by the next frame. */
const PAGE_EXTENT = {
  expression: '[scrollX, scrollY, innerWidth, innerHeight, document.documentElement?.offsetHeight].join()',
};
const FINGERPRINT_TIMEOUT_MS = 100;

async function readFingerprint(session: CDPSession, page: Page): Promise<string | null> {
  const [{ result }, { metrics }] = await Promise.all([
    session.send('Runtime.evaluate', PAGE_EXTENT),
    session.send('Performance.getMetrics'),
  ]);
  const counters = metrics.filter(({ name }) => COUNTERS.has(name)).map(({ value }) => value);
  return counters.length === COUNTERS.size ? JSON.stringify([page.url(), result.value, counters]) : null;
}

/**
 * Detects whether a page changed without rendering it: equal results mean that its document was neither changed nor
 * scrolled in between. Null where that is unknown: pages with frames (other processes may draw them) and busy pages.
 * @param session with the domain `Performance` enabled
 */
export function renderFingerprint(session: CDPSession, page: Page): Promise<string | null> {
  return page.frames().length === 1
    ? withTimeout(
        readFingerprint(session, page).catch(() => null),
        FINGERPRINT_TIMEOUT_MS,
        null,
      )
    : Promise.resolve(null);
}
