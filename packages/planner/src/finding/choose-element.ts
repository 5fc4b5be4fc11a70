import type { Phrase } from '../grammar/clause.ts';
import { isPageAbout } from './page-about.ts';
import { asCalled, chooseItem, nthOf } from './choose-item.ts';
import { onlyRoomFor, onlySlider, signInButton } from './only-one-on-page.ts';
import { pressableRow } from './pressable-row.ts';
import { bestOf, GRADES, grade } from '../words/match-name.ts';
import { BY_KIND, BY_PURPOSE, type Purpose } from './purposes.ts';
import { choicesSaid } from './choices-said.ts';
import { starOf } from './stars.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { Choice } from './choice.ts';
import { savingInForm } from './saving-in-form.ts';
import { gradeOf } from './grade-element.ts';
import { linkOfTold, entryOfQuoted, fileOf, boxOfItem, linkOfNumbered } from './element-of-item.ts';
import { chooseInSection, inSection } from './choose-in-section.ts';
import { ofCell } from './element-of-cell.ts';

function isOpenForPurpose(candidate: Candidate, purpose: Purpose): boolean {
  if (purpose === 'select') return candidate.options.length > 0;
  // What takes a file takes no words.
  if ((purpose === 'fill' || purpose === 'set') && candidate.type === 'file') return false;
  if (purpose === 'fill') return candidate.options.length === 0;
  return true;
}

/** Links to the same address count as one candidate. */
function sameEffect(candidates: readonly Candidate[]): boolean {
  const [first] = candidates;
  return first !== undefined && first.href !== '' && candidates.every(({ href }) => href === first.href);
}

/** An entry of a tree and the link in it have one name, and the link is what leads on. */
function withoutTreeItems(fitting: readonly Candidate[]): readonly Candidate[] {
  const links = fitting.filter(({ role }) => role !== 'treeitem');
  return links.length > 0 ? links : fitting;
}

/** "The text box" and "the text area" of a page that has both are not the same. */
function withLines(pool: readonly Candidate[], { lines }: Phrase): readonly Candidate[] {
  const fitting =
    lines === undefined ? [] : pool.filter(({ type }) => (type === 'textarea') === (lines === 'several'));
  return fitting.length > 0 ? fitting : pool;
}

const SENDS = /^(?:submit|send|save|apply)$/iu;

const SENDS_NOTHING: ReadonlySet<string> = new Set(['tab', 'checkbox', 'radio']);

/** A tab around the button "Submit" sends nothing, and no box before it does. */
function sending(fitting: readonly Candidate[], { text }: Phrase): readonly Candidate[] {
  const others = SENDS.test(text) ? fitting.filter(({ role }) => !SENDS_NOTHING.has(role)) : [];
  return others.length > 0 ? others : fitting;
}

function decide(all: readonly Candidate[], phrase: Phrase, pool: readonly Candidate[]): Choice<Candidate> {
  const fitting = sending(withoutTreeItems(all), phrase);
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
  // A page that is about messages is none of the latest one.
  if (within.superlative !== undefined) return [];
  // "Nickname: Top floor [Edit]" is a line of its own.
  const inLine = pool.filter(({ before }) => grade(within.text, before) >= GRADES.contains);
  // "Seats A1 A2 A3 [Book seats]": what stands before it are choices.
  const isNumbered = ({ name }: Candidate) => /\d/u.test(name);
  if (inLine.length > 0 && choicesSaid(view, within.text).choices.some(isNumbered)) return [];
  if (inLine.length > 0 && within.ordinal === null) return inLine;
  const own = within.ordinal === null ? inSection(view, within.text, pool) : [];
  if (own.length > 0 && 'none' in item) return own;
  // An icon in a row that opens a letter.
  const row = pressableRow(view, within);
  const inside = row === null ? [] : pool.filter(({ css }) => css.startsWith(`${row.css} > `));
  if (inside.length > 0) return inside;
  return isPageAbout(view, within.text)
    ? pool.filter(({ items, inContent }) => items.length === 0 && inContent)
    : [];
}

