import { StepError } from '@errand/browser-runtime';
import type { Answer } from './answer.ts';
import type { Phrase } from '../grammar/clause.ts';
import { ambiguous } from '../finding/require-single.ts';
import { extremeSize } from '../finding/choose-item.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { goesOn, isFirstPage, named } from '../finding/pager-controls.ts';
import { normalised } from '../words/match-name.ts';
import { showMore, turnTo } from '../acting/turn-pages.ts';
import type { PageView } from '../page/page-view.ts';

const MAX_PAGES = 30;
/** Only what is on the page that is open. */
const THIS_PAGE = /\b(?:this|the|first|second|third|last|next)\s+page\b|\bshown\b|\bhere\b/iu;

/** Whether a list is to be read to its end: it begins on this page and goes on on further ones. */
function isToBeContinued(driver: PageDriver, view: PageView): boolean {
  const isFirst = isFirstPage(view) || named(view, 'previous').every(({ disabled }) => disabled);
  return !driver.hasTurned && !THIS_PAGE.test(driver.said) && goesOn(view) && isFirst;
}

/** Brings all of a list onto the page that shows more of it at the press of a button. */
async function showAll(driver: PageDriver): Promise<void> {
  for (let presses = 0; presses < MAX_PAGES && !THIS_PAGE.test(driver.said); presses += 1)
    if (!(await showMore(driver))) return;
}

function isLast(driver: PageDriver): Promise<boolean> {
  return driver.waitForView((view) => !goesOn(view));
}

const GATHERED = 'reads a list over several pages, of which a Runbook would read only the last';

/** Filters say the same word on every page. */
function saysOfAny({ items }: PageView, said: string): boolean {
  return said === '' || items.some(({ text }) => normalised(text).includes(normalised(said)));
}

/**
 * A list of values from all pages of a list.
 * @param said words without which a further page has nothing to read
 */
export async function fromEveryPage(
  driver: PageDriver,
  read: () => Promise<Answer>,
  said = '',
): Promise<Answer> {
  await showAll(driver);
  const goesFurther = await driver.waitForView((view) => isToBeContinued(driver, view));
  const first = await read();
  if (!goesFurther || !Array.isArray(first.value)) return first;
  const values: unknown[] = [...first.value];
  for (let pages = 1; !(await isLast(driver)); pages += 1) {
    if (pages === MAX_PAGES)
      throw new StepError('element_not_found', `The list has more than ${MAX_PAGES} pages. Filter it first.`);
    await turnTo(driver, 'next');
    const isSaid = await driver.waitForView((view) => saysOfAny(view, said));
    const { value } = isSaid ? await read() : { value: [] };
    if (Array.isArray(value)) values.push(...value);
  }
  const { key, name } = first;
  return { key, name, value: values, moment: GATHERED };
}

/** The value of the extreme among all pages of a list: `read` reads that of the page that is open. */
export async function extremeOfEveryPage(
  driver: PageDriver,
  phrase: Phrase & Required<Pick<Phrase, 'superlative'>>,
  read: (of: Phrase) => Promise<Answer>,
): Promise<Answer | null> {
  await showAll(driver);
  const goesFurther = await driver.waitForView((view) => isToBeContinued(driver, view));
  const { way } = phrase.superlative;
  const ofPage: Phrase = { ...phrase, superlative: { ...phrase.superlative, shown: true } };
  if (!goesFurther || phrase.superlative.shown === true) return null;
  // What is second of each page is not second of all.
  if (phrase.superlative.rank !== undefined) return null;
  let best = null as { size: number; found: Answer } | null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const size = await driver.waitForView((view) => extremeSize(view, phrase));
    // A page that has others only, such as valves and no pumps.
    const others = { ...phrase, text: '' };
    if (size === null && (await driver.waitForView((view) => extremeSize(view, others))) === null)
      return null;
    if (size !== null && best?.size === size)
      throw ambiguous(phrase.text, [String(best.found.value), `another of ${size}`]);
    if (size !== null && (best === null || (way === 'most' ? size > best.size : size < best.size)))
      best = { size, found: await read(ofPage) };
    if (await isLast(driver)) return best?.found ?? null;
    await turnTo(driver, 'next');
  }
  return null;
}

/** How many there are on all pages of a list together: `count` says how many are on the page that is open. Null where the list has only that page. */
export async function countOfEveryPage(
  driver: PageDriver,
  count: (view: PageView) => number | null,
): Promise<number | null> {
  await showAll(driver);
  if (!(await driver.waitForView((view) => isToBeContinued(driver, view) && count(view) !== null)))
    return null;
  let all = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    all += (await driver.waitForView(count)) ?? 0;
    if (await isLast(driver)) return all;
    await turnTo(driver, 'next');
  }
  throw new StepError('element_not_found', `The list has more than ${MAX_PAGES} pages. Filter it first.`);
}
