import type { ElementKind, Phrase } from './clause.ts';
import { attributeWords, bestOf, GRADES, grade, type Grade } from './match.ts';
import type { Candidate, Item, PageView } from './view.ts';

/** What is to happen with the element: it decides which kinds of elements come into question. */
export type Purpose = 'click' | 'choose' | 'fill' | 'select' | 'set' | 'check' | 'point' | 'read';

export const isCalled = (name: string, said: string): boolean => grade(said, name) >= GRADES.equal;

/** One element, several that fit equally well, or none. */
export type Choice<Entry> =
  | { one: Entry; nth?: number }
  | { equals: readonly Entry[] }
  | { none: readonly Entry[] };

const BUTTONS = ['button'];
const LINKS = ['link'];
const FIELDS = ['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox'];
const LISTS = ['combobox', 'listbox'];
const TICKS = ['checkbox', 'switch', 'menuitemcheckbox'];
const CLICKABLE = [...BUTTONS, ...LINKS, 'tab', 'menuitem', 'radio', 'option', 'treeitem', ...TICKS];

/** Roles in order of preference: a later group counts only when no earlier one has what is looked for. */
const BY_PURPOSE: Readonly<Record<Purpose, readonly (readonly string[])[]>> = {
  click: [CLICKABLE, ['generic'], [...FIELDS, ...LISTS, 'img', 'heading']],
  choose: [['radio', 'option', 'tab', 'menuitem', ...TICKS], [...BUTTONS, ...LINKS], ['generic']],
  fill: [FIELDS],
  select: [LISTS],
  set: [[...FIELDS, ...LISTS]],
  check: [[...TICKS, 'radio', 'menuitemradio']],
  point: [CLICKABLE, [...FIELDS, ...LISTS, 'img', 'heading', 'table', 'region', 'generic']],
  read: [
    [
      'heading',
      'region',
      'article',
      'status',
      'alert',
      'dialog',
      'table',
      'list',
      'img',
      ...CLICKABLE,
      ...FIELDS,
    ],
  ],
};
const BY_KIND: Readonly<Record<Exclude<ElementKind, 'result'>, readonly (readonly string[])[]>> = {
  button: [BUTTONS, LINKS, ['generic']],
  link: [LINKS, BUTTONS],
  control: [[...BUTTONS, ...LINKS], ['generic']],
  field: [FIELDS],
  dropdown: [LISTS],
  checkbox: [TICKS],
  radio: [['radio']],
  option: [['option', 'radio'], TICKS, BUTTONS],
  tab: [['tab'], [...BUTTONS, ...LINKS]],
  menuitem: [['menuitem'], [...BUTTONS, ...LINKS]],
  image: [['img']],
  heading: [['heading']],
  table: [['table']],
  row: [['row']],
  section: [['region', 'article', 'group', 'form', 'navigation', 'status', 'alert', 'dialog']],
};

const isOpenForPurpose = (candidate: Candidate, purpose: Purpose): boolean => {
  if (purpose === 'select') return candidate.options.length > 0;
  if (purpose === 'fill') return candidate.options.length === 0;
  return true;
};

const gradeOf = (phrase: Phrase, candidate: Candidate): Grade => {
  const loose = phrase.kind === 'control';
  const named = Math.max(
    grade(phrase.text, candidate.name, loose),
    grade(phrase.text, candidate.placeholder, loose) - 2,
  );
  if (named > GRADES.contained) return named;
  const marked = candidate.attributes.some(
    (attribute) => grade(phrase.text, attributeWords(attribute)) >= GRADES.equalWords,
  );
  return marked ? GRADES.contained + 5 : Math.max(0, named);
};

const gradeOfItem = (phrase: Phrase, item: Item): Grade => {
  const titled = grade(phrase.text, item.title);
  if (titled > 0) return titled;
  return grade(phrase.text, item.text) >= GRADES.contains ? GRADES.contained : 0;
};

const nthOf = <Entry>(entries: readonly Entry[], ordinal: number | 'last'): Entry | undefined =>
  ordinal === 'last' ? entries.at(-1) : entries[ordinal - 1];

const innermost = (items: readonly number[], view: PageView): number[] =>
  items.filter((index) => !items.some((other) => view.items[other]?.parents.includes(index) === true));

