import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { pageSession, prepareOwnWorld } from '@errand/browser-runtime';
import { withTimeout } from '@errand/wait-for';
import type { Call } from '../../primitives/call.ts';
import { Beside } from './beside.ts';
import type { PageFacts } from './page-facts.ts';
import {
  locateForAction,
  readDocument,
  readFrame,
  textsOnLeaving,
  watchElement,
  watchFrame,
  watchNextAction,
} from './page-script.ts';
import { isFailed, isRepeated } from './exchanges.ts';
import type { ShownText } from './page-texts.ts';
import type { Reading } from './page-reading.ts';
import type { Seen } from './seen.ts';
import { type Exchange, isUnsafe, type Traffic, trafficOf } from './traffic.ts';

/** What the answer to an action may take at most; a form that is sent may think for longer than what a page loads besides. */
const MAX_SETTLE_MS = 15_000;
const MAX_LOADING_MS = 3_000;
/** How long a page that is being left may take until its next document is asked for. */
const LEAVING_MS = 1_000;
/** Where nothing at all changed, what the engine cannot see coming gets this long. */
const GRACE_MS = 100;
/** A request can be over without a sign: how soon that is noticed. */
const POLL_INTERVAL_MS = 50;
/** What an answer may take to be read by the engine. */
const READ_MS = 1_000;
const MAX_FRAMES = 6;
/** How long changes that follow each other by timers are watched. */
const MAX_READING_MS = 3_000;
/** How long the last look at a page that is still at work may take. */
const MAX_LAST_LOOK_MS = 5_000;
const MAX_MISSES = 3;
/** How long a page that asks again and again may pause. */
const MAX_PAUSE_MS = 2_000;

/** A page that could tell the next number could answer in the place of the watch. */
function newWatch(): number {
  return randomInt(1, 2 ** 47);
}

/** Watches the page of one step from before its action until the page is quiet. */
export class Observer {
  #before: PageFacts | null = null;
  #expected: Promise<void> | null = null;
  #left: Promise<ShownText[] | null> = Promise.resolve(null);
  #id = 0;
  #tabs = 0;
  #beside = new Beside();
  #opened: Page[] = [];
  #traffic: Traffic | null = null;
  #page: Page | null = null;
  #seen: Seen | null = null;

  /** True when the action was carried out although the page did not answer for the watch that belongs to it. */
  get isKeptOut(): boolean {
    return this.#expected !== null && this.#before === null;
  }

  /** How the page was when the step was about to act; null when it was not observed. */
  get before(): PageFacts | null {
    return this.#before;
  }

  /**
   * Answers an element that is watched as soon as an action finds it, in the action's own call. The action fails with an error
   * of which `mustLookFirst` is true, before it begins, where `watch` is to be called instead.
   * @param onSeen told how the page was when the element was found
   */
  async watchInAction(
    call: Call,
    locate: (scope: Locator) => Locator,
    onSeen: (facts: PageFacts) => void,
  ): Promise<Locator> {
    await pageSession(call.page).catch(() => undefined);
    await this.#beside.look(call);
    const id = this.#expect(call, false, onSeen);
    return locateForAction(call.page, id, locate);
  }

  /**
   * Watches what acts beside Playwright: its number, by which it tells the watch of its element.
   * @param isClick see `watchNextAction`
   */
  async watchDirectly(
    call: Call,
    isClick: boolean,
    onSeen: (facts: PageFacts) => void,
  ): Promise<number | null> {
    const isReady = await prepareOwnWorld(call.page).then(
      () => true,
      () => false,
    );
    await this.#beside.look(call);
    return isReady ? this.#expect(call, isClick, onSeen) : null;
  }

