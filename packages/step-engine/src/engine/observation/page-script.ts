import { asAscii, defineSelectorEngine, elementNames, inPage } from '@errand/browser-runtime';
import type { Frame, Locator, Page } from 'playwright-core';
import { evaluateInTab } from './page-calls.ts';
import * as facts from './page-facts.ts';
import { followChanges } from './page-changes.ts';
import * as buttons from './page-buttons.ts';
import * as elements from './page-elements.ts';
import * as errors from './page-errors.ts';
import { guardClick } from './page-click-guard.ts';
import { listenTo } from './page-events.ts';
import * as forms from './page-forms.ts';
import { Facts, Leaving, Reading } from './page-answers.ts';
import { awaitLeaving, tellLeaving } from './page-leaving.ts';
import * as lists from './page-lists.ts';
import * as progress from './page-progress.ts';
import * as questions from './page-questions.ts';
import * as texts from './page-texts.ts';
import type { ShownText } from './page-texts.ts';
import { followSockets } from './page-sockets.ts';
import { followTimers } from './page-timers.ts';
import { readAfter } from './page-after.ts';
import type { Reading as PageReading } from './page-reading.ts';
import { readWatch, startWatch, watchPage } from './page-watch.ts';
import { watchAction, watchFirst } from './page-watch-found.ts';

/** What the page is given. Of a function only its text is sent, so those that it uses go with it. */
const KIT = [
  elementNames,
  ...Object.values(elements),
  ...Object.values(forms),
  ...Object.values(buttons),
  ...Object.values(errors),
  ...Object.values(lists),
  ...Object.values(facts),
  followTimers,
  followSockets,
  ...Object.values(progress),
  ...Object.values(questions),
  ...Object.values(texts),
  followChanges,
  listenTo,
  guardClick,
  awaitLeaving,
  tellLeaving,
  startWatch,
  watchPage,
  watchFirst,
  watchAction,
  readWatch,
  readAfter,
];
const KEY = `globalThis[Symbol.for('errand.page')]`;
/** Installs the watch's functions in a document, which they are too long to be sent to at each step. */
export const PAGE_SCRIPT = asAscii(`(() => {
  if (${KEY} !== undefined) return;
  // The page may put functions of its own in the place of these.
  const addEventListener = globalThis.addEventListener.bind(globalThis);
  const removeEventListener = globalThis.removeEventListener.bind(globalThis);
  ${KIT.map(String).join('\n')}
  followTimers();
  followSockets();
  Object.defineProperty(globalThis, Symbol.for('errand.page'), { value: { watchPage, watchFirst, watchAction, awaitLeaving, readWatch, readAfter }, enumerable: false });
})()`);

type InPage = (...given: never[]) => unknown;
const ABSENT = 'errand.absent';

/** A function of the page that calls what is installed there; it answers `ABSENT` where nothing is installed. */
function calling(parameters: string, call: string): InPage {
  return inPage(
    `(${parameters}) => { const kit = ${KEY}; return kit === undefined ? '${ABSENT}' : kit.${call}; }`,
  );
}

const WATCH_ELEMENT = calling('element, id', 'watchPage(element, id)');
const WATCH_PAGE = calling('id', 'watchPage(null, id)');
const READ_WATCH = calling('given', 'readWatch(...given)');
const INSTALL = inPage(`() => { ${PAGE_SCRIPT}; }`);
const READ_AFTER = calling('most', 'readAfter(most)');

const WATCH_ENGINE = 'errand-watch';
/** Answers, in place of the element found before it, one that holds as text what `watchFirst` answers. */
defineSelectorEngine({
  name: WATCH_ENGINE,
  content: `({
    queryAll: (element, id) => {
      const answer = document.createElement('output');
      answer.textContent = ${KEY} === undefined ? '${ABSENT}' : ${KEY}.watchFirst(element, Number(id));
      return [answer];
    },
    query: () => null,
  })`,
  contentScript: false,
});

const ACTION_ENGINE = 'errand-action';
const LOOK_FIRST = 'errand: look first';
/**
 * Tells the watch in the page which element an action has found. Of the document it answers the document, and fails when the
 * action asks a second time because there was no element; of an element it answers the element, and fails when the page is not
 * watched now or the element has to be waited for.
 */
defineSelectorEngine({
  name: ACTION_ENGINE,
  content: `(() => {
    let tried = '';
    let found = '';
    const lookFirst = () => { throw new Error('${LOOK_FIRST}'); };
    return {
      queryAll: (node, id) => {
        if (node.nodeType === Node.DOCUMENT_NODE) {
          if (tried === id && found !== id) lookFirst();
          tried = id;
        } else if (found !== id) {
          const event = new Event('errand.found.' + id, { cancelable: true, composed: true });
          if (node.dispatchEvent(event)) lookFirst();
          found = id;
        }
        return [node];
      },
      query: () => null,
    };
  })()`,
  contentScript: true,
});

