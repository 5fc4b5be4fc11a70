import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { type Choice, sameAs } from '../finding/choice.ts';
import { applyFilter, shownText } from './filter.ts';
import type { Instruction, Phrase } from '../grammar/clause.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { sizeOf } from '../finding/grade-label.ts';
import { bestOf, grade, GRADES } from '../words/match-name.ts';
import type { Candidate, Fact, Hidden, PageView } from '../page/page-view.ts';

function named(text: string): Phrase {
  return { text, kind: null, ordinal: null, within: null };
}

const DOWN =
  /desc|high(?:est)?(?: price)? (?:to low|first)|new(?:est)?(?: (?:first|to old))|latest|z\s*(?:-|–|to)\s*a|most/iu;
const UP =
  /asc|low(?:est)?(?: price)? (?:to high|first)|old(?:est)?(?: (?:first|to new))|a\s*(?:-|–|to)\s*z|least|cheapest/iu;

function directionOf(text: string) {
  if (DOWN.test(text)) return 'descending';
  return UP.test(text) ? 'ascending' : null;
}

/** Lists whose options are ways to sort. */
function sortingLists(view: PageView): Candidate[] {
  return view.candidates.filter(
    ({ name, options, attributes }) =>
      options.length > 0 && /\b(?:sort|order)/iu.test([name, ...attributes, ...options].join(' ')),
  );
}

/** A menu, or a list that is only styled. */
function opensList({ opensMenu, role, options, type }: Candidate): boolean {
  return opensMenu || (['combobox', 'listbox'].includes(role) && options.length === 0 && type === '');
}

/** "Sort by: Name" says how things are sorted, and opens the ways to do it. */
function opensSorting({ role, text }: Candidate): boolean {
  return ['button', 'generic'].includes(role) && /^sort(?:ed)?(?:\s+by)?(?:\s*:.*|\s*[▾▼⌄])?$/iu.test(text);
}

/** A slider called "Price" holds a value, and sorts nothing. */
const VALUED = new Set(['slider', 'spinbutton', 'textbox', 'searchbox', 'checkbox', 'switch']);

const MAX_CLICKS = 2;

/** "Due date" may stand under "Due", and "amount" under "Amount (£)". */
function gradeOfHead(by: string, head: string): number {
  const [, own] = /^(.+)\s(?:date|day|time|number|value|name)$/iu.exec(by) ?? [];
  const named = grade(by, head);
  return named > 0 || own === undefined || grade(own, head) < GRADES.equalWords ? named : GRADES.contains;
}

/** The button that is all that a column head says. */
function buttonIn({ candidates }: PageView, head: Candidate): readonly Candidate[] {
  const next = candidates[candidates.indexOf(head) + 1];
  const isOwn = head.role === 'columnheader' && next?.role === 'button' && next.name === head.name;
  return isOwn && next !== undefined ? [next] : [];
}

function sortedOf(view: PageView, css: string): string | null {
  return view.candidates.find((candidate) => candidate.css === css)?.sorted ?? null;
}