  #expect({ page, session }: Call, isClick: boolean, onSeen: (facts: PageFacts) => void): number {
    const id = newWatch();
    this.#id = id;
    this.#before = null;
    this.#traffic = trafficOf(session.surface.context);
    this.#tabs = session.surface.tabs.length;
    this.#traffic.reset();
    this.#expectLeaving(page);
    this.#expected = watchNextAction(page, id, isClick).then(
      (facts) => {
        if (facts === null || this.#id !== id) return;
        this.#before = facts;
        onSeen(facts);
      },
      () => undefined,
    );
    return id;
  }

  /** Call it when the element is about to be acted upon; waits for it. Throws what Playwright throws. */
  async watch(call: Call, element: Locator | null): Promise<PageFacts | null> {
    const { surface } = call.session;
    await this.#beside.look(call);
    this.#id = newWatch();
    this.#expected = null;
    this.#traffic = trafficOf(surface.context);
    this.#before =
      element === null
        ? await watchFrame(call.page.mainFrame(), this.#id).catch(() => null)
        : await watchElement(element, this.#id, call.wait);
    this.#tabs = surface.tabs.length;
    this.#traffic.reset();
    this.#expectLeaving(call.page);
    return this.#before;
  }

  /** Asks before the action, because the document may be gone right after it. */
  #expectLeaving(page: Page): void {
    this.#left = textsOnLeaving(page, this.#id).catch(() => null);
  }

  /** Waits until the page is quiet; null when it could not be watched. */
  async settle(call: Call): Promise<Seen | null> {
    const { surface } = call.session;
    const traffic = this.#traffic;
    const page = surface.activePage;
    const end = performance.now() + Math.min(MAX_SETTLE_MS, call.remaining);
    const left = () => Math.max(0, end - performance.now());
    // It was sent before the action began.
    if (this.#expected !== null)
      await withTimeout(this.#expected, Math.min(MAX_READING_MS, left()), undefined);
    if (this.#before === null || traffic === null || page === null) return null;
    let reading: Reading | null = null;
    let after: PageFacts | null = null;
    let graced = false;
    let hasLookedAgain = false;
    for (;;) {
      const { documents } = traffic;
      await quietRequests(traffic, left);
      const known = traffic.awaited;
      call.signal.throwIfAborted();
      if (page.isClosed()) break;
      reading = await this.#read(page.frames(), left());
      after = null;
      if (reading?.leaves === true && traffic.documents === 0 && !hasDocument(traffic))
        await traffic.next(Math.min(LEAVING_MS, left()));
      else if (reading === null) {
        await page
          .waitForLoadState('domcontentloaded', { timeout: Math.min(MAX_LOADING_MS, left()) + 1 })
          .catch(() => undefined);
        await quietRequests(traffic, left);
        after = await withTimeout(
          watchFrame(page.mainFrame(), 0).catch(() => null),
          left() * 0.7,
          null,
        );
      }
      const isQuiet = traffic.documents === documents && !isBusy(traffic);
      if (left() === 0) break;
      if (!isQuiet) continue;
      // A request that began during the look may change the page after it, even if it is answered by now. Once: some pages never stop asking.
      if (!hasLookedAgain && traffic.awaited > known) {
        hasLookedAgain = true;
        continue;
      }
      if (graced || !isUnchanged(reading, traffic)) break;
      graced = true;
      await delay(Math.min(GRACE_MS, left()), undefined, { signal: call.signal }).catch(() => undefined);
    }
    this.#page = page;
    this.#opened = [...surface.tabs];
    const parts = await this.#beside.parts(page, this.#opened, left());
    const texts = after === null ? null : await withTimeout(this.#left, GRACE_MS, null);
    return (this.#seen = {
      parts,
      left: texts ?? [],
      before: this.#before,
      reading,
      after,
      exchanges: [...traffic.exchanges],
      downloads: traffic.downloads,
      failedDownloads: traffic.failedDownloads,
      tabs: surface.tabs.length - this.#tabs,
    });
  }

  /** Looks once more when the task is done, and waits for what is in progress; null when the page cannot be read. */
  async lookAgain(signal: AbortSignal): Promise<Seen | null> {
    const seen = this.#seen;
    const page = this.#page;
    const traffic = this.#traffic;
    if (seen === null || page === null || traffic === null) return null;
    const end = performance.now() + MAX_LAST_LOOK_MS;
    const left = () => Math.max(0, end - performance.now());
    let misses = 0;
    await untilSentAgain(traffic);
    for (;;) {
      await quietRequests(traffic, left);
      if (signal.aborted || page.isClosed()) return null;
      const { documents, exchanges } = traffic;
      const count = exchanges.length;
      const reading = seen.after === null ? await this.#read(page.frames(), left(), true) : null;
      const after = reading === null ? await this.#readDocument(page, left()) : null;
      if (reading === null && after === null) {
        // A document that is replaced meanwhile does not answer.
        if ((misses += 1) > MAX_MISSES || left() === 0) return null;
        await traffic.next(Math.min(LEAVING_MS, left()));
        continue;
      }
      const isQuiet = traffic.documents === documents && traffic.exchanges.length === count;
      if (!isQuiet && left() > 0) continue;
      const { exchanges: all, downloads, failedDownloads } = traffic;
      const parts = await this.#beside.parts(page, this.#opened, left());
      const found = { parts, reading, after, exchanges: [...all], downloads, failedDownloads };
      return { ...seen, ...found, isLast: true };
    }
  }

  #readDocument(page: Page, leftMs: number): Promise<PageFacts | null> {
    const asked = readDocument(page.mainFrame(), leftMs).catch(() => null);
    return withTimeout(asked, leftMs + GRACE_MS, null);
  }

  /** The document that was acted in is the main one nearly always. */
  async #read(frames: readonly Frame[], leftMs: number, isLast = false): Promise<Reading | null> {
    for (const frame of frames.slice(0, MAX_FRAMES)) {
      // A document that is replaced meanwhile does not answer.
      const most = isLast ? leftMs * 0.6 : Math.min(MAX_READING_MS, leftMs / 2);
      const asked = readFrame(frame, this.#id, most, isLast).catch(() => null);
      // A page that is stuck leaves the rest of the time to the step's condition.
      const reading = await withTimeout(asked, leftMs * 0.7, null);
      if (reading !== null) return reading;
    }
    return null;
  }
}

function isUnchanged(reading: Reading | null, traffic: Traffic): boolean {
  return reading !== null && !reading.changed && traffic.exchanges.length === 0 && traffic.downloads === 0;
}

function hasDocument({ exchanges }: Traffic): boolean {
  return exchanges.some(({ isTop }) => isTop);
}

function isAwaited(exchange: Exchange): boolean {
  return exchange.isDocument || isUnsafe(exchange);
}

function isBusy(traffic: Traffic): boolean {
  return traffic.isBusy(isAwaited);
}

/** What a page asks again and again may fail once: waits for the next time. */
async function untilSentAgain(traffic: Traffic): Promise<void> {
  const end = performance.now() + MAX_PAUSE_MS;
  const isOpen = () =>
    traffic.exchanges.some((each) => each.isAgain && isFailed(each) && !isRepeated(each, traffic.exchanges));
  while (performance.now() < end && isOpen()) await traffic.next(end - performance.now());
}

async function quietRequests(traffic: Traffic, left: () => number): Promise<void> {
  const enough = performance.now() + MAX_LOADING_MS;
  // A page that asks for ever leaves the body of a refusal unread.
  const isLoading = ({ status }: Exchange) => (status ?? 0) < 400 && performance.now() < enough;
  while (left() > 0 && traffic.isBusy((each) => isAwaited(each) || isLoading(each)))
    await traffic.next(Math.min(left(), POLL_INTERVAL_MS));
  await withTimeout(traffic.read(), READ_MS, undefined);
}
