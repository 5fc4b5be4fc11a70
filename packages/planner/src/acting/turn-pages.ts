import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import { type Choice, sameAs } from '../finding/choice.ts';
import type { Instruction } from '../grammar/clause.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { normalised } from '../words/match-name.ts';
import { saysItself } from '../words/senses.ts';
import { moreOf, named, pressable } from '../finding/pager-controls.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

type Turn = Extract<Instruction, { kind: 'paging' }>['to'];

const MAX_PAGES = 100;
function numberOf({ name, text }: Candidate): number | null {
  const [, number] =
    /^(?:go to )?(?:page )?(\d{1,4})$/iu.exec(normalised(text === '' ? name : text)) ??
    /^(?:go to )?page (\d{1,4})$/iu.exec(normalised(name)) ??
    [];
  return number === undefined ? null : Number(number);
}

/** Page numbers stand beside each other; a single number is not pagination. */
function numbered(view: PageView): Candidate[] {
  const all = pressable(view).filter((candidate) => numberOf(candidate) !== null);
  return all.length > 1 || named(view, 'next').length > 0 ? all : [];
}

function choiceOf(found: readonly Candidate[], pool: readonly Candidate[]): Choice<Candidate> {
  const enabled = found.filter(({ disabled }) => !disabled);
  const [one] = enabled.length > 0 ? enabled : found;
  if (one === undefined) return { none: pool };
  const places = new Set(found.map(({ href, name }) => href || name));
  return enabled.length <= 1 || places.size === 1 ? { one } : { equals: enabled };
}

function controlFor(view: PageView, to: Turn): Choice<Candidate> {
  const pages = numbered(view);
  if (typeof to === 'number') {
    const fitting = pages.filter((page) => numberOf(page) === to);
    const content = fitting.filter(({ inContent }) => inContent);
    return choiceOf(content.length > 0 ? content : fitting, pages);
  }
  const own = named(view, to);
  if (own.length > 0) return choiceOf(own, pages);
  if (to === 'first')
    return choiceOf(
      pages.filter((page) => numberOf(page) === 1),
      pages,
    );
  if (to !== 'last') return { none: pages };
  const highest = Math.max(...pages.map((page) => numberOf(page) ?? 0));
  return choiceOf(
    pages.filter((page) => numberOf(page) === highest),
    pages,
  );
}

async function turn(driver: PageDriver, to: Turn): Promise<void> {
  const what = typeof to === 'number' ? `page ${to}` : `${to} page`;
  const { candidate, target } = await driver.waitForCandidate(`control for the ${what}`, (view) =>
    controlFor(view, to),
  );
  if (candidate.disabled)
    throw new StepError(
      'element_not_found',
      `There is no ${what}: the ${nameCandidate(candidate)} is disabled.`,
      {
        noEffect: true,
      },
    );
  await driver.step('browser.click', { target }, `Go to the ${what}`);
}

function hasNext(driver: PageDriver): Promise<boolean> {
  return driver.waitForView((view) => named(view, 'next').some(({ disabled }) => !disabled));
}

/** Opens a page of a paginated list. The last page may be discovered only on the way. */
export async function turnTo(driver: PageDriver, to: Turn): Promise<void> {
  if (to === 'last') {
    const isKnown = await driver.waitForView((view) => {
      const choice = controlFor(view, 'last');
      if ('none' in choice && named(view, 'next').length === 0)
        throw notFound('control for the last page', choice.none.map(nameCandidate));
      return !('none' in choice);
    });
    if (isKnown) await turn(driver, 'last');
    for (let pages = 0; pages < MAX_PAGES && (await hasNext(driver)); pages += 1) await turn(driver, 'next');
    return;
  }
  await turn(driver, to);
}

/** Presses what shows more of a list on the same page; false when nothing does, or nothing came of it. */
export async function showMore(driver: PageDriver): Promise<boolean> {
  const { more, items } = await driver.waitForView((view) => ({
    more: moreOf(view),
    items: view.items.length,
  }));
  if (more === null) return false;
  const { target } = await driver.waitForCandidate(nameCandidate(more), (view) => sameAs(view, more.css));
  await driver.step('browser.click', { target }, `Click the ${nameCandidate(more)}`);
  return (await driver.waitForView((view) => view.items.length)) > items;
}

/** "The disputed invoice": a row that says "Disputed" in a cell of its own, of a table of invoices. */
function hasRowOf({ items, facts, title }: PageView, text: string): boolean {
  const [, state = '', noun = ''] = /^(\p{Ll}{3,})\s(\p{Ll}{3,})$/u.exec(text) ?? [];
  const isOf = [title, ...facts.map(({ label }) => label)].some((said) => saysItself(said, noun));
  return (
    state !== '' &&
    isOf &&
    items.some(({ isRow, cells }) => isRow && cells.some((cell) => normalised(cell) === normalised(state)))
  );
}

/** Goes on to the next page until one shows the text. */
export async function turnUntil(driver: PageDriver, text: string): Promise<void> {
  const wanted = normalised(text);
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    if (await driver.waitForView((view) => normalised(view.text).includes(wanted) || hasRowOf(view, text)))
      return;
    if (await driver.waitForView((view) => named(view, 'next').length === 0 && moreOf(view) !== null)) {
      if (!(await showMore(driver)))
        throw new StepError('element_not_found', `The list shows no more, and no "${text}".`);
      continue;
    }
    if (!(await hasNext(driver)))
      throw new StepError('element_not_found', `No page shows "${text}", and there is no next one.`);
    await turn(driver, 'next');
  }
  throw new StepError('element_not_found', `None of ${MAX_PAGES} pages shows "${text}".`);
}

/** Work continues in the newest tab anyway. */
export async function changeTab(driver: PageDriver, to: 'new' | 'close' | number): Promise<void> {
  if (to === 'close') await driver.step('browser.tab', { action: 'close' }, 'Close the tab');
  if (typeof to === 'number')
    await driver.step('browser.tab', { action: 'switch', index: to - 1 }, `Switch to tab ${to}`);
}
