import { StepError } from '@errand/browser-runtime';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase, Where } from '../grammar/clause.ts';
import { sizesOf } from '../finding/sizes-of-items.ts';
import { goodsCalled, isSoOf, meantByCell, meantOf } from '../finding/items-where.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { itemsInGroups, groupsNamed, resultsOf } from '../finding/groups.ts';
import { chooseItem, meantBy } from '../finding/choose-item.ts';
import type { Meant } from '../finding/item-states.ts';
import { sizeOf } from '../finding/grade-label.ts';
import { grade, GRADES, normalised } from '../words/match-name.ts';
import { saidInOneRow } from './said-in-row.ts';
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

function unknown(of: Phrase): StepError {
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
function numberIn(view: PageView, { text }: Phrase, thing: Phrase): Counted | null {
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

/** Whether there is something, and what shows that there is. */
export interface Presence {
  readonly value: boolean;
  readonly seen: null | { readonly candidate: Candidate } | { readonly text: string } | Found;
}

/** Items that all of the words are in. */
interface Found {
  readonly items: readonly number[];
  readonly words: readonly string[];
}

function presence(value: boolean, seen: Presence['seen'] = null): Presence {
  return { value, seen };
}

function anyOf(items: readonly number[], words: string): Presence {
  return items.length === 0 ? presence(false) : presence(true, { items, words: [words] });
}

const SHIPPED = [
  'shipped',
  'dispatched',
  'in transit',
  'on its way',
  'out for delivery',
  'delivered',
  'returned',
];
/** States that say that a thing was in another one: the same in other words, or a later one. */
const LATER_STATES: Readonly<Record<string, readonly string[]>> = {
  shipped: SHIPPED,
  dispatched: SHIPPED,
  sent: SHIPPED,
  posted: SHIPPED,
  delivered: ['received', 'returned'],
  paid: ['refunded'],
};

const IN_STOCK = /^(?:in stock|available)$/iu;
const STOCK = ['in stock', 'stock', 'availability', 'available', 'on hand'];
const NONE_LEFT = /^(?:0|no|none|out of stock|sold out|unavailable|not available|not in stock)\b/iu;
const SOME_LEFT = /^(?:[1-9]\d*|yes|in stock|available|low stock|only \d+|few)\b/iu;

/** "In stock: 12", "Availability: sold out" of a thing. */
function isInStock(view: PageView, thing: Phrase): boolean | null {
  const said = STOCK.map((label) => chooseFact(view, label, thing)).flatMap((fact) =>
    'one' in fact ? fact.one.value : [],
  );
  const item = chooseItem(view, thing);
  const cells = 'one' in item ? (view.items[item.one]?.cells ?? []) : [];
  const noted = cells.filter((cell) =>
    /^(?:\d+ )?(?:left )?in stock$|^(?:out of stock|sold out)$/u.test(normalised(cell)),
  );
  const value = normalised(said[0] ?? (noted.length === 1 ? noted[0] : '') ?? '');
  if (NONE_LEFT.test(value)) return false;
  return SOME_LEFT.test(value) ? true : null;
}

/** Whether a thing has a state or a later one: it says so, or says something else where others say so. */
function isSo(view: PageView, { text }: Phrase, thing: Phrase): Presence {
  const stocked = IN_STOCK.test(text) ? isInStock(view, thing) : null;
  if (stocked !== null) return presence(stocked);
  const item = chooseItem(view, thing);
  const own = 'one' in item ? view.items[item.one] : undefined;
  const states = [text, ...(LATER_STATES[normalised(text)] ?? [])];
  const saidOf = (cells: readonly string[]) =>
    states.find((state) => cells.some((cell) => grade(state, cell) >= GRADES.equalWords));
  if ('one' in item && own !== undefined) {
    const isNamed = thing.ordinal === null && thing.superlative === undefined;
    const state = saidOf(own.cells);
    if (state !== undefined)
      return presence(true, isNamed ? { items: [item.one], words: [own.title, state] } : null);
    const says = (cells: readonly string[]) => saidOf(cells) !== undefined;
    const known =
      view.items.some(({ cells }) => says(cells)) || view.candidates.some(({ options }) => says(options));
    if (known) return presence(false);
  }
  const said = [`${thing.text} ${text}`, `${thing.text} is ${text}`].find((words) =>
    ` ${normalised(view.text)} `.includes(` ${normalised(words)} `),
  );
  if (said !== undefined && thing.ordinal === null) return presence(true, { text: said });
  throw unknown({ ...PHRASE, text: `${thing.text} ${text}` });
}

const PHRASE: Phrase = { text: '', kind: null, ordinal: null, within: null };

/** Whether there are things of which that is so, or whether it is so of the one that is named. */
function isWhere(view: PageView, of: Phrase, where: Where): Presence {
  const isSaid = of.within === null ? null : isSoOf(view, of.within, where);
  const meant = of.within === null ? meantOf(view, of) : null;
  if (isSaid === null && of.within !== null) {
    // "The tickets are on sale" is said in these words where nothing is reduced.
    const said = isSo(view, { ...of, text: where.said.replace(/^(?:is|are)\s+/iu, '') }, of.within);
    if (said.value) return said;
  }
  if (isSaid === null && meant === null) throw unknown(of);
  return presence(isSaid ?? (meant?.items ?? []).length > 0);
}

/**
 * Whether the page shows such a thing.
 * @throws {StepError} when it does not, and does not know that kind of thing either
 */
export function isThere(view: PageView, of: Phrase): Presence {
  if (of.where !== undefined) return isWhere(view, of, of.where);
  const left = [of, ...(of.apart ?? [])]
    .map((way) => (way.within === null || way.kind !== null ? null : numberIn(view, way, way.within)))
    .find((number) => number !== null);
  if (left !== undefined) return presence(left.value > 0);
  if (of.within !== null && of.kind === null) return isSo(view, of, of.within);
  const text = normalised(of.text);
  const isShown = text !== '' && normalised(view.text).includes(text);
  const choice = chooseCandidate(view, { ...of, apart: [] }, 'point');
  if ('one' in choice) return presence(true, { candidate: choice.one });
  if (isShown || !('none' in choice)) return presence(true, isShown ? { text: of.text } : null);
  const [, noun = '', telling = ''] =
    /^(\S+(?:\s\S+)?)\s+(?:from|by|of|for|about|called|named|(?:with|in)\s+(?:the\s+)?(?:status|state))\s+(.+)$/iu.exec(
      of.text,
    ) ?? [];
  const groups = noun === '' ? [] : groupsNamed(view, noun);
  if (groups.length === 1) {
    // "The permit for the vehicle EA66 PPO" is the one that says "EA66 PPO".
    const code = telling.replace(/^(?:the\s+)?\p{Ll}+\s+(?=(?:\p{Lu}|#)[^\d]*\d|\d{4})/u, '');
    const tells = (index: number) =>
      [telling, code].some((words) => grade(words, view.items[index]?.text ?? '') > 0);
    return anyOf(itemsInGroups(view, groups).filter(tells), telling);
  }
  const isNamed = / (?:called|named) /u.test(of.text) && telling !== '';
  if (isNamed && normalised(view.text).includes(normalised(telling)))
    return presence(true, { text: telling });
  if (of.quoted === true || of.kind !== null) return presence(false);
  const inRow = saidInOneRow(view, of.text);
  if (inRow !== null) return inRow.items.length === 0 ? presence(false) : presence(true, inRow);
  const meant = meantBy(view, of);
  if (meant === null && saidCount(view, of.text)?.count !== 0 && resultsOf(view).length === 0)
    throw unknown(of);
  if (meant === null && groupsNamed(view, of.text.split(/\s+/u).at(-1) ?? '').length === 0) throw unknown(of);
  return anyOf(meant?.items ?? [], meant?.words ?? '');
}