/** Finds what `locate` finds, and has it watched by `watchNextAction` in the call that acts on it. */
export function locateForAction(page: Page, id: number, locate: (scope: Locator) => Locator): Locator {
  const selector = `${ACTION_ENGINE}=${id}`;
  return locate(page.locator(selector)).locator(selector);
}

/** The action was not begun: its element has to be looked at, or waited for, before. */
export function mustLookFirst(error: unknown): boolean {
  return error instanceof Error && error.message.includes(LOOK_FIRST);
}

/**
 * Resolves once an action has found its element, with how the page was then; null when it cannot be watched like that.
 * @param isClick the watch keeps a click off everything but the element, and says that it has missed
 */
export async function watchNextAction(
  page: Page,
  id: number,
  isClick = false,
): Promise<facts.PageFacts | null> {
  const answer = await evaluateInTab(page, `${KEY}?.watchAction(${id}, ${isClick})`);
  return Facts.safeParse(answer).data ?? null;
}

/** Resolves with the texts that the document showed for the watch when it was left for another; null when it never was. */
export async function textsOnLeaving(page: Page, id: number): Promise<ShownText[] | null> {
  const answer = await evaluateInTab(page, `${KEY}?.awaitLeaving(${id})`);
  return Leaving.safeParse(answer).data ?? null;
}

type Wait = { timeout: number; signal: AbortSignal };

/** Asks the document once more when it was opened before its script was installed. */
async function ask(frame: Frame | Locator, work: InPage, given: unknown, wait?: Wait): Promise<unknown> {
  if (!('waitFor' in frame) && frame === frame.page().mainFrame()) return askTab(frame.page(), work, given);
  const once = (): Promise<unknown> =>
    'waitFor' in frame
      ? frame.evaluate(work as never, given as never, wait)
      : frame.evaluate(work as never, given as never);
  const answer = await once();
  if (answer !== ABSENT) return answer;
  await ('waitFor' in frame ? frame.evaluate(INSTALL, undefined, wait) : frame.evaluate(PAGE_SCRIPT));
  return once();
}

/** Playwright would bring its own script among those of the page first, which costs 20 ms for each document. */
async function askTab(page: Page, work: InPage, given: unknown): Promise<unknown> {
  const asking = `(${String(work)})(${JSON.stringify(given)})`;
  const answer = await evaluateInTab(page, asking);
  if (answer !== ABSENT) return answer;
  await evaluateInTab(page, PAGE_SCRIPT);
  return evaluateInTab(page, asking);
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return null;
  }
}

/** Waits for the element, and watches its document from now on unless `id` is 0. Null when the page gave no sensible answer. */
export async function watchElement(
  element: Locator,
  id: number,
  wait: Wait,
): Promise<facts.PageFacts | null> {
  // As a selector it takes one message to the browser, evaluated on the element ten. Refs are known in another world only.
  if (!String(element).includes('aria-ref=')) {
    const answer = await element.locator(`${WATCH_ENGINE}=${id}`).textContent(wait);
    const { data } = Facts.safeParse(parsed(answer));
    if (data !== undefined) return data;
  }
  return Facts.safeParse(await ask(element, WATCH_ELEMENT, id, wait)).data ?? null;
}

/** The same of the element that has the focus. */
export async function watchFrame(frame: Frame, id: number): Promise<facts.PageFacts | null> {
  return Facts.safeParse(await ask(frame, WATCH_PAGE, id)).data ?? null;
}

/**
 * Waits until nothing moves in the document, and answers what happened; null in a document without that watch.
 * @param waitsWhileBusy also until it does not say any more that it is at work
 */
export async function readFrame(
  frame: Frame,
  id: number,
  mostMs: number,
  waitsWhileBusy = false,
): Promise<PageReading | null> {
  const given = [id, mostMs, waitsWhileBusy] as const;
  const page = frame.page();
  const answer =
    frame === page.mainFrame()
      ? await evaluateInTab(page, `${KEY}?.readWatch(${given.join()})`)
      : await ask(frame, READ_WATCH, given);
  return Reading.safeParse(answer).data ?? null;
}

/** Waits until what a document started when it was loaded is over, and answers how it is then. */
export async function readDocument(frame: Frame, mostMs: number): Promise<facts.PageFacts | null> {
  return Facts.safeParse(await ask(frame, READ_AFTER, mostMs)).data ?? null;
}
