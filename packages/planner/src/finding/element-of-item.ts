import type { Phrase } from '../grammar/clause.ts';
import { chooseItem } from './choose-item.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { type Purpose, TICKS } from './purposes.ts';
import { ACTS, COMMANDS, NOUN_COMMANDS, oneOf } from '../words/vocabulary.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { Choice } from './choice.ts';

function isPressing(purpose: Purpose): boolean {
  return purpose === 'click' || purpose === 'download';
}

const IDENTIFIED = /^(?:\p{Ll}+\s+)?(?:number\s+|no\.\s*)?#?(?:\p{Lu}+-?)?\d[\p{Lu}\d-]*$/u;

/** What leads to a thing and does nothing else: "See reviews" leads elsewhere. */
const LEADS =
  /^(?:(?:view|open|see|show|read|learn|find\s+out)(?:\s+(?:more|details?|it))?|(?:more\s+)?(?:details?|info(?:rmation)?)|more)\s*[…›»→>]*$/iu;

/** "Open Riverside Hall": the link "View" of the card that is called so. */
function linkOfTitled(view: PageView, said: Phrase): Candidate | null {
  if (said.text === '' || said.within !== null || said.ordinal !== null) return null;
  const item = chooseItem(view, { ...said, kind: null });
  if (!('one' in item) || grade(said.text, view.items[item.one]?.title ?? '') < GRADES.equalWords)
    return null;
  const links = view.candidates.filter(({ role, items }) => role === 'link' && items.includes(item.one));
  const [one = null, ...others] = links.filter(({ name, text }) => LEADS.test(text === '' ? name : text));
  return others.length === 0 ? one : null;
}

/** "Open the harvest dinner": the row that says so in a cell is called by the number that leads to it. */
function linkOfRow(view: PageView, said: Phrase): Candidate | null {
  if (said.text === '' || said.within !== null || said.ordinal !== null) return null;
  const rows = [...view.items.keys()].filter((index) =>
    view.items[index]?.cells.some((cell) => grade(said.text, cell) >= GRADES.equal),
  );
  const [row] = rows;
  const item = view.items[row ?? -1];
  if (item?.isRow !== true || rows.length > 1 || !IDENTIFIED.test(item.title)) return null;
  return view.candidates.find(({ css, name }) => css === item.link && name === item.title) ?? null;
}

const WRITTEN =
  /^(\p{Ll}+(?:\s\p{Ll}+)*)\s(?:tickets?|messages?|e-?mails?|mails?|letters?|conversations?|threads?|articles?|posts?|requests?|cases?|topics?|enquir(?:y|ies)|notes?)$/u;

/** "The late delivery ticket" is "Late delivery K-4990": what it is about is all that is said of it. */
function linkSayingMore(view: PageView, said: Phrase): Candidate | null {
  const [, about = ''] = WRITTEN.exec(said.text) ?? [];
  if (about === '' || said.within !== null || said.ordinal !== null) return null;
  const links = view.candidates.filter(
    ({ role, name, inContent }) => role === 'link' && inContent && grade(about, name) >= GRADES.contains,
  );
  return links.length === 1 ? (links[0] ?? null) : null;
}

const ACTS_ON = new RegExp(`^${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS])}(?=$|\\s)`, 'iu');

const BUYS =
  /^(?:add|put|pay|get|choose|select|try|use|join|save|like|follow|share|report|rate|\+)(?=$|\s)|\b(?:to|in|into)\s+(?:the\s+|my\s+|your\s+)?(?:cart|basket|bag|wish\s?list|favou?rites|order|trolley)\b/iu;

/** "Invoice" in a row fetches a paper that belongs to the thing. */
const PAPER =
  /^(?:(?:\p{L}+\s)?(?:invoice|receipt|statement|certificate|ticket|label|voucher|contract|pdf|csv|document|file)s?)(?:\s\([^)]*\))?$/iu;

/** The only words of a row or card that can be pressed and name nothing that is done to it: they open it. */
export function wordsThatOpen(view: PageView, index: number): Candidate | null {
  const own = view.candidates.filter(
    ({ role, name, text, items, disabled, expanded, opensMenu, styled, pressed }) =>
      role === 'generic' &&
      items[0] === index &&
      !disabled &&
      expanded === null &&
      !opensMenu &&
      styled === null &&
      pressed === null &&
      /\p{L}{3}/u.test(text) &&
      !PAPER.test(text) &&
      !ACTS_ON.test(text) &&
      !ACTS_ON.test(name) &&
      !BUYS.test(text) &&
      !BUYS.test(name),
  );
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** "The mail from Dr. Obi", "ticket T-301": the link of the entry that says so. */
export function linkOfTold(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> | null {
  const isTold =
    /^\p{L}+\s+(?:from|about|by|regarding|titled|called)\s/iu.test(said.text) ||
    (purpose === 'click' && IDENTIFIED.test(said.text));
  const titled = purpose === 'click' && said.kind === 'link' ? linkOfTitled(view, said) : null;
  if (titled !== null) return { one: titled };
  const row = purpose === 'click' && said.kind === 'link' ? linkOfRow(view, said) : null;
  if (row !== null) return { one: row };
  const begun = purpose === 'click' && said.kind === 'link' ? linkSayingMore(view, said) : null;
  if (begun !== null) return { one: begun };
  if (!isPressing(purpose) || !isTold || said.quoted === true || (said.kind !== null && said.kind !== 'link'))
    return null;
  const item = chooseItem(view, { ...said, kind: null, apart: [] });
  const css = 'one' in item ? view.items[item.one]?.link : undefined;
  const one =
    view.candidates.find((candidate) => candidate.css === css) ??
    ('one' in item && css === '' ? wordsThatOpen(view, item.one) : null);
  return one === null ? null : { one };
}

/** "Open "Your new meter"": the entry that can be pressed as a whole, and of which a part says just that. */
export function entryOfQuoted(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> | null {
  const isLink = said.kind === null || said.kind === 'link';
  if (purpose !== 'click' || said.quoted !== true || !isLink || said.within !== null) return null;
  const entries = view.candidates.filter(
    ({ role, css, items }) =>
      role === 'generic' &&
      items.some((at) => {
        const item = view.items[at];
        return item?.css === css && item.cells.some((cell) => grade(said.text, cell) >= GRADES.equal);
      }),
  );
  const [one] = entries;
  return one === undefined || entries.length > 1 ? null : { one };
}

/** "Download the house rules": the only file of the row or card that is called so. */
export function fileOf(view: PageView, phrase: Phrase): Candidate | null {
  if (phrase.text === '' || phrase.within !== null) return null;
  const item = chooseItem(view, { ...phrase, kind: null, apart: [] });
  const files = view.candidates.filter(
    ({ isFile, items }) => isFile && 'one' in item && items.includes(item.one),
  );
  return files.length === 1 ? (files[0] ?? null) : null;
}

/** "Tick IN-903": the only box of the row or card that is called so. */
export function boxOfItem(view: PageView, phrase: Phrase): Candidate | null {
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
export function linkOfNumbered(view: PageView, phrase: Phrase, purpose: Purpose): Choice<Candidate> | null {
  const { ordinal, quoted, text, kind } = phrase;
  const isAboutItems = kind === 'link' || kind === 'control' || kind === null;
  if (!isPressing(purpose) || ordinal === null || quoted === true || text === '' || !isAboutItems)
    return null;
  const item = chooseItem(view, { ...phrase, kind: null });
  const css = 'one' in item ? view.items[item.one]?.link : undefined;
  const one = view.candidates.find((candidate) => candidate.css === css);
  return one === undefined ? null : { one };
}
