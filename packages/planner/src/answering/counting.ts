import { StepError } from '@errand/browser-runtime';
import type { Phrase } from '../grammar/clause.ts';
import { sizesOf } from '../finding/sizes-of-items.ts';
import { goodsCalled, meantByCell, meantOf } from '../finding/items-where.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { itemsInGroups, groupsNamed } from '../finding/groups.ts';
import { meantBy } from '../finding/choose-item.ts';
import type { Meant } from '../finding/item-states.ts';
import { sizeOf } from '../finding/grade-label.ts';
import { grade, GRADES, normalised } from '../words/match-name.ts';
import { qualifiedNumber, saidCount, saidOfPlace, saidResults } from './said-count.ts';
import { goesOn } from '../finding/pager-controls.ts';
import type { Candidate, Fact, PageView } from '../page/page-view.ts';

/** Kinds defined by HTML; their count may be zero. */
const KINDS_COUNTED: Readonly<Record<string, readonly string[]>> = {
  link: ['link'],
  button: ['button'],
  image: ['img'],
  heading: ['heading'],
  checkbox: ['checkbox'],
  radio: ['radio'],
  tab: ['tab'],
  field: ['textbox', 'searchbox', 'spinbutton'],
  table: ['table'],
};

/** Says that the page does not tell what counts as that. */
export function unknown(of: Phrase): StepError {
  return new StepError('element_not_found', `The page does not say what counts as "${describePhrase(of)}".`);
}

/** A number of things and where it comes from. */
export interface Counted {
  readonly value: number;
  readonly from:
    | Meant
    | { readonly candidates: readonly Candidate[]; readonly roles: readonly string[] }
    | { readonly fact: Fact }
    | { readonly note: string };
}

/** "Open tickets: 3": a number that the page gives under that very name. */
function statedNumber(view: PageView, { text }: Phrase): Counted | null {
  const stated = view.facts.filter(
    ({ label, value, items, source }) =>
      (items.length === 0 || !isOfMany(view, items) || isAllOf(view, items, `${label}: ${value}`)) &&
      (source === 'shown' || source === 'headed') &&
      // "4711" under "Order" is which order it is.
      value !== view.items[items[0] ?? -1]?.title &&
      grade(text, label) >= GRADES.synonym &&
      /^\d[\d.,\s]*$/u.test(value),
  );
  const values = new Set(stated.map(({ value }) => sizeOf(value)));
  const [one] = values;
  const [fact] = stated;
  return values.size === 1 && one != null && fact !== undefined ? { value: one, from: { fact } } : null;
}

function ofItems(from: Meant): Counted {
  return { value: from.items.length, from };
}

/** "Surgeries: 8" as a whole entry of a list is such a number, and no name of the list. */
function isAllOf(view: PageView, [first]: readonly number[], text: string): boolean {
  return first !== undefined && view.items[first]?.text === text;
}

/** Rows and cards of a list are of many; an entry of a list of labelled values is not. */
function isOfMany(view: PageView, [first]: readonly number[]): boolean {
  const item = first === undefined ? undefined : view.items[first];
  return item === undefined || item.cells.length !== 2;
}

function numberOf(fact: Fact): Counted | null {
  const value = sizeOf(fact.value);
  return value === null ? null : { value, from: { fact } };
}

/** "Week total: 38 hours": the hours in the week total. */
function amountUnder(view: PageView, { text }: Phrase, place: Phrase): Counted | null {
  const fact = chooseFact(view, place.text, null);
  if (!('one' in fact) || text === '') return null;
  const { value } = fact.one;
  const isSaid = (words: string) => ` ${normalised(words)} `.includes(` ${normalised(`${value} ${text}`)} `);
  const hasUnit =
    /^\d[\d.,]*\s/u.test(value) && grade(text, value.replace(/^[\d.,\s]+/u, '')) >= GRADES.equalWords;
  return hasUnit || (/^\d[\d.,]*$/u.test(value) && isSaid(view.text)) ? numberOf(fact.one) : null;
}

