import type { Phrase } from '../grammar/clause.ts';
import { attributeWords, GRADES, grade, type Grade } from '../words/match-name.ts';
import { dropsChoice } from './choices-said.ts';
import { isPageAbout } from './page-about.ts';
import type { Purpose } from './purposes.ts';
import { says, saysItself, tellingWords } from '../words/senses.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

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
        /[\p{Lu}\d#@]/u.test(within.text)),
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

const TEXTS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox']);

/** "Send the timesheet" is no empty newsletter form in the footer of every page. */
function sendsNothing(view: PageView, { role, form, inContent }: Candidate): boolean {
  if (role !== 'button' || form < 0 || inContent) return false;
  const own = view.candidates.filter((other) => other.form === form && TEXTS.has(other.role));
  return own.length > 0 && own.every(({ value }) => value === '');
}

/** "The date" is never the one of somebody's birth. */
const ANY_DAY = /^(?:date|day|when|new date|start date)$/iu;
const OF_A_PERSON = /\b(?:birth|born|birthday)\b/iu;

/** "Holiday to" is never the field "Holiday from". */
const BOUNDS = [
  /\b(?:from|start|begin)(?:\s+(?:date|day|time))?$/iu,
  /\b(?:to|until|till|end)(?:\s+(?:date|day|time))?$/iu,
] as const;

function isOtherBound(said: string, names: readonly string[]): boolean {
  const [begins, ends] = BOUNDS;
  return (
    (ends.test(said) && names.every((name) => begins.test(name))) ||
    (begins.test(said) && names.every((name) => ends.test(name)))
  );
}

/** A field "Filter by name" asks for no name of anything new. */
const OF_ANYTHING = /^(?:name|title|heading|subject|new \p{L}+)$/iu;
const LOOKS_FOR = /^(?:search|filter|find|look up)\b/iu;
const WRITES: ReadonlySet<Purpose> = new Set(['fill', 'set']);

/** What people call a control that shows only a symbol. */
const SYMBOLS: readonly (readonly [RegExp, RegExp])[] = [
  [/^heart$/iu, /[♡♥❤🤍🖤]/u],
  [/^star$/iu, /[☆★⭐]/u],
  [/^(?:bin|trash|rubbish bin|trash can)$/iu, /🗑/u],
  [/^(?:pencil|pen)$/iu, /[✎✏🖉]/u],
  [/^(?:plus|plus sign)$/iu, /^[+＋➕]$/u],
  [/^(?:minus|minus sign)$/iu, /^[-−–➖]$/u],
  [/^(?:cross|x)$/iu, /^[×✕✖✗]$/u],
  [/^(?:gear|cog|cogwheel)$/iu, /⚙/u],
  [/^(?:magnifying glass|magnifier)$/iu, /[🔍🔎]/u],
  [/^(?:upvote|vote up|thumbs up)$/iu, /^(?:[▲△⬆👍]|👍🏻)\s*\d*$/u],
  [/^(?:downvote|vote down|thumbs down)$/iu, /^(?:[▼▽⬇👎]|👎🏻)\s*\d*$/u],
  [/^(?:three )?dots$/iu, /^[⋮⋯…]$/u],
];

/** "Like 12", "Comments (3)": how many did so is no part of the name. */
function withoutCount(name: string): string[] {
  const [, own = ''] =
    /^(likes?|love|upvote|vote|helpful|useful|thanks|star|follow|share|bookmark)\s+(?:\(\d+\)|[·•]?\s*\d{1,6})$/iu.exec(
      name,
    ) ?? [];
  return own === '' ? [name] : [name, own];
}

function isSymbolOf(said: string, shown: string): boolean {
  const own = said.replace(/\s+(?:icon|symbol|button|sign)$/iu, '').trim();
  return SYMBOLS.some(([name, symbol]) => name.test(own) && symbol.test(shown.trim()));
}

const DOES =
  /^(?:save|delete|remove|(?:un)?(?:like|star|follow|pin|mute)|favou?rite|add|cancel|archive|hide|share|bookmark|upvote|downvote|vote|book|buy|order|dismiss|reject|approve|renew|compare|select|report)(?=\s)/iu;

/** Whether a button does something with the thing that is to be opened, and the words do not say so. */
function doesMore(said: string, { role, name }: Candidate): boolean {
  const [verb] = role === 'button' ? (DOES.exec(name) ?? []) : [];
  return verb !== undefined && !saysItself(said, verb);
}

const CODE = /(?<![\p{L}\d])\p{Lu}{1,4}-?\d{1,6}(?![\p{L}\d])/gu;

/** What is left out of a command is no choice of the page, and no code that stands neither on the thing nor over the page. */
function dropsMore(view: PageView, said: string, candidate: Candidate): boolean {
  const own = `${candidate.name} ${candidate.before} ${candidate.items.map((at) => view.items[at]?.text).join(' ')}`;
  const isUnsaid = (code: string) => grade(code, own) < GRADES.contains && !isPageAbout(view, code);
  return dropsChoice(view, said, candidate) || (said.match(CODE) ?? []).some(isUnsaid);
}

const CROSS = /^[x×✕✖]$/iu;

/** How well an element fits a phrase: by its name, its visible text, its placeholder or its attributes. */
export function gradeOf(view: PageView, phrase: Phrase, candidate: Candidate, purpose: Purpose): Grade {
  const shown = candidate.text === '' ? [candidate.name] : [candidate.name, candidate.text];
  const names = candidate.role === 'button' ? shown.flatMap(withoutCount) : shown;
  // The cross of a dialog is called so for those who do not see it.
  const isCross = CROSS.test(phrase.text) && phrase.exact !== true;
  if (isCross && names.some((name) => /^(?:close|dismiss)$/iu.test(name))) return GRADES.equal;
  if (phrase.quoted === true && EXACT.has(purpose)) {
    const value = Math.max(...names.map((name) => grade(phrase.text, unmarked(name))));
    return value >= GRADES.equal ? value : 0;
  }
  if (OF_ANYTHING.test(phrase.text) && LOOKS_FOR.test(candidate.name) && WRITES.has(purpose)) return 0;
  if (WRITES.has(purpose) && isOtherBound(phrase.text, names)) return 0;
  if (ANY_DAY.test(phrase.text) && names.some((name) => OF_A_PERSON.test(name))) return 0;
  const loose =
    phrase.kind === 'control' &&
    phrase.exact !== true &&
    view.isElsewhere !== true &&
    !SAYS_HOW.test(phrase.text) &&
    !SAYS_HOW_MANY.test(phrase.text) &&
    !isSpecific(phrase) &&
    !isOfAnother(view, phrase, candidate) &&
    !sendsNothing(view, candidate) &&
    !isOfOtherSection(view, phrase, candidate);
  const named = Math.max(
    ...names.map((name) => grade(phrase.text, name, loose)),
    grade(phrase.text, candidate.placeholder, loose) - 2,
  );
  // A box of another page that holds the words among others is about something else.
  if (view.isElsewhere === true && candidate.role === 'checkbox' && named < GRADES.equalWords) return 0;
  if (named === GRADES.contained && dropsMore(view, phrase.text, candidate)) return 0;
  // "Open the mill" is not what "Save the mill" does.
  if (named === GRADES.contains && phrase.kind === 'link' && doesMore(phrase.text, candidate)) return 0;
  if (named > GRADES.contained) return named;
  if (isSymbolOf(phrase.text, candidate.text)) return GRADES.contains;
  const marked = candidate.attributes.some(
    (attribute) => grade(phrase.text, attributeWords(attribute)) >= GRADES.equalWords,
  );
  return marked ? GRADES.contained + 5 : Math.max(0, named);
}