/** "Sort by [Featured ▾]": the entry of a list that is shut and only styled. */
function hiddenWay(view: PageView, option: (list: Candidate) => string | undefined): Hidden | null {
  const ways = view.candidates.flatMap((opener) => {
    const isSorting = /\b(?:sort|order)/iu.test(`${opener.name} ${opener.before} ${opener.group}`);
    const entries = isSorting ? view.hidden.filter((each) => each.opener === opener.css) : [];
    const label = option({ ...opener, options: entries.map(({ name }) => name) });
    return entries.find(({ name }) => name === label) ?? [];
  });
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

const WORDS = new Intl.Collator('en', { sensitivity: 'base' });

/** The order in which the values of a column stand; `none` where they stand in no order, null where that cannot be told. */
function shownOrder(view: PageView, by: string, head: string): 'ascending' | 'descending' | 'none' | null {
  const under = (from: Fact['source']) =>
    view.facts.filter(
      ({ label, items, source }) =>
        items.length > 0 &&
        source === from &&
        [by, head].some((name) => grade(name, label) >= GRADES.equalWords),
    );
  // A price in its column is also a sum of money that stands on the thing.
  const shown = under('shown');
  const facts = shown.length > 0 ? shown : under('money');
  const values = facts.map(({ value }) => value);
  // With two prices on one thing it cannot be told which of them counts.
  if (new Set(facts.map(({ items }) => items[0])).size < facts.length) return null;
  const sizes = values.map(sizeOf).filter((size) => size !== null);
  const areSizes = sizes.length * 2 > values.length;
  const steps = areSizes
    ? sizes.slice(1).map((size, at) => size - (sizes[at] ?? size))
    : values.slice(1).map((value, at) => WORDS.compare(value, values[at] ?? value));
  if (steps.every((step) => step === 0)) return null;
  if (steps.every((step) => step >= 0)) return 'ascending';
  if (steps.every((step) => step <= 0)) return 'descending';
  return sizes.length === 0 || sizes.length === values.length ? 'none' : null;
}

/**
 * The order in which the list stands after it was told to sort.
 * @throws {StepError} when it stands in none, and as it did before
 */
function requireOrder(view: PageView, by: string, head: string, before: string) {
  const order = shownOrder(view, by, head);
  if (order === 'none' && shownText(view) === before)
    throw new StepError('action_failed', `The rows stand as they did before, and are not sorted by ${by}.`);
  return order;
}

/** Sorts a list by a dropdown of ways to sort, by a column head, or by a button that is called so. */
export async function sort(
  driver: PageDriver,
  by: string,
  order: Extract<Instruction, { kind: 'sort' }>['order'],
): Promise<unknown> {
  const option = (list: Candidate) => {
    const fitting = list.options.filter(
      (text) => grade(by, text) >= GRADES.contains || grade(by, text.replace(/[:(–-].*$/u, '')) > 0,
    );
    const ordered = order === null ? fitting : fitting.filter((text) => directionOf(text) === order);
    const chosen = ordered.length > 0 ? ordered : fitting;
    return chosen.length === 1 || (order === null && chosen.length > 0) ? chosen[0] : undefined;
  };
  const listed = await driver.waitForView((view) => hiddenWay(view, option));
  if (listed !== null) {
    await driver.open(listed);
    const { candidate, target } = await driver.waitForCandidate(listed.name, (view): Choice<Candidate> => {
      const one = view.candidates.find(
        ({ name, role, css }) => css !== listed.opener && role === listed.role && name === listed.name,
      );
      return one === undefined ? { none: [] } : { one };
    });
    return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  }
  const found = await driver.waitForCandidate(`way to sort by ${by}`, (view): Choice<Candidate> => {
    const lists = sortingLists(view).filter((list) => option(list) !== undefined);
    if (lists[0] !== undefined) return lists.length === 1 ? { one: lists[0] } : { equals: lists };
    const menus = view.candidates.filter(
      (candidate) =>
        (opensList(candidate) && /\b(?:sort|order)/iu.test(candidate.name)) || opensSorting(candidate),
    );
    if (menus[0] !== undefined && menus.length === 1) return { one: menus[0] };
    const heads = view.candidates.filter(({ role, sorted }) => role === 'columnheader' || sorted !== null);
    const own = bestOf(heads, ({ name }) => gradeOfHead(by, name.replace(/[▲▼↑↓⇅]/gu, '').trim()));
    // A head and the button in it are one way to sort.
    const inHeads = own.flatMap((head) => buttonIn(view, head));
    const pressed = own.filter(({ role }) => role !== 'columnheader');
    const ways = [inHeads, pressed].find(({ length }) => length === 1) ?? own;
    if (ways[0] !== undefined) return ways.length === 1 ? { one: ways[0] } : { equals: ways };
    // A link of that name elsewhere leads to another page.
    const content = {
      ...view,
      candidates: view.candidates.filter(({ inContent, role }) => inContent && !VALUED.has(role)),
    };
    return chooseCandidate(content, { ...named(`Sort by ${by}`), apart: [named(by)] }, 'click');
  });
  const { candidate, target } = found;
  if (candidate.options.length > 0) {
    const label = option(candidate) ?? by;
    const before = await driver.waitForView(shownText);
    await driver.step(
      'browser.select',
      { target, label },
      `Select "${label}" in the ${nameCandidate(candidate)}`,
    );
    await applyFilter(driver, candidate, before);
    return driver.waitForView((view) => void requireOrder(view, by, by, before));
  }
  if (opensList(candidate) || opensSorting(candidate)) {
    if (candidate.expanded !== true)
      await driver.step('browser.click', { target }, `Open the ${nameCandidate(candidate)}`);
    const entry = await driver.waitForCandidate(`way to sort by ${by}`, (view): Choice<Candidate> => {
      const ways = view.candidates.filter(
        ({ role, inMenu, css }) =>
          css !== candidate.css && (inMenu || role === 'option' || role === 'menuitemradio'),
      );
      const label = option({ ...candidate, options: ways.map(({ name }) => name) });
      const one = ways.find(({ name }) => name === label);
      return one === undefined ? { none: ways } : { one };
    });
    return driver.step(
      'browser.click',
      { target: entry.target },
      `Click the ${nameCandidate(entry.candidate)}`,
    );
  }
  for (let clicks = 0; clicks < MAX_CLICKS; clicks += 1) {
    const before = await driver.waitForView(shownText);
    // A head that was pressed may be called "Price ▲".
    const now =
      clicks === 0 ? found : await driver.waitForCandidate(by, (view) => sameAs(view, candidate.css));
    await driver.step('browser.click', { target: now.target }, `Sort by ${by}`);
    const { sorted, shown } = await driver.waitForView((view) => {
      const shown = requireOrder(view, by, candidate.name, before);
      return { sorted: sortedOf(view, candidate.css), shown };
    });
    if (order === null || sorted === order) return null;
    if (sorted !== null && sorted !== 'none') continue;
    if (shown === order) return null;
    if (shown === null || shown === 'none') break;
  }
  throw new StepError('action_failed', `It cannot be seen that the page sorts by ${by}, ${order}.`);
}
