import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase, Where } from '../grammar/clause.ts';
import { isSoOf, isWhole, meantOf } from '../finding/items-where.ts';
import { isBoxSo } from '../finding/box-state.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { itemsInGroups, groupsNamed, resultsOf } from '../finding/groups.ts';
import { chooseItem, meantBy } from '../finding/choose-item.ts';
import { hasStock, meansStock, STOCK_LABELS } from '../finding/stock.ts';
import { grade, GRADES, normalised } from '../words/match-name.ts';
import { saidInOneRow } from './said-in-row.ts';
import { saidCount } from './said-count.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { numberIn, unknown } from './counting.ts';

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

const STOCK_NOTE = /^(?:(?:only )?\d+ )?(?:left )?in stock$|^(?:out of stock|sold out)$/u;

/** "17 in stock" on the page of one thing. */
function isInStockHere({ notes, items }: PageView): boolean | null {
  const said = [...new Set(notes.map((note) => normalised(note)))].filter((note) => STOCK_NOTE.test(note));
  const isOfItem = items.some(({ cells }) => cells.some((cell) => STOCK_NOTE.test(normalised(cell))));
  const [one = ''] = said;
  return said.length !== 1 || isOfItem ? null : hasStock(one) !== false;
}

/** "In stock: 12", "Availability: sold out" of a thing. */
function isInStock(view: PageView, thing: Phrase): boolean | null {
  if (thing.text === '' && thing.ordinal === null && thing.superlative === undefined)
    return isInStockHere(view);
  const said = STOCK_LABELS.map((label) => chooseFact(view, label, thing)).flatMap((fact) =>
    'one' in fact ? fact.one.value : [],
  );
  const item = chooseItem(view, thing);
  const cells = 'one' in item ? (view.items[item.one]?.cells ?? []) : [];
  const noted = cells.filter((cell) => STOCK_NOTE.test(normalised(cell)));
  return hasStock(normalised(said[0] ?? (noted.length === 1 ? noted[0] : '') ?? ''));
}

/** Whether a thing has a state or a later one: it says so, or says something else where others say so. */
function isSo(view: PageView, { text }: Phrase, thing: Phrase): Presence {
  const isStock = meansStock(text);
  const stocked = isStock === null ? null : isInStock(view, thing);
  if (stocked !== null) return presence(stocked === isStock);
  const ticked = isBoxSo(view, thing, text);
  if (ticked !== null) return presence(ticked);
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
 * @throws {StepError} when it does not, and does not know that kind of thing either, or lists more on another page
 */
export function isThere(view: PageView, of: Phrase): Presence {
  const found = isShownOn(view, of);
  if (!found.value && of.within === null && !isWhole(view)) throw unknown(of);
  return found;
}

function isShownOn(view: PageView, of: Phrase): Presence {
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
  // "Anybody called Dana Whitlow on the team": the name ends where the place begins.
  const called = telling.replace(/\s+(?:on|in|at|among|from)\s+(?:the|our|my|your|this)\s.+$/iu, '');
  const isNamed = / (?:called|named) /u.test(of.text) && called !== '';
  if (isNamed && normalised(view.text).includes(normalised(called))) return presence(true, { text: called });
  if (of.quoted === true || of.kind !== null) return presence(false);
  const inRow = saidInOneRow(view, of.text);
  if (inRow !== null) return inRow.items.length === 0 ? presence(false) : presence(true, inRow);
  const meant = meantBy(view, of);
  if (meant === null && saidCount(view, of.text)?.count !== 0 && resultsOf(view).length === 0)
    throw unknown(of);
  if (meant === null && groupsNamed(view, of.text.split(/\s+/u).at(-1) ?? '').length === 0) throw unknown(of);
  return anyOf(meant?.items ?? [], meant?.words ?? '');
}
