import { isPageAbout } from './page-about.ts';
import type { Choice } from './choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { isSiteItself, pluralOf } from '../grammar/nouns.ts';
import { chooseItem, meantBy } from './choose-item.ts';
import { goesOn } from './pager-controls.ts';
import { beforeLastNoun } from './item-names.ts';
import { isCode, namesBesideCodes } from './names-beside-codes.ts';
import { saidWithoutLabel } from './said-without-label.ts';
import { gradeLabel, MIN_LABEL } from './grade-label.ts';
import { bestOf, grade, GRADES } from '../words/match-name.ts';
import { saysItself } from '../words/senses.ts';
import { isMoney } from '../words/units.ts';
import type { Fact, PageView } from '../page/page-view.ts';

const AMOUNT = /^(?:[$€£¥₹]|[A-Z]{3})\s?\d|^\d[\d.,]*\s?(?:[$€£¥₹]|[A-Z]{3})$|^free$/iu;

function sameValue(facts: readonly Fact[]): boolean {
  return facts.every(({ value }) => value === facts[0]?.value);
}

function decide(fitting: readonly Fact[], pool: readonly Fact[]): Choice<Fact> {
  const [one] = fitting;
  if (one === undefined) return { none: pool.filter(({ source }) => source === 'shown') };
  return sameValue(fitting) ? { one } : { equals: fitting };
}

/** A row of a table that holds nothing but a label and its value tells of the page, and not of one of many things. */
function isLine({ items: all }: PageView, { items, label, value }: Fact): boolean {
  const [own, ...others] = items;
  const [head, told, ...more] = (own === undefined ? undefined : all[own]?.cells) ?? [];
  return others.length === 0 && more.length === 0 && head === label && told === value;
}

/** What an item is called. A row that begins with a code is called what stands under its "Company", or what tells all of its list apart. */
function nameOf(view: PageView, index: number, of: Phrase, inside: readonly Fact[], title: Fact): Fact[] {
  if (!isCode(title.value)) return [title];
  if (inside.some((fact) => fact.source === 'shown' && gradeLabel('name', fact) >= MIN_LABEL)) return [];
  // "The cheapest order" is what stands under "Order".
  if (inside.some(({ label, value }) => value === title.value && grade(of.text, label) >= GRADES.equalWords))
    return [title];
  const { group } = view.items[index] ?? {};
  const rows = [...view.items.keys()].filter((row) => view.items[row]?.group === group);
  const beside = namesBesideCodes(view, rows)?.get(index);
  return [beside === undefined ? title : { ...beside, label: title.label }];
}

/** The facts of one item: a row, a card, or the whole page when it is about that thing. */
function factsOf(view: PageView, of: Phrase): Choice<readonly Fact[]> {
  const about = isPageAbout(view, of.text);
  const item = chooseItem(view, of);
  if ('one' in item) {
    const inside = view.facts.filter(({ items }) => items.includes(item.one));
    const { title: value = '', titleCss: css = '' } = view.items[item.one] ?? {};
    const title: Fact = {
      label: 'name',
      value,
      css,
      testId: '',
      items: [item.one],
      under: '',
      source: 'marked',
    };
    return {
      one: [...inside, ...nameOf(view, item.one, of, inside, title), ...saidWithoutLabel(view, item.one)],
    };
  }
  // The cheapest of several is none of them where the page does not say what they cost.
  if (about && of.superlative === undefined)
    return { one: view.facts.filter((fact) => fact.items.length === 0 || isLine(view, fact)) };
  const named = (index: number) => [
    {
      label: view.items[index]?.title ?? '',
      value: '',
      css: '',
      testId: '',
      items: [],
      under: '',
      source: 'shown',
    } satisfies Fact,
  ];
  return 'equals' in item
    ? { equals: item.equals.map(named) }
    : { none: 'none' in item ? item.none.map(named) : [] };
}

/** The fact of that label in the first of several pools that has one. */
export function chooseAmong(
  facts: readonly Fact[],
  label: string,
  pools: readonly (readonly Fact[])[],
): Choice<Fact> {
  for (const pool of pools) {
    const fitting = bestOf(pool, (fact) => gradeLabel(label, fact));
    const isGood = fitting.some((fact) => gradeLabel(label, fact) >= MIN_LABEL);
    if (fitting.length > 0 && isGood) return decide(fitting, pool);
  }
  return decide([], facts);
}

/** "Cardiff" of "the Cardiff office", on a page that is about offices; else the same. */
export function withoutKind({ title, candidates }: PageView, name: string): string {
  const [, own = name, kind = ''] = /^(\p{Lu}.*)\s(\p{Ll}{3,})$/u.exec(name) ?? [];
  const heads = candidates.filter(({ role, level }) => role === 'heading' && level === 1);
  const isOfPage =
    kind !== '' && [title, ...heads.map((head) => head.name)].some((text) => saysItself(text, kind));
  return isOfPage ? own : name;
}

/** The value in the section that is headed so. */
function chooseUnder(view: PageView, label: string, of: Phrase): Choice<Fact> | null {
  const names = [of.text, withoutKind(view, of.text)];
  const own = view.facts.filter(({ under }) => names.some((name) => grade(name, under) >= GRADES.equalWords));
  const found = own.length === 0 ? null : chooseAmong(own, label, [own]);
  return found === null || 'none' in found ? null : found;
}

function labelledIn(own: Choice<readonly Fact[]>, label: string): Choice<Fact> {
  if ('one' in own) return chooseAmong(own.one, label, [own.one]);
  return 'equals' in own ? { equals: own.equals.flat() } : { none: own.none.flat() };
}

