import { bestOf, grade, GRADES, normalised } from '../words/match-name.ts';
import { says } from '../words/senses.ts';
import type { Item, PageView } from '../page/page-view.ts';

/** Those that no other of them stands in. */
export function innermost(items: readonly number[], view: PageView): number[] {
  return items.filter((index) => !items.some((other) => view.items[other]?.parents.includes(index) === true));
}

const FIELDS: ReadonlySet<string> = new Set([
  'combobox',
  'listbox',
  'checkbox',
  'switch',
  'radio',
  'textbox',
  'searchbox',
]);
const LONG_TITLE = 40;
const bars = new WeakMap<PageView, ReadonlySet<number>>();

const PRESSED: ReadonlySet<string> = new Set(['button', 'link', 'generic', 'tab', 'combobox']);

/** "All, Released, Draft, New release": says nothing but what its controls are called. */
function holdsOnlyControls(view: PageView, index: number): boolean {
  const item = view.items[index];
  if (item === undefined || item.isRow || item.cells.length < 3) return false;
  const names = new Set(
    view.candidates
      .filter(({ role, items }) => PRESSED.has(role) && items[0] === index)
      .flatMap(({ name, text }) => [normalised(name), normalised(text)]),
  );
  return item.cells.every((cell) => names.has(normalised(cell)));
}

/** What only holds fields or controls and is called by their words: filters above a list are no thing of it. */
export function fieldBars(view: PageView): ReadonlySet<number> {
  const known = bars.get(view);
  if (known !== undefined) return known;
  const held = view.candidates
    .filter(({ role }) => FIELDS.has(role))
    .flatMap(({ items }) => items.slice(0, 1));
  const found = new Set(
    held.filter((index, at) => {
      const item = view.items[index];
      return (
        held.indexOf(index) !== at &&
        item?.isRow === false &&
        item.title.length > LONG_TITLE &&
        item.link === ''
      );
    }),
  );
  for (const index of view.items.keys()) if (holdsOnlyControls(view, index)) found.add(index);
  bars.set(view, found);
  return found;
}

/** The items of the content. */
export function contentItems(view: PageView): number[] {
  return [...view.items.keys()].filter((index) => view.items[index]?.inContent === true);
}

const OF_PAGER =
  /^(?=.*(?:next|prev|newer|older|\d|[‹›«»<>←→…|]))(?:(?:page|of|next|prev(?:ious)?|newer|older|first|last|\d{1,4}|[‹›«»<>←→…|]+)(?:\s+|$))+$/iu;

/** "2", "›", "Page 1 Next": an entry of a list of pages, or all of it. */
function isOfPager(item: Item | undefined): boolean {
  return item !== undefined && !item.isRow && OF_PAGER.test(item.text);
}

/** "1, 2, Next" under a list have no name of their own. */
function isPager(view: PageView, group: number): boolean {
  const own = view.items.filter((item) => item.group === group);
  return own.length > 0 && own.every(isOfPager);
}

/** The items of the content that can be chosen: cards, entries, rows with a link. */
export function resultsOf(view: PageView): number[] {
  const bar = fieldBars(view);
  const all = contentItems(view).filter((index) => !isOfPager(view.items[index]) && !bar.has(index));
  const linked = all.filter((index) => view.items[index]?.link !== '');
  // "Fuel: Petrol" in a list of its own says something of the card around it.
  const things = all.filter(
    (index) =>
      (view.items[index]?.cells.length ?? 0) > 1 ||
      !(view.items[index]?.parents ?? []).some((parent) => (view.items[parent]?.cells.length ?? 0) > 2),
  );
  return innermost(linked.length > 0 ? linked : things, view);
}

const NOTHING_FOUND =
  /^\W*(?:sorry,? )?(?:(?:there (?:are|were) |we found |found )?(?:no|0|zero) (?:\p{L}+ )?(?:results?|matches|hits)\b|nothing (?:was |is )?(?:found|match(?:es|ed)?)\b|keine? (?:treffer|ergebnisse)|aucun résultat|sin resultados)/imu;

