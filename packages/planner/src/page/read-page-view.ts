import { elementNames } from '@errand/browser-runtime';
import type { Frame, Page } from 'playwright-core';
import { viewCandidates } from './in-browser/candidates.ts';
import { fieldLabels } from './in-browser/field-labels.ts';
import { viewFacts } from './in-browser/facts.ts';
import { frameSelector } from './in-browser/frame-selector.ts';
import { saidIn } from './in-browser/sentences.ts';
import { viewItems } from './in-browser/items.ts';
import { pageTools } from './in-browser/tools.ts';
import { joinFrames } from './frames.ts';
import type { PageView } from './page-view.ts';

const SCRIPT = `(() => {
  const tools = (${String(pageTools)})((${String(elementNames)})(), ${String(fieldLabels)});
  const { candidates, hidden } = (${String(viewCandidates)})(tools);
  const { items, groups } = (${String(viewItems)})(tools);
  const facts = (${String(viewFacts)})(tools, ${String(saidIn)});
  const notes = tools.notes();
  return { url: location.href, title: document.title, candidates, hidden, items, groups, facts, notes, text: tools.text().slice(0, 200000) };
})()`;

/** Frames hold an editor, a form or a map; advertisements come in dozens. */
const MAX_FRAMES = 5;

/** What a frame shows, with its selector; null when it cannot be seen, or is being replaced. */
async function readFrameView(frame: Frame): Promise<{ selector: string; view: PageView } | null> {
  try {
    const element = await frame.frameElement();
    const selector = await element.evaluate(frameSelector);
    return selector === null ? null : { selector, view: await frame.evaluate<PageView>(SCRIPT) };
  } catch {
    return null;
  }
}

/** Reads the view of a page, with the frames in it. */
export async function readPageView(page: Page): Promise<PageView> {
  const own = await page.evaluate<PageView>(SCRIPT);
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