/** The items of the page's content that are things to choose from: cards, entries, rows with a link. */
export const resultsOf = (view: PageView): number[] => {
  const all = [...view.items.keys()];
  const linked = all.filter(
    (index) => view.items[index]?.inContent === true && view.items[index].link !== '',
  );
  return innermost(
    linked.length > 0 ? linked : all.filter((index) => view.items[index]?.inContent === true),
    view,
  );
};

/** What is called "Third page" goes before the third of what is called "page". */
const asCalled = (phrase: Phrase, names: readonly string[]): Phrase => {
  const { whole } = phrase;
  return whole !== undefined && names.some((name) => isCalled(name, whole))
    ? { ...phrase, text: whole, ordinal: null }
    : phrase;
};

/** Which item a phrase means. */
export const chooseItem = (view: PageView, said: Phrase): Choice<number> => {
  const phrase = asCalled(
    said,
    view.items.map(({ title }) => title),
  );
  const pool = phrase.kind === 'result' || phrase.ordinal !== null ? resultsOf(view) : [...view.items.keys()];
  const fitting =
    phrase.text === ''
      ? pool
      : innermost(
          bestOf(pool, (index) => {
            const item = view.items[index];
            return item === undefined ? 0 : gradeOfItem(phrase, item);
          }),
          view,
        );
  if (phrase.ordinal !== null) {
    const one = nthOf(fitting, phrase.ordinal);
    return one === undefined ? { none: pool } : { one };
  }
  const [one] = fitting;
  if (one === undefined) return { none: pool };
  return fitting.length === 1 ? { one } : { equals: fitting };
};

/** Links to one and the same place are not a choice. */
const sameEffect = (candidates: readonly Candidate[]): boolean => {
  const [first] = candidates;
  return first !== undefined && first.href !== '' && candidates.every(({ href }) => href === first.href);
};

const decide = (
  fitting: readonly Candidate[],
  phrase: Phrase,
  pool: readonly Candidate[],
): Choice<Candidate> => {
  if (phrase.ordinal !== null) {
    const one = nthOf(fitting, phrase.ordinal);
    return one === undefined ? { none: pool } : { one, nth: fitting.indexOf(one) };
  }
  const [one] = fitting;
  if (one === undefined) return { none: pool };
  return fitting.length === 1 || sameEffect(fitting) ? { one } : { equals: fitting };
};

const inItem = (view: PageView, within: Phrase, pool: readonly Candidate[]): readonly Candidate[] => {
  const item = chooseItem(view, within);
  if ('one' in item) {
    const inside = pool.filter(({ items }) => items.includes(item.one));
    if (inside.length > 0) return inside;
  }
  if ('equals' in item) return pool.filter(({ items }) => items.some((index) => item.equals.includes(index)));
  const isAboutIt = view.candidates.some(
    ({ role, level, name }) =>
      role === 'heading' && level === 1 && grade(within.text, name) >= GRADES.contains,
  );
  return isAboutIt ? pool.filter(({ items, inContent }) => items.length === 0 && inContent) : [];
};

/**
 * The element that a phrase means. Names decide by their grade; several of the best grade are equals, never a choice.
 * Pure: the same view and phrase always give the same answer.
 */
export const chooseCandidate = (view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> => {
  if (said.kind === 'result') {
    const item = chooseItem(view, said);
    const links = (indexes: readonly number[]) =>
      indexes.flatMap((index) => view.candidates.find(({ css }) => css === view.items[index]?.link) ?? []);
    if ('equals' in item) return { equals: links(item.equals) };
    const [one] = 'one' in item ? links([item.one]) : [];
    return one === undefined ? { none: 'none' in item ? links(item.none) : [] } : { one };
  }
  const groups =
    said.kind === null || purpose === 'fill' || purpose === 'check'
      ? BY_PURPOSE[purpose]
      : BY_KIND[said.kind];
  const all = view.candidates.filter(
    (candidate) =>
      isOpenForPurpose(candidate, purpose) && groups.some((roles) => roles.includes(candidate.role)),
  );
  const phrase = asCalled(
    said,
    all.map(({ name }) => name),
  );
  let seen: readonly Candidate[] = [];
  for (const roles of groups) {
    const ofRole = all.filter(({ role }) => roles.includes(role));
    const pool = phrase.within === null ? ofRole : inItem(view, phrase.within, ofRole);
    const fitting = phrase.text === '' ? pool : bestOf(pool, (candidate) => gradeOf(phrase, candidate));
    if (fitting.length > 0) return decide(fitting, phrase, pool);
    seen = seen.length > 0 ? seen : ofRole;
  }
  return { none: seen };
};
