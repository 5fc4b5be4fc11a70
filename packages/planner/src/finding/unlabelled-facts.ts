import type { Phrase } from '../grammar/clause.ts';
import { chooseFact, withoutKind } from './choose-fact.ts';
import { chooseItem } from './choose-item.ts';
import { type Asked, partOfKind, SAYS_DAY, textOfKind } from '../words/kind-of-value.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { beforeLastNoun } from './item-names.ts';
import { isSiteItself } from '../grammar/nouns.ts';
import { isPageAbout } from './page-about.ts';
import { says, saysItself, tellingWords } from '../words/senses.ts';
import type { Fact, PageView } from '../page/page-view.ts';

/** "Ferritin value" is the value of Ferritin. */
export function ownOf(view: PageView, label: string): Fact | null {
  const words = label.split(/\s+/u);
  for (let at = words.length - 1; at > 0; at -= 1) {
    const of: Phrase = {
      text: words.slice(0, at).join(' '),
      kind: null,
      ordinal: null,
      within: null,
    };
    const isThing = view.items.some(({ title }) => grade(of.text, title) >= GRADES.equalWords);
    const own = isThing ? chooseFact(view, words.slice(at).join(' '), of) : null;
    if (own !== null && 'one' in own) return own.one;
  }
  return null;
}

const HOURS = /^(?:open|opening (?:hours|times)|hours)$/iu;
const TIMES =
  /\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?)?\s*(?:[-–—]|to|until)\s*\d{1,2}(?:[:.]\d{2}|\s?[ap]\.?m)/iu;

const LINES: readonly (readonly [RegExp, RegExp])[] = [
  [HOURS, TIMES],
  [/^address$/iu, /^\d+\p{L}?\s+\p{Lu}[\p{L}'’. -]+,|^\p{Lu}[\p{L}'’. -]+\s\d+\p{L}?,\s/u],
  [/^(?:phone|telephone)(?: number)?$/iu, /^\+?\d[\d ()/-]{6,}\d$/u],
];

/** When a place is open, or where it is, that stands in its section: the only line of that kind. */
export function lineUnder(view: PageView, label: string, of: Phrase | null): Fact | null {
  const [, kind] = LINES.find(([said]) => said.test(label)) ?? [];
  if (of === null || of.text === '' || kind === undefined) return null;
  const names = [of.text, withoutKind(view, of.text)];
  const sections = view.facts.filter(
    ({ source, label: head }) =>
      source === 'headed' && names.some((name) => grade(name, head) >= GRADES.equalWords),
  );
  if (sections.length === 0 && kind === TIMES && (isSiteItself(of.text) || isPageAbout(view, of.text)))
    return openingNote(view, label);
  const [section, ...others] = sections;
  const lines = (section?.parts ?? [section?.value ?? '']).filter((part) => kind.test(part));
  const [value] = lines;
  return section === undefined || others.length > 0 || value === undefined || lines.length > 1
    ? null
    : { ...section, label, value };
}

