import type { Phrase } from '../grammar/clause.ts';
import { contentItems, groupsNamed, innermost, itemsInGroups } from './groups.ts';
import { isCalled } from '../words/match-name.ts';
import { saysItself } from '../words/senses.ts';
import type { Item, PageView } from '../page/page-view.ts';
import { isStocked, meansStock } from './stock.ts';
import { headingsOf } from './said-by-headings.ts';

/** Things of a kind, and the words that select them among all of that kind; '' when they are all. */
export interface Meant {
  readonly items: readonly number[];
  readonly words: string;
}

/** "Overdue invoices", "unpaid or overdue invoices": the things that say so of themselves; null when nothing on the page does. */
export function itemsInState(view: PageView, text: string): Meant | null {
  const [, state = ''] = /^(.+)\s(\S+)$/u.exec(text) ?? [];
  const states = state.split(/\s+or\s+/u);
  if (state === '' || !states.every((one) => knowsState(view, one))) return null;
  const items = innermost(contentItems(view), view).filter((index) =>
    states.some((one) => hasState(view, index, one)),
  );
  return { items, words: states.length === 1 ? state : '' };
}

/** "The overdue invoice": where the page says what invoices are and which of them are overdue. */
export function inState(view: PageView, { text, kind, quoted, ordinal }: Phrase): number[] {
  if (quoted === true || ordinal !== null || kind !== null || !/^\p{Ll}+\s\p{Ll}+$/u.test(text)) return [];
  const [state = '', noun = ''] = text.split(' ');
  const groups = groupsNamed(view, noun);
  if (groups.length !== 1) return [];
  return itemsInGroups(view, groups).filter((index) => hasState(view, index, state));
}

/** "The pending leave request": the only thing of that state, where it and the headings of the page say the rest. */
export function onlyInState(view: PageView, { text, kind, quoted, ordinal, parts }: Phrase): number[] {
  const [, state = '', rest = ''] = /^(\p{Ll}+)\s(\p{Ll}+(?:\s\p{Ll}+)*)$/u.exec(text) ?? [];
  if (state === '' || quoted === true || ordinal !== null || kind !== null || parts !== undefined) return [];
  const found = innermost(contentItems(view), view).filter((index) => hasState(view, index, state));
  const [only] = found;
  const told = `${headingsOf(view)} ${view.items[only ?? -1]?.text ?? ''}`;
  return found.length === 1 && rest.split(' ').every((word) => saysItself(told, word)) ? found : [];
}

/** "Mondays · Beginner" says both of a thing. */
function saysState({ cells, marks = [] }: Item, state: string): boolean {
  if (marks.includes(state.toLowerCase())) return true;
  return cells.some((cell) => [cell, ...cell.split(/\s+[·•|]\s+/u)].some((part) => isCalled(part, state)));
}

export function hasState(view: PageView, index: number, state: string): boolean {
  const item = view.items[index];
  const isStock = meansStock(state);
  const stocked = isStock === null ? null : isStocked(view, index);
  if (stocked !== null) return stocked === isStock;
  return item !== undefined && saysState(item, state);
}

/** States that occur in what the page's things say of themselves, or in a filter whose other choices do. */
export function knowsState(view: PageView, state: string): boolean {
  return (
    view.items.some((item) => saysState(item, state)) ||
    (meansStock(state) !== null && view.items.some((_, index) => isStocked(view, index) !== null)) ||
    view.candidates.some(
      ({ options }) =>
        options.some((option) => isCalled(option, state)) &&
        options.some((option) => view.items.some((item) => saysState(item, option))),
    )
  );
}