/** The page says that its search found nothing: what it lists is no result. */
export function foundNothing(view: PageView): boolean {
  return NOTHING_FOUND.test(view.text);
}

/** The rows of its tables. */
export function rowsOf(view: PageView): number[] {
  return contentItems(view).filter((index) => view.items[index]?.isRow === true);
}

/** The items of these lists and tables. */
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
  const all = [...view.groups.keys()].filter(
    (index) => view.groups[index]?.inContent === true && !isPager(view, index),
  );
  const named = bestOf(all, (index) => {
    const value = grade(noun, view.groups[index]?.name ?? '');
    return value >= (isOfThing(view, index) ? GRADES.equalWords : GRADES.contains) ? value : 0;
  });
  if (named.length > 0) return named;
  const inUse = all.filter(
    (index) =>
      view.groups[index]?.isTable === true ||
      (view.items.some(({ group }) => group === index) && !isOfThing(view, index)),
  );
  const about = [
    view.title,
    ...view.candidates.filter(({ role, level }) => role === 'heading' && level === 1).map(({ name }) => name),
  ];
  const isSaid = (name: string) =>
    grade(noun, name) >= GRADES.contains || (!/\s/u.test(noun.trim()) && says(name, noun));
  if (inUse.length === 1 && about.some(isSaid)) return inUse;
  const headed = inUse.filter((index) => isColumnOf(view, index, noun));
  return headed.length === 1 ? headed : groupsAddressed(view, noun, inUse);
}

/** "Capacity: 120" under "Riverside Hall": a list in a card and named like it says what the card is, and is no list of halls. */
function isOfThing(view: PageView, group: number): boolean {
  const own = view.items.filter((item) => item.group === group);
  const name = view.groups[group]?.name ?? '';
  return (
    own.length > 0 &&
    own.every(({ parents: [outer] }) => outer !== undefined && view.items[outer]?.title === name)
  );
}

/** Under "Hall hire" all things are halls, and not just those that have the word in their names. */
export function isHeadedAs(view: PageView, noun: string): boolean {
  const heads = view.candidates.filter(({ role, level }) => role === 'heading' && level === 1);
  const [, first = ''] =
    /^(?:(?:our|all|my|your|the|available)\s+)*([\p{L}-]+)(?!.*(?:\sand\s|[&,]))/iu.exec(
      heads[0]?.name ?? '',
    ) ?? [];
  return heads.length === 1 && /^\p{Ll}{3,}$/u.test(noun) && first !== '' && stemOf(first) === stemOf(noun);
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
  const labels = new Set(view.facts.flatMap(({ label, value }) => [`${label} ${value}`, label, value]));
  // What a link is called is said of the page behind it.
  const links = new Set(view.candidates.flatMap(({ role, name }) => (role === 'link' ? [name] : [])));
  const isSaid = view.notes.some(
    (note) =>
      !entries.has(note) &&
      !links.has(note) &&
      (!labels.has(note) || countsAll(view, note)) &&
      note.split(/\s+/u).some((word) => stemOf(word) === stem),
  );
  return inUse.length === 1 && (isInPath(view.url, stem) || isSaid) ? [...inUse] : [];
}

/** "8 dishes" above a list of no more than that many. */
function countsAll(view: PageView, note: string): boolean {
  const [, count = ''] = /^(\d+)\s+\p{Ll}+$/u.exec(note) ?? [];
  return count !== '' && Number(count) >= contentItems(view).length;
}

/** "Customers" in a table of orders: its rows, where each says another one under "Customer". */
export function rowsUnder(view: PageView, noun: string): readonly number[] {
  const cells = view.facts.filter(
    ({ label, source, items: [index = -1] }) =>
      source === 'shown' && view.items[index]?.isRow === true && grade(noun, label) >= GRADES.equalWords,
  );
  const values = new Set(cells.map(({ value }) => value));
  const tables = new Set(cells.map(({ items: [index = -1] }) => view.items[index]?.group));
  return values.size === cells.length && tables.size === 1
    ? cells.flatMap(({ items }) => items.slice(0, 1))
    : [];
}
