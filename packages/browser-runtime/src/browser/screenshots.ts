import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { Host } from '../host.ts';
import { raceSignal, rejectOnTimeout, settlesWithin, withTimeout } from '@errand/wait-for';
import { pageSession } from '../page/page-session.ts';
import { renderFingerprint } from './render-fingerprint.ts';
import { visibleTexts } from './visible-text.ts';

const MAX_CONCURRENT_CAPTURES = 3;
/** A navigation makes a capture fail or never finish; a later attempt shows the new page, and has twice the time. */
const CAPTURE_TIMEOUT_MS = 700;
const MAX_CAPTURE_TIMEOUT_MS = 30_000;
/** How long attempts go on. */
const ATTEMPTS_MS = 10_000;
const RETRY_DELAY_MS = 30;
/** A page that does not answer for this long gets no screenshots. */
const SESSION_TIMEOUT_MS = 5_000;
/** A slow page delays a step no longer than this; one that could not be rendered in that time, no longer than a second. */
const FLUSH_TIMEOUT_MS = 5_000;
const UNRENDERED_FLUSH_TIMEOUT_MS = 1_000;
/** A screenshot is stale after this time: video and canvas change without changing the document. */
const MAX_REUSE_AGE_MS = 1_000;
const JPEG_OPTIONS = { format: 'jpeg', quality: 60, optimizeForSpeed: true } as const;

export interface CaptureRequest {
  page: Page;
  stepId: string;
  /** True when the step only read the page: the last screenshot is reused if the page has not changed since. */
  readOnly: boolean;
  /** Whether texts must not be shown; null when nothing needs to be hidden. A picture that would show them is not kept. */
  isSecret: ((texts: readonly string[]) => boolean) | null;
}

interface Capture {
  /** Base64; null when it would show a secret. */
  data: string | null;
}

/** One attempt; null when a navigation overtook it or it took too long. */
async function captureOnce(
  session: CDPSession,
  { page, isSecret }: Pick<CaptureRequest, 'page' | 'isSecret'>,
  timeoutMs: number,
): Promise<Capture | null> {
  const over = new AbortController();
  const stop = (frame: Frame) => {
    if (frame === page.mainFrame()) over.abort();
  };
  const isFit = async () => isSecret === null || !isSecret(await visibleTexts(session, page));
  const take = async (): Promise<Capture> => {
    if (!(await isFit())) return { data: null };
    const { data } = await session.send('Page.captureScreenshot', JPEG_OPTIONS);
    return { data: (await isFit()) ? data : null };
  };
  page.on('framenavigated', stop);
  try {
    const taken = raceSignal(take(), over.signal).catch(() => null);
    return await withTimeout(taken, timeoutMs, null);
  } finally {
    page.off('framenavigated', stop);
  }
}

/** A screenshot being taken. */
class PendingCapture {
  readonly startedAt = performance.now();
  readonly image: Promise<string | null>;
  /** The page's fingerprint before the capture. */
  fingerprint: Promise<string | null> = Promise.resolve(null);

  /** @param outdated aborts when the page is about to show what came after the step */
  constructor(shot: CaptureRequest, opened: Promise<CDPSession>, outdated: AbortSignal) {
    const taken = opened.then((session) => this.#capture(session, shot, outdated));
    this.image = raceSignal(taken, outdated).catch(() => null);
  }

  async #capture(session: CDPSession, shot: CaptureRequest, outdated: AbortSignal): Promise<string | null> {
    const { page } = shot;
    const until = this.startedAt + ATTEMPTS_MS;
    for (let timeoutMs = CAPTURE_TIMEOUT_MS; !page.isClosed() && performance.now() < until; timeoutMs *= 2) {
      this.fingerprint = renderFingerprint(session, page);
      const image = await captureOnce(session, shot, Math.min(timeoutMs, until - performance.now()));
      if (image !== null) return image.data;
      await setTimeout(RETRY_DELAY_MS, undefined, { signal: outdated });
    }
    return null;
  }
}

