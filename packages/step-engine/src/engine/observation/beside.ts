import type { Frame, Page } from 'playwright-core';
import { withTimeout } from '@errand/wait-for';
import type { Call } from '../../primitives/call.ts';
import type { Part } from './seen.ts';
import type { PageFacts } from './page-facts.ts';
import { watchFrame } from './page-script.ts';
import { isOwnSite } from './site.ts';

const MAX_PARTS = 6;
const MAX_LOADING_MS = 3_000;
const ANSWER_MS = 1_000;

function factsOf(frame: Frame): Promise<PageFacts | null> {
  return withTimeout(
    watchFrame(frame, 0).catch(() => null),
    ANSWER_MS,
    null,
  );
}

/** Watches what an action brings about beside the document that it acts in: in the other frames of its tab, and in new tabs. */
export class Beside {
  #frames = new Map<Frame, PageFacts | null>();
  #tabs = new Set<Page>();

  /** How everything is before the action; costs nothing on a page without frames. */
  async look({ page, session }: Call): Promise<void> {
    this.#tabs = new Set(session.surface.tabs);
    const frames = page.frames();
    const watched = frames.length > 1 ? frames.slice(0, MAX_PARTS) : [];
    this.#frames = new Map(
      await Promise.all(watched.map(async (frame) => [frame, await factsOf(frame)] as const)),
    );
  }

  /** What there is after it, as far as it changed or is new. */
  async parts(page: Page, tabs: readonly Page[], mostMs: number): Promise<Part[]> {
    const opened = tabs.filter((tab) => !this.#tabs.has(tab) && !tab.isClosed());
    await Promise.all(
      opened.map((tab) =>
        tab
          .waitForLoadState('domcontentloaded', { timeout: Math.min(MAX_LOADING_MS, mostMs) + 1 })
          .catch(() => undefined),
      ),
    );
    const frames = page.isClosed() || page.frames().length === 1 ? [] : page.frames().slice(0, MAX_PARTS);
    const own = URL.parse(page.url());
    const parts = await Promise.all(
      [
        ...frames.filter((frame) => frame !== page.mainFrame() || this.#frames.has(frame)),
        ...opened.map((tab) => tab.mainFrame()),
      ].map(async (frame): Promise<Part | null> => {
        const is = await factsOf(frame);
        const url = URL.parse(frame.url());
        const isOwn = url !== null && own !== null && (url.protocol === 'about:' || isOwnSite(url, own));
        return is === null ? null : { was: this.#frames.get(frame) ?? null, is, isOwn };
      }),
    );
    return parts.filter((part) => part !== null);
  }
}
