import type { Phrase } from './clause.ts';
import { isPageAbout } from './about.ts';
import { asCalled, chooseItem, nthOf } from './items.ts';
import { attributeWords, bestOf, GRADES, grade, type Grade, normalised } from './match.ts';
import { BY_KIND, BY_PURPOSE, type Purpose, TICKS } from './purposes.ts';
import { says, saysItself, tellingWords } from './senses.ts';
import type { Candidate, PageView } from './view.ts';

function isPressing(purpose: Purpose): boolean {
  return purpose === 'click' || purpose === 'download';
}

/** One element, several that fit equally well, or none. */
export type Choice<Entry> =
  | { one: Entry; nth?: number }
  | { equals: readonly Entry[] }
  | { none: readonly Entry[] };

function isOpenForPurpose(candidate: Candidate, purpose: Purpose): boolean {
  if (purpose === 'select') return candidate.options.length > 0;
  if (purpose === 'fill') return candidate.options.length === 0;
  return true;
}

/** "Email *", "Name (required)": marks that do not belong to the name. */
function unmarked(name: string): string {
  return name.replace(/\s*(?:[*:]|\((?:required|optional)\))+\s*$/iu, '');
}

/** An element to press must have exactly the quoted name. */
const EXACT: ReadonlySet<Purpose> = new Set(['click', 'download', 'choose', 'check']);