/** "Order 1042" may be a link that says "1042"; "cancel order 1042" is not, nor is "e-mail and SMS" a box "SMS". */
function withoutNoun({ apart: _apart, parts: _parts, ...phrase }: Phrase): Phrase[] {
  if (phrase.kind === 'control') return [];
  const [, own] =
    /^(?:number|amount|count)\s+of\s+(.+)$/iu.exec(phrase.text) ??
    /^(?:(?!(?:and|or|not)\s)\p{Ll}+\s+){1,2}([#\d\p{Lu}].*)$/u.exec(phrase.text) ??
    [];
  return own === undefined || phrase.quoted === true ? [] : [{ ...phrase, text: own }];
}

/**
 * The element that a phrase means. An element with the whole name takes precedence over other readings.
 * Pure: the same view and phrase always give the same answer.
 */
export function chooseCandidate(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> {
  if (said.formOf !== undefined) return inFormOf(view, said, said.formOf, purpose);
  const whole = chooseNamed(view, said, purpose);
  if ('equals' in whole) return meantAmong(view, said, purpose, whole.equals) ?? whole;
  if (!('none' in whole)) return whole;
  const file = purpose === 'download' ? fileOf(view, said) : null;
  if (file !== null) return { one: file };
  const boxed = purpose === 'check' ? boxOfItem(view, said) : null;
  if (boxed !== null) return { one: boxed };
  // The link of order 7 is no label of it that could be saved.
  const isOfThing = purpose === 'download' && /\sof\s/u.test(said.text);
  for (const other of [...(said.apart ?? []), ...(isOfThing ? [] : withoutNoun(said))]) {
    const found = chooseNamed(view, other, purpose);
    if (!('none' in found)) return found;
  }
  return (
    entryOfQuoted(view, said, purpose) ??
    linkOfTold(view, said, purpose) ??
    ofCell(view, said, purpose) ??
    fieldInSection(view, said, purpose) ??
    (purpose === 'click' ? (starOf(view, said) ?? accountMenu(view, said)) : null) ??
    fieldOfNew(view, said, purpose) ??
    onlyRoomFor(view, said, purpose) ??
    onlySlider(view, said, purpose) ??
    (purpose === 'click' ? signInButton(view, said) : null) ??
    whole
  );
}

function inFormOf(
  view: PageView,
  { formOf: _formOf, ...said }: Phrase,
  control: Phrase,
  purpose: Purpose,
): Choice<Candidate> {
  const sender = chooseCandidate(view, control, 'click');
  const isSender = 'one' in sender && sender.one.role === 'button' && sender.one.type === 'submit';
  if (!isSender || sender.one.form < 0) return { none: [] };
  const candidates = view.candidates.filter(({ form }) => form === sender.one.form);
  return chooseCandidate({ ...view, candidates }, said, purpose);
}

const OF_ACCOUNT = /^(?:(?:my|your)\s+)?(?:account|user|profile)$/iu;

/** "The account menu" bears the name of who is signed in: it is the one with "Sign out". */
function accountMenu(view: PageView, { kind, text }: Phrase): Choice<Candidate> | null {
  if (kind !== 'menu' || !OF_ACCOUNT.test(text)) return null;
  const leaves = view.hidden.filter(({ name }) => /^(?:sign|log)\s?-?(?:out|off)$/iu.test(name.trim()));
  const menus = view.candidates.filter(({ css }) => leaves.some(({ opener }) => opener === css));
  const [one] = menus;
  return one === undefined || menus.length > 1 ? null : { one };
}

const WRITTEN: ReadonlySet<Purpose> = new Set(['fill', 'set', 'select']);

function fieldInSection(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> | null {
  if (!WRITTEN.has(purpose)) return null;
  const fields = view.candidates.filter(
    (candidate) =>
      candidate.inContent &&
      isOpenForPurpose(candidate, purpose) &&
      BY_PURPOSE[purpose].some((roles) => roles.includes(candidate.role)),
  );
  // "The street of the billing address".
  const inOne = (phrase: Phrase): Phrase =>
    phrase.within === null || phrase.ordinal !== null || phrase.within.ordinal !== null
      ? phrase
      : { ...phrase, text: `${phrase.within.text} ${phrase.text}`, within: null };
  return (
    [said, ...(said.apart ?? [])]
      .map((phrase) => chooseInSection(view, inOne(phrase), fields))
      .find((found) => found !== null) ?? null
  );
}

const ADDS = /^(?:[+＋]|add|create|save)(?:\s+(?:it|item|entry|to\s+(?:the\s+)?list))?$/iu;

/** "What else?" beside "Add", on a page that is about the list: the only field for new ones, whatever it says. */
function fieldOfNew(view: PageView, { apart = [] }: Phrase, purpose: Purpose): Choice<Candidate> | null {
  const lists = apart.flatMap(({ text }) => /^new in (.+)$/u.exec(text)?.[1] ?? []);
  if (!WRITTEN.has(purpose) || !lists.some((list) => list === 'this list' || isPageAbout(view, list)))
    return null;
  const fields = view.candidates.filter(
    ({ role, inContent, disabled, options, form }, at) =>
      role === 'textbox' &&
      inContent &&
      !disabled &&
      options.length === 0 &&
      view.candidates.some(
        (other, index) =>
          other.role === 'button' &&
          ADDS.test(other.name) &&
          (form >= 0 ? other.form === form : index === at + 1),
      ),
  );
  const [one] = fields;
  return one === undefined || fields.length > 1 ? null : { one };
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
  if (found !== undefined && 'one' in found && equals.includes(found.one)) return found;
  // "Invite": "Invite someone" rather than "Resend invite".
  const called = equals.filter(({ name }) =>
    (said.apart ?? []).some(({ text, within }) => within === null && grade(text, name) >= GRADES.equal),
  );
  const [one] = called;
  return one === undefined || called.length > 1 ? null : { one };
}

/** A search that found one thing shows a single heading that is a link. */
function onlyResult(view: PageView, { text, ordinal, superlative }: Phrase): Candidate | null {
  if (text !== '' || superlative !== undefined || (ordinal !== 1 && ordinal !== 'last')) return null;
  const headings = view.candidates.filter(
    ({ role, level, inContent }) => role === 'heading' && level > 1 && inContent,
  );
  const links = headings.flatMap(({ name }) =>
    view.candidates.filter((one) => one.role === 'link' && one.inContent && one.name === name),
  );
  return links.length === 1 ? (links[0] ?? null) : null;
}

/** "Email" is "Email address" of the form that is being filled in, and not "Your email" of the one in the footer. */
function ofForm(
  view: PageView,
  phrase: Phrase,
  purpose: Purpose,
  pool: readonly Candidate[],
): Candidate[] | null {
  const { formInUse } = view;
  if (!WRITTEN.has(purpose) || formInUse === undefined) return null;
  const isOwn = ({ form, inContent }: Candidate) => (formInUse < 0 ? inContent : form === formInUse);
  const own = bestOf(pool.filter(isOwn), (candidate) => {
    const value = gradeOf(view, phrase, candidate, purpose);
    return value >= GRADES.synonym ? value : 0;
  });
  return own.length > 0 ? own : null;
}

function rolesFor({ kind, text }: Phrase, purpose: Purpose): readonly (readonly string[])[] {
  if (kind === null || kind === 'result' || purpose === 'fill' || purpose === 'check')
    return BY_PURPOSE[purpose];
  // "The first tab" is no button or link that comes first on the page.
  return kind === 'tab' && text === '' ? [['tab']] : BY_KIND[kind];
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
    const single = 'none' in item && item.none.length === 0 ? onlyResult(view, said) : null;
    const [one = single ?? undefined] = 'one' in item ? links([item.one]) : [];
    return one === undefined ? { none: 'none' in item ? links(item.none) : [] } : { one };
  }
  const groups = rolesFor(said, purpose);
  const all = view.candidates.filter(
    (candidate) =>
      isOpenForPurpose(candidate, purpose) &&
      groups.some((roles) => roles.includes(candidate.role)) &&
      (said.opensTab !== true || candidate.opensTab) &&
      (said.ofChosen !== true || candidate.items.length === 0),
  );
  const phrase = asCalled(
    said,
    all.map(({ name }) => name),
  );
  const isMenu = phrase.kind === 'menu';
  const opening = isMenu && phrase.text === '' ? all.filter(({ opensMenu }) => opensMenu) : [];
  const hasMenu = (phrase.within === null ? opening : inItem(view, phrase.within, opening)).length > 0;
  let seen: readonly Candidate[] = [];
  for (const roles of groups) {
    const ofRole = all.filter(({ role }) => roles.includes(role));
    const pool = phrase.within === null ? ofRole : inItem(view, phrase.within, ofRole);
    const menus = isMenu ? pool.filter(({ opensMenu }) => opensMenu) : [];
    // A link of the row is no menu of it, where something else opens one.
    if (isMenu && phrase.text === '' && menus.length === 0 && hasMenu) continue;
    const unnamed = menus.length > 0 ? menus : withLines(pool, phrase);
    const fitting =
      phrase.text === ''
        ? unnamed
        : (ofForm(view, phrase, purpose, pool) ??
          savingInForm(view, phrase, purpose, pool) ??
          bestOf(pool, (candidate) => gradeOf(view, phrase, candidate, purpose)));
    if (fitting.length > 0) {
      const decided = decide(fitting, phrase, pool);
      return 'none' in decided ? (linkOfNumbered(view, phrase, purpose) ?? decided) : decided;
    }
    seen = seen.length > 0 ? seen : ofRole;
  }
  return linkOfNumbered(view, phrase, purpose) ?? { none: seen };
}