/** "Bugs fixed: 12", "Seats left: 0" of that thing. */
export function numberIn(view: PageView, { text }: Phrase, thing: Phrase): Counted | null {
  const fact = text === '' ? null : chooseFact(view, text, thing);
  return fact !== null && 'one' in fact && /^\d[\d.,]*$/u.test(fact.one.value) ? numberOf(fact.one) : null;
}

function within(view: PageView, of: Phrase, place: Phrase): Counted | null {
  const said = amountUnder(view, of, place) ?? numberIn(view, of, place);
  if (said !== null) return said;
  const groups = groupsNamed(view, place.text);
  // "On the first page" says which page is counted, and not of what.
  const isPage = place.ordinal !== null && /^(?:page)?$/iu.test(place.text);
  if (groups.length !== 1 || isPage) return null;
  const items = itemsInGroups(view, groups);
  // Two of a thing in the cart are one line.
  const pieces = sizesOf(view, items, 'quantity').reduce((sum, { size }) => sum + size - 1, 0);
  return pieces === 0 ? ofItems({ items, words: '' }) : null;
}

function counted(view: PageView, of: Phrase): Counted | null {
  if (of.where !== undefined) {
    const chosen = meantOf(view, of);
    return chosen === null ? null : ofItems(chosen);
  }
  if (of.here === true) {
    const shown = meantBy(view, of);
    return shown === null ? null : ofItems(shown);
  }
  if (of.within !== null) {
    const said = saidOfPlace(view, of.text, of.within.text);
    return said === null ? within(view, of, of.within) : { value: said.count, from: { note: said.note } };
  }
  const roles = KINDS_COUNTED[of.kind ?? ''];
  if (roles !== undefined) {
    const ofKind = view.candidates.filter(({ role }) => roles.includes(role));
    const named = ofKind.filter(({ name }) => of.text === '' || grade(of.text, name) > 0);
    if (of.text !== '' && named.length === 0) return null;
    return { value: named.length, from: { candidates: named, roles } };
  }
  if (of.kind !== null && of.kind !== 'row' && of.kind !== 'result') return null;
  const noun = of.text === '' ? (of.kind ?? '') : of.text;
  const said =
    statedNumber(view, { ...of, text: noun }) ?? saidCount(view, noun) ?? qualifiedNumber(view, noun);
  if (said !== null) return 'from' in said ? said : { value: said.count, from: { note: said.note } };
  const meant = meantBy(view, of) ?? meantByCell(view, noun) ?? goodsCalled(view, noun);
  if (meant === null) return null;
  const all = of.kind === 'result' && of.text === '' ? saidResults(view) : null;
  if (all !== null && all.count >= meant.items.length) return { value: all.count, from: { note: all.note } };
  return goesOn(view) && of.kind !== 'row' && of.text !== '' ? null : ofItems(meant);
}

/** How many of a list that goes on are on this page; null where the page says how many there are in all, or does not know them. */
export function countOnPage(view: PageView, of: Phrase): number | null {
  const isList =
    of.within === null &&
    of.where === undefined &&
    of.here !== true &&
    of.text !== '' &&
    (of.kind === null || of.kind === 'result');
  if (!isList || statedNumber(view, of) !== null || saidCount(view, of.text) !== null) return null;
  return meantBy(view, of)?.items.length ?? null;
}

/**
 * How many there are.
 * @throws {StepError} when the page does not have that kind of thing, which differs from a count of zero
 */
export function countOf(view: PageView, of: Phrase): Counted {
  const inOtherOrder = (of.apart ?? []).filter(
    ({ kind, within: place }) => kind === of.kind && place === of.within,
  );
  for (const way of [of, ...inOtherOrder]) {
    const found = counted(view, way);
    if (found !== null) return found;
  }
  throw unknown(of);
}
