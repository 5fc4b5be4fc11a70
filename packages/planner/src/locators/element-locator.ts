import type { Page } from 'playwright-core';
import type { Target } from '@errand/contracts/primitives';
import { type TargetBy, durableLocator } from '@errand/step-engine';
import type { Phrase } from '../grammar/clause.ts';
import { inFrameOf, targetAt } from '../page/frames.ts';
import { numberedItem, positionalLocator } from './positional-locator.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

/** Fields that ARIA gives no role of their own. */
const ROLELESS = new Set(['password', 'date', 'time', 'datetime-local', 'month', 'week', 'color', 'file']);
const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox', 'slider']);

/** Locators of an element, the most durable first. */
function targetsFor(view: PageView, candidate: Candidate, phrase: Phrase | null): TargetBy[] {
  const { role, name, placeholder, testId } = candidate;
  const targets: TargetBy[] = [];
  const alike = view.candidates.filter((other) => other.role === role && other.name === name);
  const ofRole = view.candidates.filter((other) => other.role === role);
  const isSaidByNumber = phrase !== null && phrase.ordinal !== null;
  if (isSaidByNumber && phrase.text === '' && phrase.kind !== 'result' && role !== 'generic')
    targets.push({ role, nth: ofRole.indexOf(candidate) });
  if (name !== '' && role !== 'generic') {
    const nth = alike.length > 1 ? alike.indexOf(candidate) : undefined;
    const isChosen = nth === undefined || isSaidByNumber || (candidate.href !== '' && nth === 0);
    if (FIELDS.has(role) && alike.length === 1 && name !== placeholder)
      targets.push({ label: name, exact: true });
    if (isChosen && !ROLELESS.has(candidate.type))
      targets.push({ role, name, exact: true, ...(nth === undefined ? {} : { nth }) });
  }
  if (placeholder !== '' && view.candidates.filter((other) => other.placeholder === placeholder).length === 1)
    targets.push({ placeholder, exact: true });
  if (testId !== '') targets.push({ testId });
  return targets;
}

/** The most durable target that finds only the candidate. */
export async function targetOf(
  page: Page,
  view: PageView,
  candidate: Candidate,
  phrase: Phrase | null,
): Promise<Target> {
  const itemCss = numberedItem(view, phrase);
  const placed = itemCss === null ? null : await positionalLocator(page, candidate.css, itemCss);
  const origin = targetAt(candidate.css);
  const candidates = inFrameOf(candidate.css, [
    ...(placed === null ? [] : [placed]),
    ...targetsFor(view, candidate, phrase),
  ]);
  return (await durableLocator(page, origin, candidates)) ?? origin;
}

export interface LocatedElement {
  readonly candidate: Candidate;
  readonly target: Target;
}
