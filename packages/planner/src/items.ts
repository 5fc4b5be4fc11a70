import type { Choice } from './choose.ts';
import type { Phrase } from './clause.ts';
import { gradeLabel, MIN_LABEL, sizeOf } from './labels.ts';
import { bestOf, grade, GRADES, type Grade, normalised } from './match.ts';
import type { Item, PageView } from './view.ts';

export function isCalled(name: string, said: string): boolean {
  return grade(said, name) >= GRADES.equal;
}

function gradeOfItem(phrase: Phrase, item: Item): Grade {
  const titled = grade(phrase.text, item.title);
  if (phrase.exact === true)
    return Math.max(titled, ...item.cells.map((cell) => grade(phrase.text, cell))) >= GRADES.equalWords
      ? GRADES.equalWords
      : 0;
  if (titled > 0) return titled;
  if (item.cells.some((cell) => isCalled(cell, phrase.text))) return GRADES.contained + 5;
  return grade(phrase.text, item.text) >= GRADES.contains ? GRADES.contained : 0;
}

export function nthOf<Entry>(entries: readonly Entry[], ordinal: number | 'last'): Entry | undefined {
  return ordinal === 'last' ? entries.at(-1) : entries[ordinal - 1];
}

function innermost(items: readonly number[], view: PageView): number[] {
  return items.filter((index) => !items.some((other) => view.items[other]?.parents.includes(index) === true));
}

function contentItems(view: PageView): number[] {
  return [...view.items.keys()].filter((index) => view.items[index]?.inContent === true);
}

/** "2", "›": the entries of a list of pages. */
function isOfPager(item: Item | undefined): boolean {
  return (
    item !== undefined &&
    /^(?:\d{1,4}|[‹›«»<>←→…]|[‹›«»<>←→]?\s*(?:next|prev(?:ious)?|newer|older)(?:\s+page)?\s*[‹›«»<>←→]?|[«<|]+\s*first|last\s*[»>|]+)$/iu.test(
      item.text,
    ) &&
    !item.isRow
  );
}

/** The items of the content that can be chosen: cards, entries, rows with a link. */
export function resultsOf(view: PageView): number[] {
  const all = contentItems(view).filter((index) => !isOfPager(view.items[index]));
  const linked = all.filter((index) => view.items[index]?.link !== '');
  // "Fuel: Petrol" in a list of its own says something of the card around it.
  const things = all.filter(
    (index) =>
      (view.items[index]?.cells.length ?? 0) > 1 ||
      !(view.items[index]?.parents ?? []).some((parent) => (view.items[parent]?.cells.length ?? 0) > 2),
  );
  return innermost(linked.length > 0 ? linked : things, view);
}

function rowsOf(view: PageView): number[] {
  return contentItems(view).filter((index) => view.items[index]?.isRow === true);
}

/** A thing named "Third page" takes precedence over the third one named "page". */
export function asCalled(phrase: Phrase, names: readonly string[]): Phrase {
  const { whole } = phrase;
  return whole !== undefined && names.some((name) => isCalled(name, whole))
    ? { ...phrase, text: whole, ordinal: null }
    : phrase;
}

export function itemsInGroups(view: PageView, groups: readonly number[]): number[] {
  return innermost(
    [...view.items.keys()].filter(
      (index) => groups.includes(view.items[index]?.group ?? -1) && !isOfPager(view.items[index]),
    ),
    view,
  );
}

/** Lists and tables that a noun names: by their own name, or as the only one of a page that is about that. */
export function groupsNamed(view: PageView, noun: string): number[] {
  const all = [...view.groups.keys()].filter((index) => view.groups[index]?.inContent === true);
  const named = bestOf(all, (index) => {
    const value = grade(noun, view.groups[index]?.name ?? '');
    return value >= GRADES.contains ? value : 0;
  });
  if (named.length > 0) return named;
  const inUse = all.filter(
    (index) => view.groups[index]?.isTable === true || view.items.some(({ group }) => group === index),
  );
  const about = [
    view.title,
    ...view.candidates.filter(({ role, level }) => role === 'heading' && level === 1).map(({ name }) => name),
  ];
  if (inUse.length === 1 && about.some((name) => grade(noun, name) >= GRADES.contains)) return inUse;
  const headed = inUse.filter((index) => isColumnOf(view, index, noun));
  return headed.length === 1 ? headed : groupsAddressed(view, noun, inUse);
}

