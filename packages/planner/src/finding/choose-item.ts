import { StepError } from '@errand/browser-runtime';
import type { Choice } from './choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { ENTRIES, singularOf } from '../grammar/nouns.ts';
import {
  contentItems,
  fieldBars,
  foundNothing,
  groupsNamed,
  innermost,
  isHeadedAs,
  itemsInGroups,
  resultsOf,
  rowsOf,
  rowsUnder,
} from './groups.ts';
import { bestOf, grade, GRADES, isCalled } from '../words/match-name.ts';
import { gradeOfItem } from './grade-item.ts';
import { isPageAbout } from './page-about.ts';
import {
  attributesIn,
  beforeLastNoun,
  identifyingWords,
  namedAfterNoun,
  withoutLastNoun,
} from './item-names.ts';
import { hasState, inState, knowsState, type Meant, onlyInState } from './item-states.ts';
import { nameAfterKind } from './said-by-headings.ts';
import { isSortedSo, sizesOf } from './sizes-of-items.ts';
import { goesOn, hasEarlier } from './pager-controls.ts';
import { saysItself } from '../words/senses.ts';
import type { PageView } from '../page/page-view.ts';

/** The entry at that place, counting from 1. */
export function nthOf<Entry>(entries: readonly Entry[], ordinal: number | 'last'): Entry | undefined {
  return ordinal === 'last' ? entries.at(-1) : entries[ordinal - 1];
}

/** A thing named "Third page" takes precedence over the third one named "page". */
export function asCalled(phrase: Phrase, names: readonly string[]): Phrase {
  const { whole } = phrase;
  return whole !== undefined && names.some((name) => isCalled(name, whole))
    ? { ...phrase, text: whole, ordinal: null }
    : phrase;
}

function manyOf(view: PageView, phrase: Phrase): readonly number[] {
  const { parts } = phrase;
  if (parts !== undefined) {
    const own = parts
      .map((part) => chooseItem(view, part))
      .flatMap((item) => ('one' in item ? [item.one] : []));
    return own.length === parts.length ? own : [];
  }
  const meant = itemsMeant(view, { ...phrase, ordinal: null });
  if (meant !== null) return meant;
  const fitting = innermost(fittingItems(view, phrase, contentItems(view)), view);
  return fitting.length > 0 ? fitting : rowsUnder(view, phrase.text);
}

function chooseExtreme(
  view: PageView,
  phrase: Phrase,
  { by, way, shown, rank = 1 }: NonNullable<Phrase['superlative']>,
): Choice<number> {
  const many = manyOf(view, phrase);
  const sized = sizesOf(view, many, by);
  const sorted = sized.toSorted((one, other) =>
    way === 'most' ? other.size - one.size : one.size - other.size,
  );
  // Where two are equal nothing is the second.
  const isClear = new Set(sorted.slice(0, rank).map(({ size }) => size)).size === rank;
  const best = sorted
    .filter(({ size }) => isClear && size === sorted[rank - 1]?.size)
    .map(({ index }) => index);
  const [one] = best;
  if (one === undefined) return { none: many };
  // The cheapest of this page may not be the cheapest of all.
  if (
    shown !== true &&
    (goesOn(view) || (view.isElsewhere === true && hasEarlier(view))) &&
    !isSortedSo(
      sized.map(({ size }) => size),
      way,
    )
  )
    throw new StepError(
      'element_not_found',
      `The list goes on on a further page, so this one does not tell which has the ${way} ${by}. Sort by it first.`,
    );
  return best.length === 1 ? { one } : { equals: best };
}

/** The highest or lowest value among what a page shows; null when it does not say. */
export function extremeSize(
  view: PageView,
  phrase: Phrase & Required<Pick<Phrase, 'superlative'>>,
): number | null {
  const { by, way } = phrase.superlative;
  const all = sizesOf(view, manyOf(view, phrase), by).map(({ size }) => size);
  if (all.length === 0) return null;
  return way === 'most' ? Math.max(...all) : Math.min(...all);
}

function fittingItems(view: PageView, phrase: Phrase, pool: readonly number[]): number[] {
  return phrase.text === ''
    ? [...pool]
    : pool.filter((index) => {
        const item = view.items[index];
        return item !== undefined && gradeOfItem(phrase, item) > 0;
      });
}

/** "The glucose result" is what is called just "Glucose". */
function calledBeforeNoun(view: PageView, phrase: Phrase, pool: readonly number[]): number[] {
  const name = beforeLastNoun(phrase.text);
  if (name === '' || phrase.quoted === true || phrase.parts !== undefined || phrase.ordinal !== null)
    return [];
  return innermost(
    pool.filter((index) => grade(name, view.items[index]?.title ?? '') >= GRADES.equalWords),
    view,
  );
}

/** "The broken frame ticket" is the one whose title has these words; one word may be a state of many. */
function saidBeforeNoun(view: PageView, phrase: Phrase, pool: readonly number[]): number[] {
  const [, name] = /^(\p{Ll}+(?:\s\p{Ll}+)+)\s\p{Ll}+$/u.exec(phrase.text) ?? [];
  if (name === undefined || phrase.quoted === true || phrase.parts !== undefined || phrase.ordinal !== null)
    return [];
  const fitting = innermost(
    pool.filter((index) => grade(name, view.items[index]?.title ?? '') >= GRADES.contains),
    view,
  );
  return fitting.length === 1 ? fitting : [];
}