/** "Open Tuesday to Sunday, 18:00–22:30": the only text of a page about the place that says so. */
function openingNote(view: PageView, label: string): Fact | null {
  const notes = view.notes.filter(
    (note) => /^(?:we\s+are\s+|we['’]re\s+)?open\b/iu.test(note) && TIMES.test(note),
  );
  const [value] = notes;
  return value === undefined || notes.length > 1
    ? null
    : { label, value, css: '', testId: '', items: [], under: '', source: 'headed' };
}

const PHONE = /^\+?\d[\d ()/-]{6,}\d$/u;

const CODE = /^(?=.*\d)(?=.*\p{Lu})[\p{Lu}\d][\p{Lu}\d./-]{2,}$/u;

const OF_KIND: Readonly<Record<string, RegExp>> = {
  code: CODE,
  'product code': CODE,
  'product number': CODE,
  'article number': CODE,
  'item number': CODE,
  'part number': CODE,
  sku: CODE,
  phone: PHONE,
  'phone number': PHONE,
  telephone: PHONE,
  email: /^\S+@\S+\.\S+$/u,
  'e-mail': /^\S+@\S+\.\S+$/u,
  'email address': /^\S+@\S+\.\S+$/u,
  size: /^\d[\d.,]*\s?(?:[kmgt]i?b|bytes?)$/iu,
  time: /^\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?$/iu,
  date: /^(?:\p{L}{3,9},?\s+)?(?:\d{1,2}\.?\s+\p{L}{3,9}\.?\s+\d{4}|\p{L}{3,9}\s+\d{1,2},?\s+\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})$/u,
};

/** What stands with a thing without a label: its only time or date, person or place, or its "3 pages". */
export function cellOfKind(view: PageView, label: string, asks: Asked | null, of: Phrase): Fact | null {
  const pattern = OF_KIND[label.toLowerCase() === 'day' ? 'date' : label.toLowerCase()];
  const item = chooseItem(view, of);
  const own = 'one' in item ? view.items[item.one] : undefined;
  const controls = view.candidates.filter(({ items }) => 'one' in item && items.includes(item.one));
  const cells = own?.cells ?? partsWith(view, of);
  if (cells.length === 0) return doerOf(view, asks, of);
  const found = (value: string): Fact => ({
    label,
    value,
    css: own?.css ?? '',
    testId: '',
    items: [],
    under: '',
    source: 'headed',
  });
  const fitting = cells.filter((cell) => pattern?.test(cell) === true);
  const [only] = fitting;
  if (only !== undefined) return fitting.length === 1 ? found(only) : null;
  const noun = label.replace(/\s(?:left|available|remaining)$/u, '');
  const counted = [...cells, ...controls.map(({ name }) => name)].flatMap((cell) => numberOf(noun, cell));
  if (counted[0] !== undefined) return new Set(counted).size === 1 ? found(counted[0]) : null;
  // What is pressed is no name, nor is what the thing itself is called; a filter of the page may be called like its state.
  const isState = /^(?:status|state)$/iu.test(label) && own !== undefined;
  const pressed = new Set((isState ? controls : view.candidates).flatMap(({ name, text }) => [name, text]));
  const isOther = (cell: string) => asks !== null && isOtherwiseLabelled(view, cell, label, asks);
  // "Jubilee Green" beside "Jubilee Pavilion" says where it is, and not who looks after it.
  const isLikeTitle = (cell: string) =>
    asks === 'who' && tellingWords(cell).some((word) => saysItself(own?.title ?? '', word));
  const others = cells.filter(
    (cell) =>
      !pressed.has(cell) && cell !== own?.title && cell !== of.text && !isOther(cell) && !isLikeTitle(cell),
  );
  const heard = cells.filter(isOther).reduce((text, cell) => text.replace(cell, ' '), own?.text ?? '');
  const plain = others.filter((cell) => !/\d/u.test(cell));
  if (/^(?:status|state)$/iu.test(label) && plain.length === 1) return found(plain[0] ?? '');
  // A message may be headed by who wrote it.
  const isPerson = asks === 'who' && own !== undefined && grade(of.text, own.title) === 0;
  const kinds = isPerson ? [...others, own.title] : others;
  const part = asks === null ? null : (textOfKind(asks, kinds) ?? partOfKind(asks, heard));
  return part === null ? null : found(part);
}

/** Heads under which people stand, whatever they do. */
const PEOPLE =
  /\b(?:name|who|by|person|people|contact|owner|agent|assign\p{L}*|author|manager|lead|driver|user|member|staff|customer|client|employee|handler|reporter|responsible|doctor|nurse|teacher|tutor|tenant|with|from|to)\b/iu;

/** "UPS" under "Carrier" is not who supplies a thing, and a day under "Sent" not when it was delivered. */
function isOtherwiseLabelled({ facts }: PageView, cell: string, label: string, asks: Asked): boolean {
  const own = { who: PEOPLE, when: SAYS_DAY, where: /./u }[asks];
  const heads = facts.filter(
    ({ value, source, items }) => value === cell && source === 'shown' && items.length > 0,
  );
  // "Collected on 15 December" says it itself, whatever stands before it.
  const saysSo = asks === 'when' && tellingWords(label).some((word) => says(cell, word));
  return (
    !saysSo &&
    heads.length > 0 &&
    heads.every(({ label: head }) => !own.test(head) && !tellingWords(label).some((word) => says(head, word)))
  );
}

/** "Nadia Weiss, tenant": the only person of a list of whom it says so. */
export function personWhoIs(view: PageView, label: string): Fact | null {
  const fitting = view.items.filter(({ cells }) =>
    cells.some((cell) => grade(label, cell) >= GRADES.equalWords),
  );
  if (fitting.length === 0) return personOfText(view, label);
  const [own] = fitting;
  const name = own === undefined ? null : textOfKind('who', own.cells);
  return fitting.length !== 1 || own === undefined || name === null
    ? null
    : { label, value: name, css: own.css, testId: '', items: [], under: '', source: 'headed' };
}

/** "Farid Noor · Sales director, York": the only thing that is called like a person and says so. */
function personOfText(view: PageView, label: string): Fact | null {
  const words = label
    .trim()
    .split(/\s+/u)
    .map((word) => RegExp.escape(word))
    .join(String.raw`\s+`);
  // One word may be a part of what somebody else is, and "reports to the sales director" is about another.
  if (!/\p{L}\s+\p{L}/u.test(label)) return null;
  const said = new RegExp(`(?<!\\p{L}|\\b(?:the|an?|our|your|to|with|for|by|of)\\s)${words}(?!\\p{L})`, 'iu');
  const fitting = view.items.filter(
    ({ text, title, inContent }) => inContent && said.test(text) && !said.test(title),
  );
  const [own] = fitting;
  const name = own === undefined ? null : textOfKind('who', [own.title]);
  return fitting.length !== 1 || own === undefined || name === null
    ? null
    : { label, value: name, css: own.css, testId: '', items: [], under: '', source: 'headed' };
}

/** "14 pages", "Like 11": the number of what the noun says. */
function numberOf(noun: string, text: string): string[] {
  const [, before = '', counted = ''] = /^(\d[\d.,]*)\s+(\p{L}[\p{L} ]*)$/u.exec(text) ?? [];
  const [, named = '', after = ''] = /^[^\p{L}\d]*(\p{L}[\p{L} ]*?)[:\s(]+(\d[\d.,]*)\)?$/u.exec(text) ?? [];
  const isCounted = (said: string) => said !== '' && grade(noun, said) >= GRADES.equalWords;
  if (isCounted(counted)) return [before];
  return isCounted(named) ? [after] : [];
}

/** "Last reading: 14 November by Sam Ortega" says who took the last reading. */
function doerOf(view: PageView, asks: Asked | null, of: Phrase): Fact | null {
  const fact = asks === 'who' && of.text !== '' ? chooseFact(view, of.text, null) : null;
  if (fact === null || !('one' in fact)) return null;
  const [, by = ''] = /\bby\s+(.+?)[.,;]?$/u.exec(fact.one.value) ?? [];
  const name = textOfKind('who', [by]);
  return name === null ? null : { ...fact.one, value: name, source: 'headed' };
}

const DAY_OR_TIME = /^(?:day|date|time|when|starts?|start time|at|on|begins)$/iu;

/** When a thing is that has its day and its time in cells of their own. */
export function timesOfRow(view: PageView, name: string): Fact | null {
  const item = chooseItem(view, { text: name, kind: null, ordinal: null, within: null });
  const thing = 'one' in item ? view.items[item.one] : undefined;
  // A card has the name that was said, with or without a noun: "the fire safety course".
  const isNamed = [name, beforeLastNoun(name)].some(
    (said) => said !== '' && grade(said, thing?.title ?? '') >= GRADES.equalWords,
  );
  if (!('one' in item) || thing === undefined || !(thing.isRow || isNamed)) return null;
  const own = view.facts.filter(
    ({ items, label, source }) => items[0] === item.one && source === 'shown' && DAY_OR_TIME.test(label),
  );
  const [first] = own;
  return first === undefined
    ? null
    : { ...first, label: name, value: own.map(({ value }) => value).join(', '), source: 'headed' };
}

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu;
const OPENS = /^(?:opens?|opening|open(?:ing)? (?:from|time)|from)$/iu;
const CLOSES = /^(?:closes?|closing|clos(?:es|ing) (?:at|time)|to|until|till)$/iu;

/** The hours of a day in a row that has them in two columns, "Opens" and "Closes"; by the first of its names that heads a row. */
export function hoursInColumns(view: PageView, [day = '', ...also]: readonly string[]): Fact | null {
  if (!WEEKDAY.test(day)) return null;
  for (const name of [day, ...also]) {
    const rows = view.items.flatMap(({ cells, isRow }, index) =>
      isRow && grade(name, cells[0] ?? '') >= GRADES.equalWords ? [index] : [],
    );
    const [row] = rows;
    const under = (head: RegExp) =>
      view.facts.find(
        ({ items, label, source }) => items[0] === row && source === 'shown' && head.test(label),
      );
    const [opens, closes] = [under(OPENS), under(CLOSES)];
    if (rows.length !== 1 || opens === undefined || closes === undefined) continue;
    const value = opens.value === closes.value ? opens.value : `${opens.value} – ${closes.value}`;
    return { ...opens, label: day, value, source: 'headed' };
  }
  return null;
}

const PERSON = String.raw`\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}`;

/** "T-303 · Open · handled by Priya Nair": the only person of whom the page says so; `of`: in the words "the storm team is led by …". */
export function personSaid(view: PageView, labels: readonly string[], of: string | null = null): Fact | null {
  const said = labels.filter((label) => /\s(?:by|to)$/iu.test(label)).map((label) => RegExp.escape(label));
  if (said.length === 0) return null;
  const before = of === null ? '(?<!\\p{L})' : `(?<!\\p{L})${RegExp.escape(of)} (?:is|are|was|were) `;
  const pattern = new RegExp(`${before}(?:${said.join('|')}) (${PERSON})`, 'giu');
  const found = new Set(
    [...view.text.matchAll(pattern)].flatMap(([, name = '']) => (/^\p{Lu}/u.test(name) ? [name] : [])),
  );
  const [value] = found;
  return value === undefined || found.size > 1
    ? null
    : { label: labels[0] ?? '', value, css: '', testId: '', items: [], under: '', source: 'headed' };
}

/** What stands with a name under one heading. */
function partsWith(view: PageView, { text }: Phrase): readonly string[] {
  const fitting = view.facts.filter(
    ({ label, parts = [] }) =>
      text !== '' &&
      parts.length > 0 &&
      [label, ...parts].some((part) => grade(text, part) >= GRADES.equalWords),
  );
  return fitting.length === 1 ? (fitting[0]?.parts ?? []) : [];
}