/** Whether the titles of a list's things stand under that noun: the rows of a table whose first column is "Book" are books. */
function isColumnOf(view: PageView, group: number, noun: string): boolean {
  const own = [...view.items.keys()].filter((index) => view.items[index]?.group === group);
  const isTitled = (index: number) =>
    view.facts.some(
      ({ items, label, value, source }) =>
        items[0] === index &&
        source === 'shown' &&
        value === view.items[index]?.title &&
        grade(noun, label) >= GRADES.equalWords,
    );
  return own.length > 0 && own.every(isTitled);
}

/** "books" and "book" are one word. */
function stemOf(noun: string): string {
  return normalised(noun.split(/\s+/u).at(-1) ?? '').replace(/(?<=..)(?:(?<=s|x|ch|sh)es|s)$/u, '');
}

function isInPath(address: string, stem: string): boolean {
  const path = URL.parse(address)?.pathname ?? '';
  return path.split(/[^\p{L}\p{N}]+/u).some((word) => stemOf(word) === stem);
}

/** Lists whose things have the noun in their addresses: /book/7; else the only one of a page that has it in its own. */
function groupsAddressed(view: PageView, noun: string, inUse: readonly number[]): number[] {
  const stem = stemOf(noun);
  // "Open orders" are not all orders.
  if (stem.length < 3 || /\s/u.test(noun.trim())) return [];
  const hrefs = new Map(view.candidates.map(({ css, href }) => [css, href]));
  const linked = inUse.filter((index) => {
    const own = view.items.filter(({ group }) => group === index);
    return own.length > 0 && own.every(({ link }) => isInPath(hrefs.get(link) ?? '', stem));
  });
  if (linked.length === 1) return linked;
  const entries = new Set(view.items.map(({ text }) => text));
  // What an entry says of itself is not what all of them are.
  const labels = new Set(view.facts.map(({ label, value }) => `${label} ${value}`));
  const isSaid = view.notes.some(
    (note) =>
      !entries.has(note) && !labels.has(note) && note.split(/\s+/u).some((word) => stemOf(word) === stem),
  );
  return inUse.length === 1 && (isInPath(view.url, stem) || isSaid) ? [...inUse] : [];
}

function sizes(view: PageView, pool: readonly number[], by: string) {
  return pool.flatMap((index) => {
    const fitting = bestOf(
      view.facts.filter(({ items }) => items[0] === index || items.includes(index)),
      (fact) => {
        const value = gradeLabel(by, fact);
        return value >= MIN_LABEL ? value : 0;
      },
    );
    const found = new Set(fitting.map(({ value }) => sizeOf(value)).filter((size) => size !== null));
    const [size] = found;
    return size === undefined || found.size > 1 ? [] : [{ index, size }];
  });
}

function chooseExtreme(
  view: PageView,
  phrase: Phrase,
  { by, way }: NonNullable<Phrase['superlative']>,
): Choice<number> {
  const many =
    itemsMeant(view, { ...phrase, ordinal: null }) ??
    innermost(fittingItems(view, phrase, contentItems(view)), view);
  const sized = sizes(view, many, by);
  const sorted = sized.toSorted((one, other) =>
    way === 'most' ? other.size - one.size : one.size - other.size,
  );
  const best = sorted.filter(({ size }) => size === sorted[0]?.size).map(({ index }) => index);
  const [one] = best;
  if (one === undefined) return { none: many };
  return best.length === 1 ? { one } : { equals: best };
}

function fittingItems(view: PageView, phrase: Phrase, pool: readonly number[]): number[] {
  return phrase.text === ''
    ? [...pool]
    : pool.filter((index) => {
        const item = view.items[index];
        return item !== undefined && gradeOfItem(phrase, item) > 0;
      });
}

/** "Ann" of "Ann Price" is as much of the name as "Price". */
function isNameBefore(next: string | undefined): boolean {
  return next !== undefined && /^\p{Lu}[^\d]*$/u.test(next);
}

