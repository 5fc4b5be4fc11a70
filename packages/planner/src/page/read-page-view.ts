/// <reference lib="dom" />
import { callInOwnWorld, elementNames, worldScript } from '@errand/browser-runtime';
import type { Frame, Page } from 'playwright-core';
import { viewCandidates } from './in-browser/candidates.ts';
import { pageElements } from './in-browser/elements.ts';
import { fieldLabels } from './in-browser/field-labels.ts';
import { type Statement, viewFacts } from './in-browser/facts.ts';
import { frameSelector } from './in-browser/frame-selector.ts';
import { viewItems } from './in-browser/items.ts';
import { itemsOfPage } from './in-browser/items-of-page.ts';
import { styledControls } from './in-browser/styled-controls.ts';
import { pageTools } from './in-browser/tools.ts';
import { wordsBeforeControls } from './in-browser/words-before.ts';
import { joinFrames } from './frames.ts';
import type { Fact, PageView } from './page-view.ts';
import { saidIn } from './sentences.ts';

/** Expression of a function that answers the view of its document. */
const VIEW = `() => {
  const tools = (${String(pageTools)})({
    names: (${String(elementNames)})(),
    fieldLabels: ${String(fieldLabels)},
    pageElements: ${String(pageElements)},
    itemsOfPage: ${String(itemsOfPage)},
    styledControls: ${String(styledControls)},
    wordsBeforeControls: ${String(wordsBeforeControls)},
  });
  const { candidates, hidden } = (${String(viewCandidates)})(tools);
  const { items, groups } = (${String(viewItems)})(tools);
  const facts = (${String(viewFacts)})(tools);
  const notes = tools.notes();
  const text = document.body === null ? '' : tools.text().slice(0, 200000);
  return { url: location.href, title: document.title, candidates, hidden, items, groups, facts, notes, text };
}`;

/** Resolves at the next change of the page, at the latest after `ms`. Runs in the page. */
function nextChange(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(done);
    const timer = setTimeout(done, ms);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** Sent once for each document. Playwright would bring it, and check each part of the answer, for each view anew. */
const SCRIPT = worldScript(`{ view: ${VIEW}, nextChange: ${String(nextChange)} }`);

/** A view as the page gives it: its sentences are read here, not in each new browser process. */
type RawView = Omit<PageView, 'facts'> & { facts: (Fact | Statement)[] };

function readSentences({ facts, ...view }: RawView): PageView {
  return {
    ...view,
    facts: facts.flatMap((fact) => {
      if (!('sentences' in fact)) return [fact];
      const { sentences, ...place } = fact;
      return saidIn(sentences).map((said): Fact => ({ ...place, ...said, source: 'said' }));
    }),
  };
}

/** Frames hold an editor, a form or a map; advertisements come in dozens. */
const MAX_FRAMES = 5;

/** What a frame shows, with its selector; null when it cannot be seen, or is being replaced. */
async function readFrameView(frame: Frame): Promise<{ selector: string; view: PageView } | null> {
  try {
    const element = await frame.frameElement();
    const selector = await element.evaluate(frameSelector);
    return selector === null
      ? null
      : { selector, view: readSentences(await frame.evaluate<RawView>(`(${VIEW})()`)) };
  } catch {
    return null;
  }
}

/** Reads the view of a page, with the frames in it. */
export async function readPageView(page: Page): Promise<PageView> {
  const own = readSentences((await callInOwnWorld(page, SCRIPT, 'view()')) as RawView);
  const frames = page
    .frames()
    .filter((frame) => frame.parentFrame() === page.mainFrame())
    .slice(0, MAX_FRAMES);
  if (frames.length === 0) return own;
  const views = await Promise.all(frames.map(readFrameView));
  return joinFrames(
    own,
    views.filter((view) => view !== null),
  );
}

/** Resolves at the next change of the page, at the latest after `ms`. */
export async function nextChangeOf(page: Page, ms: number): Promise<void> {
  await callInOwnWorld(page, SCRIPT, `nextChange(${ms})`);
}