/** Which item a phrase means. */
export function chooseItem(view: PageView, said: Phrase): Choice<number> {
  if (said.superlative !== undefined) return chooseExtreme(view, said, said.superlative);
  const phrase = asCalled(
    said.kind === 'field' && said.text !== '' ? { ...said, kind: null, text: `${said.text} box` } : said,
    view.items.map(({ title }) => title),
  );
  if (phrase.kind === 'result' && phrase.text === '' && foundNothing(view)) return { none: [] };
  const bar = fieldBars(view);
  const every =
    phrase.kind === 'row' ? rowsOf(view) : [...view.items.keys()].filter((index) => !bar.has(index));
  const pool =
    phrase.kind === 'result' || (phrase.ordinal !== null && phrase.kind !== 'row') ? resultsOf(view) : every;
  const best = (text: string) =>
    innermost(
      bestOf(pool, (index) => {
        const item = view.items[index];
        return item === undefined ? 0 : gradeOfItem({ ...phrase, text }, item);
      }),
      view,
    );
  const named = phrase.text === '' ? pool : best(phrase.text);
  // Of "Hinge and Bolt" the words of one would leave out the other.
  const telling = phrase.quoted === true || said.parts !== undefined ? '' : identifyingWords(phrase.text);
  const grouped = () => (phrase.ordinal === null ? [] : itemsInGroups(view, groupsNamed(view, phrase.text)));
  const shortened = phrase.quoted === true || said.parts !== undefined ? '' : withoutLastNoun(phrase.text);
  // "The first news item" is that of the list "News", not the first that says "new".
  const listed = () =>
    phrase.ordinal === null
      ? []
      : itemsInGroups(
          view,
          groupsNamed(view, phrase.text).filter(
            (group) => grade(phrase.text, view.groups[group]?.name ?? '') >= GRADES.equalWords,
          ),
        );
  const ways = [
    listed,
    () => (phrase.ordinal === null || !isHeadedAs(view, phrase.text) ? [] : grouped()),
    () => named,
    grouped,
    () => (shortened === '' ? [] : best(shortened)),
    () =>
      (telling === '' ? [] : best(telling)).filter((index) =>
        attributesIn(phrase.text).every((word) => saysItself(view.items[index]?.text ?? '', word)),
      ),
    () => inState(view, phrase),
    () => namedAfterNoun(phrase).flatMap((text) => best(text)),
    () => [nameAfterKind(view, phrase)].filter((name) => name !== '').flatMap((name) => best(name)),
    () => calledBeforeNoun(view, phrase, pool),
    () => saidBeforeNoun(view, phrase, pool),
    () => onlyInState(view, phrase),
    () => (phrase.ordinal === null ? [] : [...rowsUnder(view, phrase.text)]),
  ];
  const fitting = ways.reduce<number[]>((found, way) => (found.length > 0 ? found : way()), []);
  if (phrase.ordinal !== null) {
    const one = nthOf(fitting, phrase.ordinal);
    return one === undefined ? { none: pool } : { one };
  }
  const [one] = fitting;
  if (one === undefined) return { none: pool };
  return fitting.length === 1 ? { one } : { equals: fitting };
}

/** The items of the only list or table that the noun names. */
function itemsOfOnlyGroup(view: PageView, noun: string): number[] | null {
  const groups = noun === '' ? [] : groupsNamed(view, noun);
  return groups.length === 1 ? itemsInGroups(view, groups) : null;
}

/**
 * All things that a noun means: "orders", "open orders", "rows", "products". Null when the page does not say which
 * of what it shows they are; an empty list only when the page knows that kind of thing.
 */
export function meantBy(view: PageView, phrase: Phrase): Meant | null {
  const { text, kind } = phrase;
  const all = (items: readonly number[]): Meant => ({ items, words: '' });
  if (kind === 'row' && text === '') {
    const tables = [...view.groups.keys()].filter((index) => view.groups[index]?.isTable === true);
    return tables.length === 1 ? all(itemsInGroups(view, tables)) : null;
  }
  if (text === '' && (kind === 'result' || kind === null)) {
    const results = resultsOf(view);
    return results.length > 0 ? all(results) : null;
  }
  // "News items" are what stands under "News".
  const own = groupsNamed(view, text.replace(/(?<=\S)\s+(?:items|entries|members)$/iu, ''));
  if (own.length > 0) return own.length === 1 ? all(itemsInGroups(view, own)) : null;
  const lists = [...view.groups.keys()].filter((index) => view.groups[index]?.inContent === true);
  if (ENTRIES.test(text) && lists.length === 1) return all(itemsInGroups(view, lists));
  const [, state = '', noun = ''] = /^(.+)\s(\S+)$/u.exec(text) ?? [];
  const said = kind === 'result' ? text : state;
  // "How many orders are still drafts?"
  const adjective = [said, singularOf(said)].find((word) => knowsState(view, word)) ?? said;
  const pool = kind === 'result' ? resultsOf(view) : itemsOfOnlyGroup(view, noun);
  if (pool === null || adjective === '' || !knowsState(view, adjective)) {
    const named = fittingItems(view, phrase, resultsOf(view));
    return kind === 'result' && named.length > 0 ? { items: named, words: text } : null;
  }
  return { items: pool.filter((index) => hasState(view, index, adjective)), words: adjective };
}

/** The items of `meantBy`. */
export function itemsMeant(view: PageView, phrase: Phrase): readonly number[] | null {
  return meantBy(view, phrase)?.items ?? null;
}

/** "Teapots" among all products: those whose names end so, on a page about more than them; null when that is none or all. */
export function itemsCalled(view: PageView, noun: string): Meant | null {
  if (!/^\p{Ll}{3,}s$/u.test(noun) || isPageAbout(view, noun)) return null;
  const all = resultsOf(view);
  const items = all.filter((index) => {
    const last = view.items[index]?.title.split(/\s+/u).at(-1) ?? '';
    return grade(noun, last) >= GRADES.equalWords;
  });
  return items.length === 0 || items.length === all.length ? null : { items, words: noun };
}
