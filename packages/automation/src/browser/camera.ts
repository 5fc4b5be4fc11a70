import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { Host } from '../host.ts';

const MOST_AT_ONCE = 3;
/** A picture that a navigation overtakes is refused or never comes; a later attempt shows the new page. */
const CAPTURE_MS = 700;
const ATTEMPTS = 8;
const BETWEEN_MS = 30;
const PICTURE = { format: 'jpeg', quality: 60, optimizeForSpeed: true } as const;

/** One attempt; null when a navigation overtook it or it took too long. */
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

const capture = async (session: CDPSession, page: Page): Promise<string | null> => {
  for (let tries = 1; tries <= ATTEMPTS && !page.isClosed(); tries += 1) {
    const picture = await attempt(session, page);
    if (picture !== null) return picture;
    await setTimeout(BETWEEN_MS);
  }
  return null;
};

/** Takes a picture after every step, beside the work as long as the browser keeps up. */
export class Camera {
  readonly #sessions = new WeakMap<Page, Promise<CDPSession>>();
  readonly #underWay = new Set<Promise<void>>();

  /** Begins a picture; waits only while earlier ones have not caught up, so that none is left out or shows a later state. */
  async shoot(page: Page, stepId: string, host: Pick<Host, 'store'>): Promise<void> {
    if (page.isClosed()) return;
    if (this.#underWay.size >= MOST_AT_ONCE) await Promise.race(this.#underWay);
    const shot = this.#capture(page, stepId, host).catch(() => undefined);
    this.#underWay.add(shot);
    void shot.finally(() => this.#underWay.delete(shot));
  }

  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #capture(page: Page, stepId: string, host: Pick<Host, 'store'>): Promise<void> {
    let session = this.#sessions.get(page);
    if (session === undefined) {
      session = page.context().newCDPSession(page);
      this.#sessions.set(page, session);
    }
    const data = await capture(await session, page);
    if (data === null) return;
    host.store({
      kind: 'screenshot',
      stepId,
      filename: `${stepId}.jpg`,
      contentType: 'image/jpeg',
      bytes: Buffer.from(data, 'base64'),
    });
  }
}