/** Takes a screenshot after every step, in parallel with later steps that do not change the page. */
export class ScreenshotRecorder {
  readonly #last = new WeakMap<Page, PendingCapture>();
  readonly #underWay = new Set<Promise<void>>();
  #outdated = new AbortController();
  #flushTimeoutMs = FLUSH_TIMEOUT_MS;

  /**
   * Begins a picture; waits only while earlier ones have not caught up, so that none is left out, and for the whole picture
   * where secrets must not be shown, so that it is the checked page which is drawn.
   */
  async capture(shot: CaptureRequest, host: Pick<Host, 'store'>): Promise<void> {
    const { page, stepId, readOnly } = shot;
    if (page.isClosed()) return;
    const { image: picture } = (readOnly ? await this.#reusable(page) : null) ?? (await this.#take(shot));
    const kept = picture
      .then((data) => {
        if (data === null) return;
        host.store({
          kind: 'screenshot',
          stepId,
          filename: `${stepId}.jpg`,
          contentType: 'image/jpeg',
          bytes: Buffer.from(data, 'base64'),
          isStepPicture: true,
        });
      })
      .catch(() => undefined);
    this.#underWay.add(kept);
    void kept.finally(() => this.#underWay.delete(kept));
    if (shot.isSecret !== null) await kept;
  }

  /**
   * A picture of the page as base64; null when it would show a secret. A page that is slow to answer gets longer with every
   * attempt; rejects when the page was closed, or `signal` aborted, before one succeeded.
   */
  async safePicture(
    page: Page,
    isSecret: (texts: readonly string[]) => boolean,
    signal: AbortSignal,
  ): Promise<string | null> {
    let timeoutMs = CAPTURE_TIMEOUT_MS;
    while (!page.isClosed()) {
      const capture = await this.#session(page)
        .then((session) => captureOnce(session, { page, isSecret }, timeoutMs))
        .catch(() => null);
      if (capture !== null) return capture.data;
      timeoutMs = Math.min(2 * timeoutMs, MAX_CAPTURE_TIMEOUT_MS);
      await setTimeout(RETRY_DELAY_MS, undefined, { signal });
    }
    throw new Error('The page was closed.');
  }

  /** All texts that a picture of the page could show. */
  async visibleTexts(page: Page): Promise<string[]> {
    return visibleTexts(await this.#session(page), page);
  }

  /**
   * Await this before changing the page, so that no screenshot shows the result of a later step. A screenshot that takes
   * longer is left out.
   */
  async flush(): Promise<void> {
    if (this.#underWay.size === 0) return;
    const isInTime = await settlesWithin(this.#flushTimeoutMs, this.settle());
    this.#flushTimeoutMs = isInTime ? FLUSH_TIMEOUT_MS : UNRENDERED_FLUSH_TIMEOUT_MS;
    if (isInTime) return;
    this.#outdated.abort();
    this.#outdated = new AbortController();
  }

  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** The last screenshot, if the page has not changed since. */
  async #reusable(page: Page): Promise<PendingCapture | null> {
    const last = this.#last.get(page);
    if (last === undefined || performance.now() - last.startedAt > MAX_REUSE_AGE_MS) return null;
    const [before, now] = await Promise.all([
      last.fingerprint,
      renderFingerprint(await this.#session(page), page),
    ]);
    return before !== null && before === now ? last : null;
  }

  async #take(shot: CaptureRequest): Promise<PendingCapture> {
    if (this.#underWay.size >= MAX_CONCURRENT_CAPTURES) await Promise.race(this.#underWay);
    const taking = new PendingCapture(shot, this.#session(shot.page), this.#outdated.signal);
    this.#last.set(shot.page, taking);
    return taking;
  }

  #session(page: Page): Promise<CDPSession> {
    return rejectOnTimeout(
      pageSession(page),
      SESSION_TIMEOUT_MS,
      () => new Error('The page does not answer.'),
    );
  }
}