/** The words that identify an item: names and numbers; "request from Ada" is the one with Ada. */
function tellingWords(text: string): string {
  return text
    .split(/\s+/u)
    .filter(
      (word, at, all) => /[\d#]/u.test(word) || (/^\p{Lu}/u.test(word) && (at > 0 || isNameBefore(all[1]))),
    )
    .join(' ');
}

/** "Essay feedback message" is the thing "Essay feedback", if that begins with a capital or a digit. */
function withoutLastNoun(text: string): string {
  return /^([\p{Lu}\d#].*)\s\p{Ll}+$/u.exec(text)?.[1] ?? '';
}

/** "The mail from Dr. Obi", "the message about your order": what follows tells which. */
function namedAfterNoun({ text, quoted, parts }: Phrase): string[] {
  const [, telling] =
    /^\p{L}+\s+(?:about|regarding|concerning|called|named|titled|from|by|with|saying|for)\s+(?:the\s+|your\s+|my\s+|an?\s+)?(.+)$/iu.exec(
      text,
    ) ?? [];
  return telling === undefined || quoted === true || parts !== undefined ? [] : [telling];
}

/** "The glucose result" is what is called just "Glucose". */
function calledBeforeNoun(view: PageView, phrase: Phrase, pool: readonly number[]): number[] {
  const [, name] = /^(.+)\s\p{Ll}+$/u.exec(phrase.text) ?? [];
  if (name === undefined || phrase.quoted === true || phrase.parts !== undefined || phrase.ordinal !== null)
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
    said,
    view.items.map(({ title }) => title),
  );
  const every = phrase.kind === 'row' ? rowsOf(view) : [...view.items.keys()];
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
  const telling = phrase.quoted === true || said.parts !== undefined ? '' : tellingWords(phrase.text);
  const grouped = () => (phrase.ordinal === null ? [] : itemsInGroups(view, groupsNamed(view, phrase.text)));
  const shortened = phrase.quoted === true || said.parts !== undefined ? '' : withoutLastNoun(phrase.text);
  const ways = [
    () => named,
    grouped,
    () => (telling === '' ? [] : best(telling)),
    () => (shortened === '' ? [] : best(shortened)),
    () => inState(view, phrase),
    () => namedAfterNoun(phrase).flatMap((text) => best(text)),
    () => calledBeforeNoun(view, phrase, pool),
    () => saidBeforeNoun(view, phrase, pool),
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

/** "The overdue invoice": where the page says what invoices are and which of them are overdue. */
function inState(view: PageView, { text, kind, quoted, ordinal }: Phrase): number[] {
  if (quoted === true || ordinal !== null || kind !== null || !/^\p{Ll}+\s\p{Ll}+$/u.test(text)) return [];
  const [state = '', noun = ''] = text.split(' ');
  const groups = groupsNamed(view, noun);
  if (groups.length !== 1) return [];
  return itemsInGroups(view, groups).filter((index) => hasState(view, index, state));
}

function hasState(view: PageView, index: number, state: string): boolean {
  return view.items[index]?.cells.some((cell) => isCalled(cell, state)) === true;
}

/** States that occur in the page's filters or cells. */
function knowsState(view: PageView, state: string): boolean {
  return (
    view.items.some(({ cells }) => cells.some((cell) => isCalled(cell, state))) ||
    view.candidates.some(({ options }) => options.some((option) => isCalled(option, state)))
  );
}

/** Things of a kind, and the words that select them among all of that kind; '' when they are all. */
export interface Meant {
  readonly items: readonly number[];
  readonly words: string;
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
  const own = groupsNamed(view, text);
  if (own.length > 0) return own.length === 1 ? all(itemsInGroups(view, own)) : null;
  const [, state = '', noun = ''] = /^(.+)\s(\S+)$/u.exec(text) ?? [];
  const groups = kind === 'result' || state === '' ? [] : groupsNamed(view, noun);
  const adjective = kind === 'result' ? text : state;
  const pool = kind === 'result' ? resultsOf(view) : groups.length === 1 ? itemsInGroups(view, groups) : null;
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

/** "Overdue invoices": the things that say so of themselves; null when nothing on the page does. */
export function itemsInState(view: PageView, text: string): Meant | null {
  const [, state = ''] = /^(.+)\s(\S+)$/u.exec(text) ?? [];
  if (state === '' || !knowsState(view, state)) return null;
  const items = innermost(contentItems(view), view).filter((index) => hasState(view, index, state));
  return { items, words: state };
}
