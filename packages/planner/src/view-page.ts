import { elementNames } from '@errand/browser-runtime';
import type { Page } from 'playwright-core';
import { viewCandidates } from './page/candidates.ts';
import { fieldLabels } from './page/field-labels.ts';
import { viewFacts } from './page/facts.ts';
import { saidIn } from './page/sentences.ts';
import { viewItems } from './page/items.ts';
import { pageTools } from './page/tools.ts';
import type { PageView } from './view.ts';

const SCRIPT = `(() => {
  const tools = (${String(pageTools)})((${String(elementNames)})(), ${String(fieldLabels)});
  const { candidates, hidden } = (${String(viewCandidates)})(tools);
  const { items, groups } = (${String(viewItems)})(tools);
  const facts = (${String(viewFacts)})(tools, ${String(saidIn)});
  const notes = tools.notes();
  return { url: location.href, title: document.title, candidates, hidden, items, groups, facts, notes, text: tools.text().slice(0, 200000) };
})()`;

/** Reads the view of a page. */
export function readPageView(page: Page): Promise<PageView> {
  return page.evaluate<PageView>(SCRIPT);
}
