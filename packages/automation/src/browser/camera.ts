import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { Host } from '../host.ts';
import { lookOf } from './look.ts';

const MOST_AT_ONCE = 3;
/** A picture that a navigation overtakes is refused or never comes; a later attempt shows the new page. */
const CAPTURE_MS = 700;
const ATTEMPTS = 8;
const BETWEEN_MS = 30;
/** What a page draws without changing its document (a film, a canvas) makes its picture old after this time. */
const FRESH_MS = 1_000;
const PICTURE = { format: 'jpeg', quality: 60, optimizeForSpeed: true } as const;

export interface Shot {
  page: Page;
  stepId: string;
  /** True when the step only looked at the page: where that has not changed since the last picture, it serves again. */
  onlyLooked: boolean;
}

/** One attempt, as Base64; null when a navigation overtook it or it took too long. */
const attempt = async (session: CDPSession, page: Page): Promise<string | null> => {
  const over = new AbortController();
  const stop = (frame: Frame) => {
    if (frame === page.mainFrame()) over.abort();
  };
  page.on('framenavigated', stop);
  const late = setTimeout(CAPTURE_MS, null, { signal: over.signal }).catch(() => null);
  const picture = session.send('Page.captureScreenshot', PICTURE).catch(() => null);
  try {
    return (await Promise.race([picture, late]))?.data ?? null;
  } finally {
    page.off('framenavigated', stop);
    over.abort();
  }
};

/** A picture that is being taken. */
class Taking {
  readonly begun = performance.now();
  readonly picture: Promise<string | null>;
  /** How the page looked before it. */
  look: Promise<string | null> = Promise.resolve(null);

  constructor(page: Page, opened: Promise<CDPSession>) {
    this.picture = opened.then((session) => this.#capture(session, page)).catch(() => null);
  }

  async #capture(session: CDPSession, page: Page): Promise<string | null> {
    for (let tries = 1; tries <= ATTEMPTS && !page.isClosed(); tries += 1) {
      this.look = lookOf(session, page);
      const picture = await attempt(session, page);
      if (picture !== null) return picture;
      await setTimeout(BETWEEN_MS);
    }
    return null;
  }
}

/** Takes a picture after every step, beside the work as long as the browser keeps up. */
export class Camera {
  readonly #sessions = new WeakMap<Page, Promise<CDPSession>>();
  readonly #last = new WeakMap<Page, Taking>();
  readonly #underWay = new Set<Promise<void>>();

  /** Begins a picture; waits only while earlier ones have not caught up, so that none is left out or shows a later state. */
  async shoot({ page, stepId, onlyLooked }: Shot, host: Pick<Host, 'store'>): Promise<void> {
    if (page.isClosed()) return;
    const { picture } = (onlyLooked ? await this.#stillTrue(page) : null) ?? (await this.#take(page));
    const kept = picture
      .then((data) => {
        if (data === null) return;
        host.store({
          kind: 'screenshot',
          stepId,
          filename: `${stepId}.jpg`,
          contentType: 'image/jpeg',
          bytes: Buffer.from(data, 'base64'),
        });
      })
      .catch(() => undefined);
    this.#underWay.add(kept);
    void kept.finally(() => this.#underWay.delete(kept));
  }

  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** The last picture, if the page still looks like that. */
  async #stillTrue(page: Page): Promise<Taking | null> {
    const last = this.#last.get(page);
    if (last === undefined || performance.now() - last.begun > FRESH_MS) return null;
    const [before, now] = await Promise.all([last.look, lookOf(await this.#session(page), page)]);
    return before !== null && before === now ? last : null;
  }

  async #take(page: Page): Promise<Taking> {
    if (this.#underWay.size >= MOST_AT_ONCE) await Promise.race(this.#underWay);
    const taking = new Taking(page, this.#session(page));
    this.#last.set(page, taking);
    return taking;
  }

  #session(page: Page): Promise<CDPSession> {
    let session = this.#sessions.get(page);
    if (session === undefined) {
      session = page
        .context()
        .newCDPSession(page)
        .then(async (opened) => {
          await opened.send('Performance.enable');
          return opened;
        });
      session.catch(() => undefined);
      this.#sessions.set(page, session);
    }
    return session;
  }
}