/** Of a table with heads of rows and columns, "the fee of Basic" may stand in the row "Fee" under "Basic". */
function inColumnOf(view: PageView, label: string, of: Phrase): Choice<Fact> | null {
  const row = of.quoted === true ? null : chooseItem(view, { ...of, text: label, apart: [] });
  const item = row !== null && 'one' in row ? view.items[row.one] : undefined;
  if (row === null || item?.isRow !== true || grade(label, item.cells[0] ?? '') < GRADES.contains)
    return null;
  const own = 'one' in row ? view.facts.filter(({ items }) => items[0] === row.one) : [];
  const found = chooseAmong(own, of.text, [own]);
  return 'one' in found && grade(of.text, found.one.label) >= GRADES.equalWords ? found : null;
}

/** "Express to zone 2" costs what stands in the row of Express under "Zone 2". */
function crossedIn(view: PageView, of: Phrase): Choice<Fact> | null {
  const [, thing = '', place = ''] = /^(.+?)\s+(?:to|in|for|on|at|into|within)\s+(.+)$/iu.exec(of.text) ?? [];
  if (thing === '' || of.quoted === true) return null;
  const other = place.replace(/^(?:an?|the|my|your)\s+/iu, '');
  // "Plus cover for a car" stands in the row "Car" under "Plus".
  const ways = [
    [thing, place],
    [other, thing],
    [other, beforeLastNoun(thing)],
  ] as const;
  for (const [row, head] of ways) {
    const found = head === '' ? null : chooseFact(view, head, { ...of, text: row, apart: [] });
    const isExact = found !== null && 'one' in found && grade(head, found.one.label) >= GRADES.equalWords;
    if (isExact && AMOUNT.test(found.one.value)) return found;
  }
  return null;
}

/** "€49.00 · In stock": the part that is an amount; all of it where several are, or none. */
function priceIn(value: string): string {
  const parts = value.split(/\s*[·•|]\s*/u).filter((part) => isMoney(part));
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : value;
}

/** The value that the page gives under a label; pure. Different values under equally good labels are equals. */
export function chooseFact(view: PageView, label: string, of: Phrase | null): Choice<Fact> {
  const { facts } = view;
  // A value outside all items takes precedence over one of many.
  if (of === null) return chooseAmong(facts, label, [facts.filter(({ items }) => items.length === 0), facts]);
  const own = factsOf(view, of);
  const found = labelledIn(own, label);
  if ('none' in found && isSiteItself(of.text)) return chooseFact(view, label, null);
  if (!('none' in found) || of.text === '') return found;
  // "How much is delivery?": an amount of its own, not the price of a thing.
  const amount = label === 'price' ? chooseFact(view, of.text, null) : null;
  if (amount !== null && 'one' in amount && AMOUNT.test(amount.one.value))
    return { one: { ...amount.one, value: priceIn(amount.one.value) } };
  const crossed = label === 'price' ? crossedIn(view, of) : null;
  if (crossed !== null) return crossed;
  const inColumn = inColumnOf(view, label, of);
  if (inColumn !== null) return inColumn;
  // "Date of birth" may be a label as a whole.
  const names = [
    `${label} of ${of.text}`,
    `${of.text} ${label}`,
    ...(label === 'price' ? [`${of.text} cost`] : []),
  ];
  const whole = names.map((name) => chooseFact(view, name, null)).find((way) => !('none' in way));
  return (
    whole ??
    chooseUnder(view, label, of) ??
    contactOf(view, label, of) ??
    ofOnlyOne(view, label, of) ??
    ofPage(view, label, of) ??
    found
  );
}

/** On the page of the pump, "Good pump." in a review is not all that is said of it. */
function ofPage(view: PageView, label: string, of: Phrase): Choice<Fact> | null {
  if (of.ordinal !== null || of.superlative !== undefined || of.within !== null) return null;
  const own = isPageAbout(view, of.text) ? view.facts.filter(({ items }) => items.length === 0) : [];
  const found = chooseAmong(own, label, [own]);
  return 'one' in found ? found : null;
}

/** "The title of the ticket", where the page lists just one. */
function ofOnlyOne(view: PageView, label: string, of: Phrase): Choice<Fact> | null {
  if (of.ordinal !== null || of.within !== null || !/^\p{Ll}+$/u.test(of.text) || goesOn(view)) return null;
  const [one, ...others] = meantBy(view, { ...of, text: pluralOf(of.text) })?.items ?? [];
  if (one === undefined || others.length > 0) return null;
  const own = view.facts.filter(({ items }) => items[0] === one);
  return chooseAmong(own, label, [own]);
}

const CONTACTS: readonly (readonly [asked: RegExp, written: RegExp])[] = [
  [/^(?:(?:tele|mobile )?phone|mobile)(?: number)?$/iu, /\+?\d[\d ()/-]{6,}\d/gu],
  [/^e-?mail(?: address)?$/iu, /[^\s,;<>()]+@[^\s,;<>()]+\.\p{L}{2,}/gu],
];

/** "Reception: 01904 555 010": what is asked for is told by how it is written. */
function contactOf(view: PageView, label: string, of: Phrase): Choice<Fact> | null {
  const written = CONTACTS.find(([asked]) => asked.test(label))?.[1];
  if (written === undefined) return null;
  const names = [of.text, beforeLastNoun(of.text)].filter((name) => name !== '');
  const own = view.facts.flatMap((fact): Fact[] => {
    const [one, ...others] = fact.value.match(written) ?? [];
    const isOf = names.some((name) => grade(name, fact.label) >= GRADES.equalWords);
    const isWhole = one === fact.value;
    return one === undefined || others.length > 0 || !isOf || fact.source !== 'shown'
      ? []
      : [{ ...fact, value: one, source: isWhole ? 'shown' : 'said' }];
  });
  return own.length === 0 ? null : decide(own, own);
}
