import type { LiveMessage } from '@errand/contracts';
import { withTimeout } from '@errand/wait-for';
import type { BrowserSession } from '../browser/browser-session.ts';

/** A title is not worth waiting for when a page is busy or shows a dialog. */
const TITLE_TIMEOUT_MS = 300;

/** The tabs of the browser as watchers see them, secrets masked. */
export async function describeTabs({
  tabs,
  activePage,
  mask,
}: BrowserSession): Promise<Extract<LiveMessage, { type: 'page' }>> {
  const described = await Promise.all(
    tabs.map(async (page) => {
      const title = await withTimeout(
        page.title().catch(() => ''),
        TITLE_TIMEOUT_MS,
        '',
      );
      return { title: mask.text(title), url: mask.text(page.url()), active: page === activePage };
    }),
  );
  return { type: 'page', tabs: described };
}