/** "Delete the draft Hello" is about that draft: a button "Delete" of another one does not match. */
function isSpecific({ apart = [] }: Phrase): boolean {
  return apart.some(
    ({ within }) =>
      within !== null &&
      (within.ordinal !== null ||
        within.quoted === true ||
        within.superlative !== undefined ||
        /[\p{Lu}\d#]/u.test(within.text)),
  );
}

/** "Pay the cancelled invoice": the button "Pay" of one of several rows is meant only when its row says "cancelled". */
function isOfAnother(view: PageView, { apart = [] }: Phrase, candidate: Candidate): boolean {
  const [index = -1] = candidate.items;
  const item = view.items[index];
  if (item === undefined || view.items.filter(({ group }) => group === item.group).length < 2) return false;
  const described = apart.flatMap(({ within }) => within?.text.match(/^(.+)\s\S+$/u)?.[1] ?? []);
  return described.length > 0 && described.every((words) => grade(words, item.text) < GRADES.contains);
}

/** "Cancel the insurance": a button "Cancel" that stands under "Booking", where another heading says "Insurance". */
function isOfOtherSection(view: PageView, phrase: Phrase, candidate: Candidate): boolean {
  const at = view.candidates.indexOf(candidate);
  const headings = view.candidates.filter(({ role, level }) => role === 'heading' && level > 1);
  const own = headings.findLast((heading) => view.candidates.indexOf(heading) < at);
  const others = headings.filter((heading) => heading !== own);
  const around = [
    candidate.name,
    candidate.group,
    candidate.before,
    own?.name ?? '',
    view.title,
    ...view.candidates.filter(({ role, level }) => role === 'heading' && level === 1).map(({ name }) => name),
    ...view.candidates.filter(({ form }) => form >= 0 && form === candidate.form).map(({ name }) => name),
    ...candidate.items.map((index) => view.items[index]?.text ?? ''),
  ].join(' ');
  return tellingWords(phrase.text).some(
    (word) => !says(around, word) && others.some(({ name }) => saysItself(name, word)),
  );
}

/** "Check out with express delivery" is more than a button "Check out" does. */
const SAYS_HOW = /\s(?:with|using|via|by)\s/iu;

/** "Order two bins" is more than a button "Order" does. */
const SAYS_HOW_MANY = /\s(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\s+\p{Ll}/u;

function gradeOf(view: PageView, phrase: Phrase, candidate: Candidate, purpose: Purpose): Grade {
  const names = candidate.text === '' ? [candidate.name] : [candidate.name, candidate.text];
  if (phrase.quoted === true && EXACT.has(purpose)) {
    const value = Math.max(...names.map((name) => grade(phrase.text, unmarked(name))));
    return value >= GRADES.equal ? value : 0;
  }
  const loose =
    phrase.kind === 'control' &&
    !SAYS_HOW.test(phrase.text) &&
    !SAYS_HOW_MANY.test(phrase.text) &&
    !isSpecific(phrase) &&
    !isOfAnother(view, phrase, candidate) &&
    !isOfOtherSection(view, phrase, candidate);
  const named = Math.max(
    ...names.map((name) => grade(phrase.text, name, loose)),
    grade(phrase.text, candidate.placeholder, loose) - 2,
  );
  if (named > GRADES.contained) return named;
  const marked = candidate.attributes.some(
    (attribute) => grade(phrase.text, attributeWords(attribute)) >= GRADES.equalWords,
  );
  return marked ? GRADES.contained + 5 : Math.max(0, named);
}

/** Links to the same address count as one candidate. */
function sameEffect(candidates: readonly Candidate[]): boolean {
  const [first] = candidates;
  return first !== undefined && first.href !== '' && candidates.every(({ href }) => href === first.href);
}

function decide(
  fitting: readonly Candidate[],
  phrase: Phrase,
  pool: readonly Candidate[],
): Choice<Candidate> {
  if (phrase.ordinal !== null) {
    const one = nthOf(fitting, phrase.ordinal);
    return one === undefined ? { none: pool } : { one, nth: fitting.indexOf(one) };
  }
  const [one] = fitting;
  if (one === undefined) return { none: pool };
  return fitting.length === 1 || sameEffect(fitting) ? { one } : { equals: fitting };
}

function inItem(view: PageView, within: Phrase, pool: readonly Candidate[]): readonly Candidate[] {
  const item = chooseItem(view, within);
  if ('one' in item) {
    const inside = pool.filter(({ items }) => items.includes(item.one));
    if (inside.length > 0) return inside;
  }
  if ('equals' in item) return pool.filter(({ items }) => items.some((index) => item.equals.includes(index)));
  // "Nickname: Top floor [Edit]" is a line of its own.
  const inLine = pool.filter(({ before }) => grade(within.text, before) >= GRADES.contains);
  if (inLine.length > 0 && within.ordinal === null) return inLine;
  return isPageAbout(view, within.text)
    ? pool.filter(({ items, inContent }) => items.length === 0 && inContent)
    : [];
}

/** "Order 1042" may be a link that says "1042"; "cancel order 1042" is not. */
function withoutNoun({ apart: _apart, parts: _parts, ...phrase }: Phrase): Phrase[] {
  if (phrase.kind === 'control') return [];
  const [, own] =
    /^(?:number|amount|count)\s+of\s+(.+)$/iu.exec(phrase.text) ??
    /^(?:\p{Ll}+\s+){1,2}([#\d\p{Lu}].*)$/u.exec(phrase.text) ??
    [];
  return own === undefined || phrase.quoted === true ? [] : [{ ...phrase, text: own }];
}

/**
 * The element that a phrase means. An element with the whole name takes precedence over other readings.
 * Pure: the same view and phrase always give the same answer.
 */
export function chooseCandidate(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> {
  const whole = chooseNamed(view, said, purpose);
  if ('equals' in whole) return meantAmong(view, said, purpose, whole.equals) ?? whole;
  if (!('none' in whole)) return whole;
  const file = purpose === 'download' ? fileOf(view, said) : null;
  if (file !== null) return { one: file };
  const boxed = purpose === 'check' ? boxOfItem(view, said) : null;
  if (boxed !== null) return { one: boxed };
  for (const other of [...(said.apart ?? []), ...withoutNoun(said)]) {
    const found = chooseNamed(view, other, purpose);
    if (!('none' in found)) return found;
  }
  return linkOfTold(view, said, purpose) ?? ofCell(view, said, purpose) ?? whole;
}

/** Further words for a free slot in a timetable, apart from its column and row. */
const AROUND_CELL =
  /^(?:book|reserve|choose|select|pick|click|take|press|tap|the|a|an|my|slot|cell|time|free|available|open|place|on|at|in|for|from|of|and|to|day)$/u;

/** "Book Monday at 10:00": the cell in the column Monday and the row 10:00. */
function ofCell(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> | null {
  if ((purpose !== 'click' && purpose !== 'choose') || said.quoted === true) return null;
  const words = normalised(said.text).split(' ');
  const isSaid = (name: string) => {
    const own = normalised(name).split(' ');
    return own[0] !== '' && own.every((part) => words.some((word) => word === part || isDay(part, word)));
  };
  const fitting = view.candidates.filter(
    ({ cell, disabled }) => cell.length > 0 && !disabled && cell.every(isSaid),
  );
  const [one] = fitting;
  if (one === undefined) return null;
  const known = normalised(`${one.cell.join(' ')} ${one.name}`).split(' ');
  const isAll = words.every(
    (word) => AROUND_CELL.test(word) || known.some((part) => part === word || isDay(part, word)),
  );
  if (!isAll) return null;
  return fitting.length === 1 ? { one } : { equals: fitting };
}

/** "Mon" is "Monday". */
function isDay(part: string, word: string): boolean {
  return (
    /^(?:mon|tue|wed|thu|fri|sat|sun)/u.test(part) &&
    part.length >= 3 &&
    (word.startsWith(part) || part.startsWith(word)) &&
    word.length >= 3
  );
}

/** "The mail from Dr. Obi": the link of the entry that says so. */
function linkOfTold(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> | null {
  const isTold = /^\p{L}+\s+(?:from|about|by|regarding|titled|called)\s/iu.test(said.text);
  if (!isPressing(purpose) || !isTold || said.quoted === true || (said.kind !== null && said.kind !== 'link'))
    return null;
  const item = chooseItem(view, { ...said, kind: null, apart: [] });
  const css = 'one' in item ? view.items[item.one]?.link : undefined;
  const one = view.candidates.find((candidate) => candidate.css === css);
  return one === undefined ? null : { one };
}

/** "Download the house rules": the only file of the row or card that is called so. */
function fileOf(view: PageView, phrase: Phrase): Candidate | null {
  if (phrase.text === '' || phrase.within !== null) return null;
  const item = chooseItem(view, { ...phrase, kind: null, apart: [] });
  const files = view.candidates.filter(
    ({ isFile, items }) => isFile && 'one' in item && items.includes(item.one),
  );
  return files.length === 1 ? (files[0] ?? null) : null;
}

/** "Pay the overdue invoice": of several buttons "Pay" the one of that invoice. */
function meantAmong(
  view: PageView,
  said: Phrase,
  purpose: Purpose,
  equals: readonly Candidate[],
): Choice<Candidate> | null {
  const found = (said.apart ?? [])
    .filter(({ within }) => within !== null)
    .map((other) => chooseNamed(view, other, purpose))
    .find((choice) => 'one' in choice);
  return found !== undefined && 'one' in found && equals.includes(found.one) ? found : null;
}

/** "Tick IN-903": the only box of the row or card that is called so. */
function boxOfItem(view: PageView, phrase: Phrase): Candidate | null {
  if (phrase.text === '' || phrase.within !== null) return null;
  const item = chooseItem(view, { ...phrase, kind: null });
  if (!('one' in item) || !isTickable(view, item.one, phrase)) return null;
  const boxes = view.candidates.filter(({ role, items }) => TICKS.includes(role) && items.includes(item.one));
  return boxes.length === 1 ? (boxes[0] ?? null) : null;
}

/** A thing that is called so, or one of several that each have a box: else the box in it is about something else. */
function isTickable(view: PageView, index: number, phrase: Phrase): boolean {
  const item = view.items[index];
  if (item === undefined) return false;
  const others = [...view.items.keys()].filter(
    (other) => other !== index && view.items[other]?.group === item.group,
  );
  const hasBox = (other: number) =>
    view.candidates.some(({ role, items }) => TICKS.includes(role) && items.includes(other));
  return grade(phrase.text, item.title) > 0 || others.some(hasBox);
}

/** "The first book", where books are the items of a list: the link of that item. */
function linkOfNumbered(view: PageView, phrase: Phrase, purpose: Purpose): Choice<Candidate> | null {
  const { ordinal, quoted, text, kind } = phrase;
  const isAboutItems = kind === 'link' || kind === 'control' || kind === null;
  if (!isPressing(purpose) || ordinal === null || quoted === true || text === '' || !isAboutItems)
    return null;
  const item = chooseItem(view, { ...phrase, kind: null });
  const css = 'one' in item ? view.items[item.one]?.link : undefined;
  const one = view.candidates.find((candidate) => candidate.css === css);
  return one === undefined ? null : { one };
}

/**
 * Names decide by their grade; several of the best grade are equals, never a choice.
 */
function chooseNamed(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> {
  if (said.kind === 'result' || said.superlative !== undefined) {
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
      isOpenForPurpose(candidate, purpose) &&
      groups.some((roles) => roles.includes(candidate.role)) &&
      (said.ofChosen !== true || candidate.items.length === 0),
  );
  const phrase = asCalled(
    said,
    all.map(({ name }) => name),
  );
  let seen: readonly Candidate[] = [];
  for (const roles of groups) {
    const ofRole = all.filter(({ role }) => roles.includes(role));
    const pool = phrase.within === null ? ofRole : inItem(view, phrase.within, ofRole);
    const menus = phrase.kind === 'menu' ? pool.filter(({ opensMenu }) => opensMenu) : [];
    const fitting =
      phrase.text === ''
        ? menus.length > 0
          ? menus
          : pool
        : bestOf(pool, (candidate) => gradeOf(view, phrase, candidate, purpose));
    if (fitting.length > 0) {
      const decided = decide(fitting, phrase, pool);
      return 'none' in decided ? (linkOfNumbered(view, phrase, purpose) ?? decided) : decided;
    }
    seen = seen.length > 0 ? seen : ofRole;
  }
  return linkOfNumbered(view, phrase, purpose) ?? { none: seen };
}
