import type { Inquiry, Wanted } from '../grammar/inquiry.ts';
import { doesMore } from '../finding/openers.ts';
import { permissionOn } from './permission.ts';
import { narrowedTo, partOfKind, SAYS_DAY, textOfKind } from '../words/kind-of-value.ts';
import { isGeneric, says, saysItself, tellingWords } from '../words/senses.ts';
import type { Fact, Hidden, PageView } from '../page/page-view.ts';

const CLOCK = /\b\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?/iu;
const MONEY = /(?:[$€£¥₹]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥₹]|EUR|USD|GBP|CHF)(?!\p{L}))/u;
const NUMBER = /^[^\p{L}\d]{0,3}\d[\d.,]*/u;
const PHONE = /\+?\d[\d ()/-]{6,}\d/u;
const SIZE =
  /(?<![\p{L}\d]|\d[.,])(?:\d[\d.,]*(?:\s?(?:-|–|to)\s?\d[\d.,]*)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s?(?:working |business |calendar )?(?:[kmg]?b|bytes?|k?g|t|tons?|lb|oz|[cmk]?m[²³]?|k?w|ha|miles?|inch(?:es)?|ft|ml|l|litres?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?|pages?|%)(?![\p{L}\d])/iu;
const YES = /^(?:yes|included|available|free|ja)\b/iu;
const NO = /^(?:no|none|not\b.*|unavailable|nein)$/iu;
const MAX_VALUE_LENGTH = 160;
const NUMBERED = /^(?:number|no|code|id)$/u;

/** The part of a value that is of the kind that was asked for; null when it has none. */
function partOf(wanted: Wanted, value: string): string | null {
  switch (wanted) {
    case 'who':
      return textOfKind('who', [value]);
    case 'time':
      return value.match(new RegExp(CLOCK, 'giu'))?.length === 1 ? (CLOCK.exec(value)?.[0] ?? null) : null;
    case 'when':
      return textOfKind('when', [narrowedTo('when', value)]) === null ? null : narrowedTo('when', value);
    case 'where':
      return /^\W?\d|@/u.test(value) && textOfKind('where', [value]) === null ? null : value;
    case 'amount':
      return MONEY.test(value) ? value : null;
    case 'phone':
      return PHONE.exec(value)?.[0] ?? null;
    case 'size':
      return sizeIn(value);
    case 'number':
      return NUMBER.test(value) && textOfKind('when', [value]) === null ? value : null;
    case 'whether':
      return YES.test(value) || NO.test(value) ? value : null;
    default:
      return value;
  }
}

/** "How many days …?" in "Up to 5 days until 31 March.": the only number of them. */
function countedIn(value: string, noun: string | undefined): string | null {
  if (noun === undefined) return null;
  const found = [...value.matchAll(/(\d+)\s+(\p{L}+)/gu)].filter(([, , counted = '']) =>
    saysItself(counted, noun),
  );
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

/** Of a sentence the only size in it. */
export function sizeIn(value: string): string | null {
  const sizes = [...value.matchAll(new RegExp(SIZE, 'giu'))].map(([size]) => size);
  if (/[.!]$/u.test(value) && sizes.length === 1) return sizes[0] ?? null;
  return SIZE.test(value) || NUMBER.test(value) ? value : null;
}

/** A fact that answers a question, and how well its label fits it. */
interface Fitting {
  readonly fact: Fact;
  readonly value: string;
  readonly score: number;
}

/** Words of the row or card that a fact stands in; of those around that too. */
function aroundOf({ items }: PageView, fact: Fact): string {
  return fact.items.map((at) => `${items[at]?.title ?? ''} ${items[at]?.text ?? ''}`).join(' ');
}

function isOfThings({ items }: PageView, word: string): boolean {
  return items.some(
    ({ text, title, inContent }) => inContent && (saysItself(title, word) || saysItself(text, word)),
  );
}

function headingsOf({ candidates, title }: PageView): string {
  return `${title} ${candidates
    .filter(({ role, level }) => role === 'heading' && level === 1)
    .map(({ name }) => name)
    .join(' ')}`;
}

const DIMENSION = /^(?:big|long|far|high|tall|deep|wide|heavy|fast|large|often)$/u;

/** "When is tea served?": what stands under "Tea" says so. */
const TAKES_PLACE = /^(?:served?|held|place|offered|running|scheduled|planned)$/u;

/** Words that tell nothing apart, or only what kind of answer is wanted. */
function isOptional(wanted: Wanted, word: string): boolean {
  return (
    isGeneric(word) ||
    (wanted === 'size' && DIMENSION.test(word)) ||
    ((wanted === 'when' || wanted === 'time') && TAKES_PLACE.test(word))
  );
}

/** "2 days" are neither "2 January" nor 4 days; "2-day hire" and "Days: 2" say the same. */
function saysAmount(text: string, amount: string): boolean {
  const [number = '', unit = ''] = amount.split(/\s/u);
  const stem = unit.replace(/(?:ren|s)$/iu, '');
  return new RegExp(`(?<!\\d)${number}[\\s-]*${stem}|${stem}\\p{L}*[\\s:]*${number}(?!\\d)`, 'iu').test(text);
}

function fitting(
  view: PageView,
  { wanted, words, amounts }: Inquiry,
  fact: Fact,
  headings: string,
): Fitting | null {
  // What stands under a heading in several parts is no value, nor is what the question says itself.
  const isText = fact.source === 'headed' && (fact.parts?.length ?? 1) > 1;
  if (fact.source === 'marked' || fact.source === 'struck' || isText || fact.value.length > MAX_VALUE_LENGTH)
    return null;
  const telling = tellingWords(fact.value);
  const isEcho = telling.length > 0 && telling.every((word) => words.some((own) => saysItself(own, word)));
  // "Is breakfast included?" is answered by "Included".
  if (isEcho && !(wanted === 'whether' && YES.test(fact.value))) return null;
  const value = partOf(wanted, fact.value) ?? (wanted === 'number' ? countedIn(fact.value, words[0]) : null);
  if (value === null || MONEY.test(fact.label)) return null;
  // "Part number" is not what the part is called.
  if (wanted === 'what' && words.some((word) => NUMBERED.test(word)) && !/\d/u.test(value)) return null;
  const isPhone = words.some((word) => /^(?:phone|telephone|mobile|tel)$/u.test(word));
  if (isPhone && !PHONE.test(fact.value)) return null;
  const own = words.filter((word) => says(fact.label, word));
  const around = aroundOf(view, fact);
  const told = `${around} ${fact.label} ${fact.under} ${fact.value} ${headings}`;
  if (!amounts.every((amount) => saysAmount(told, amount))) return null;
  let score = 0;
  for (const word of words) {
    if (own.includes(word)) score += saysItself(fact.label, word) ? 6 : 4;
    else if (fact.items.length > 0 && says(around, word)) score += 3;
    else if (says(fact.under, word) || saysItself(fact.value, word)) score += 2;
    else if (!isOfThings(view, word) && says(headings, word)) score += 1;
    else if (!isOptional(wanted, word)) return null;
  }
  // A value without a label of its own is told by its kind alone, and by the thing that it stands on.
  const isTyped =
    ['when', 'amount', 'time', 'phone'].includes(wanted) || (wanted === 'size' && SIZE.test(value));
  const isOther =
    wanted === 'when' &&
    fact.source === 'shown' &&
    !SAYS_DAY.test(fact.label) &&
    !words.some((word) => saysItself(fact.value, word));
  if (own.length === 0 && (isOther || !(isTyped && fact.items.length > 0 && score >= 3))) return null;
  const unasked = tellingWords(fact.label).filter((word) => !words.some((own) => says(own, word)));
  return { fact, value, score: score - unasked.length - (fact.source === 'shown' ? 0 : 1) };
}

/** The value on the page that answers a question: only one that everything in the question speaks of. */
export function answerOn(view: PageView, inquiry: Inquiry): { fact: Fact; value: string } | null {
  const headings = headingsOf(view);
  const all = view.facts.flatMap((fact) => fitting(view, inquiry, fact, headings) ?? []);
  const most = Math.max(...all.map(({ score }) => score));
  const best = all.filter(({ score }) => score === most);
  const [one] = best;
  if (one === undefined) return saidInNote(view, inquiry, headings);
  return best.every(({ value }) => value === one.value) ? one : null;
}

const TYPED: Readonly<Partial<Record<Wanted, RegExp>>> = {
  amount: new RegExp(MONEY, 'gu'),
  time: new RegExp(CLOCK, 'giu'),
  phone: new RegExp(PHONE, 'gu'),
  size: new RegExp(SIZE, 'giu'),
};
const MAX_NOTE_LENGTH = 200;

/** "Licence 12 · valid until 30 June 2031": the only day, time or amount of a text that says all of the words. */
function saidInNote(
  view: PageView,
  { wanted, words, amounts }: Inquiry,
  headings: string,
): { fact: Fact; value: string } | null {
  const pattern = TYPED[wanted];
  const found = view.notes.flatMap((note) => {
    if (note.length > MAX_NOTE_LENGTH) return [];
    if (!amounts.every((amount) => saysAmount(`${note} ${headings}`, amount))) return [];
    const own = words.filter((word) => says(note, word));
    const others = words.filter((word) => !own.includes(word));
    const isAll = others.every(
      (word) =>
        isOptional(wanted, word) ||
        (!isOfThings(view, word) && says(headings, word)) ||
        view.items.some(({ title, text }) => text.includes(note) && says(title, word)),
    );
    if (own.length === 0 || !isAll) return [];
    if (wanted === 'when') {
      const dated = narrowedTo('when', note);
      const day = dated === note ? partOfKind('when', note) : dated;
      return day === null ? [] : [{ note, value: day, own: own.length }];
    }
    const parts =
      pattern === undefined ? [] : [...note.matchAll(pattern)].map(([part]) => part.replace(/[.,]+$/u, ''));
    return parts.length === 1 ? [{ note, value: parts[0] ?? '', own: own.length }] : [];
  });
  const most = Math.max(...found.map(({ own }) => own));
  const best = found.filter(({ own }) => own === most);
  const [one] = best;
  if (one === undefined || best.some(({ value }) => value !== one.value)) return null;
  const fact: Fact = {
    label: words.join(' '),
    value: one.value,
    css: '',
    testId: '',
    items: [],
    under: '',
    source: 'headed',
  };
  return { fact, value: one.value };
}

/** "Is TAM-407 critical?": whether a thing says so of itself, where it or others of its kind do. */
export function stateOn(view: PageView, inquiry: Inquiry): boolean | null {
  const { wanted, words } = inquiry;
  if (wanted !== 'whether') return null;
  const allowed = permissionOn(view, inquiry);
  if (allowed !== null) return allowed;
  const answer = answerOn(view, inquiry);
  if (answer !== null) {
    if (YES.test(answer.value)) return true;
    return NO.test(answer.value) ? false : null;
  }
  for (let at = words.length - 1; at > 0; at -= 1) {
    const [named, state] = [words.slice(0, at), words.slice(at)];
    const telling = named.filter((word) => !isGeneric(word));
    const things = view.items.filter(
      ({ text, cells, inContent }) =>
        inContent &&
        cells.length > 1 &&
        telling.length > 0 &&
        telling.every((word) => saysItself(text, word)),
    );
    const [thing] = things;
    if (thing === undefined || things.length > 1) continue;
    const isSaid = (cell: string) => {
      const own = tellingWords(cell);
      return own.length === state.length && own.every((word, index) => saysItself(word, state[index] ?? ''));
    };
    if (partsOf(thing.cells).some(isSaid)) return true;
    const isKnown =
      view.items.some(({ group, cells }) => group === thing.group && partsOf(cells).some(isSaid)) ||
      view.candidates.some(({ options }) => options.some(isSaid));
    if (isKnown) return false;
  }
  return null;
}

/** "Shelf F3 · on loan" says both. */
function partsOf(cells: readonly string[]): string[] {
  return cells.flatMap((cell) => [cell, ...cell.split(/\s+[·•|]\s+/u)]);
}

const QUESTIONS = new Set(['generic', 'button']);

/** "How long is the warranty?" in a list of questions that are answered when they are opened. */
function askedQuestion(view: PageView, telling: readonly string[]): Hidden | null {
  const asked = view.candidates.filter(
    ({ expanded, disabled, inContent, name, role }) =>
      (expanded === false ||
        (expanded === null && QUESTIONS.has(role) && /\?\s*[+＋▸▾▼►›»⌄]?$/u.test(name))) &&
      !disabled &&
      inContent &&
      telling.every((word) => says(name, word)),
  );
  const [one] = asked;
  if (one === undefined || asked.length > 1) return null;
  const { role, css, name, items } = one;
  return { role, name: '', opener: css, openerName: name, byPointing: false, items };
}

/** What to open because an answer may be hidden in it: the only one whose words speak of the question. */
export function openerToAnswer(view: PageView, { words }: Inquiry): Hidden | null {
  const telling = words.filter((word) => !isGeneric(word));
  const question = telling.length === 0 ? null : askedQuestion(view, telling);
  if (question !== null) return question;
  const shut = view.hidden.filter((hidden) => !doesMore(view, hidden));
  const graded = shut.map((hidden) => {
    const around = hidden.items.map((at) => view.items[at]?.text ?? '').join(' ');
    const said = telling.filter((word) => says(`${hidden.openerName} ${hidden.name} ${around}`, word));
    return { hidden, said: said.length };
  });
  const most = Math.max(0, ...graded.map(({ said }) => said));
  if (most === 0 || most * 2 < telling.length) return null;
  const best = graded.filter(({ said }) => said === most);
  const openers = new Set(best.map(({ hidden }) => hidden.opener));
  return openers.size === 1 ? (best[0]?.hidden ?? null) : null;
}
