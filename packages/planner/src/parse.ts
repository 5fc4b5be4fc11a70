import { type Clause, type Instruction, partsOf, type Phrase } from './clause.ts';
import { isLiteral, maskLiterals, quoteWritten, wordsOutsideLiterals } from './literals.ts';
import { actingFreely } from './rules/acting-freely.ts';
import { clicking, downloading, pressing, searching } from './rules/acting.ts';
import { commanding } from './rules/commanding.ts';
import { shopping } from './rules/shopping.ts';
import { signingIn } from './rules/signing-in.ts';
import { choosing } from './rules/choosing.ts';
import { ensuringTicks, setting, ticking, typing } from './rules/entering.ts';
import { answering, arranging, changingTabs, finding, paging } from './rules/arranging.ts';
import { everyday } from './rules/everyday.ts';
import { bareFields, settingFurther } from './rules/bare.ts';
import { onPage } from './rules/on-page.ts';
import { several } from './rules/several.ts';
import { asking } from './rules/asking.ts';
import { askingFreely } from './rules/asking-freely.ts';
import { askingWhether } from './rules/asking-whether.ts';
import {
  askingFurther,
  inPlace as placing,
  inPlaces as placingWithin,
  inSection,
  ofDay,
} from './rules/asking-further.ts';
import { onDesktopFirst, onDesktopLast } from './rules/desktop.ts';
import { called } from './rules/named.ts';
import { openFirst } from './rules/open-first.ts';
import { withDetails, withReason } from './rules/detailing.ts';
import { inGrid } from './rules/grids.ts';
import { followingLinks, navigating } from './rules/navigating.ts';
import { passwords } from './rules/passwords.ts';
import { reading } from './rules/reading.ts';
import { actingWithFields } from './rules/requesting.ts';
import { firstOf, type Reader, readerOf, type Rule } from './rules/rule.ts';
import { picturing, scrolling, verifying, waiting } from './rules/watching.ts';
import { tellingWords } from './senses.ts';
import { plainClause, splitClauses, splitEverywhere } from './split.ts';
import { corrections, correctVerbs } from './typos.ts';
import { CONTROL_WORDS, oneOf } from './vocabulary.ts';

export type ParsedTask =
  | { clauses: Clause[] }
  /** `clause` was not understood; `understood` says what was, in order. */
  | { problem: { clause: string; understood: string[] } };

const here = firstOf(
  paging,
  changingTabs,
  answering,
  navigating,
  picturing,
  waiting,
  scrolling,
  signingIn,
  passwords,
  pressing,
  shopping,
  several,
  everyday,
  clicking,
  downloading,
  arranging,
  inGrid,
  typing,
  setting,
  searching,
  ensuringTicks,
  verifying,
  ofDay,
  askingWhether,
  asking,
  askingFurther,
  reading,
  finding,
  commanding,
  ticking,
  choosing,
  followingLinks,
);
/** Where a task is carried out: on pages, or in the applications of a desktop. */
export type TaskSurface = 'page' | 'desktop';

const rules: Readonly<Record<TaskSurface, Rule>> = {
  page: firstOf(
    openFirst(here),
    onPage(here),
    here,
    settingFurther,
    inSection(firstOf(onPage(here), here)),
    withReason(firstOf(here, onPage(here))),
    withDetails(here),
    actingWithFields,
    bareFields,
    askingFreely,
    actingFreely,
    placing,
    placingWithin,
  ),
  desktop: firstOf(onDesktopFirst, here, onDesktopLast),
};

/** Characters outside quotes; longer clauses are no instructions, and slow to match. */
const MAX_CLAUSE_LENGTH = 1_000;
const control = new RegExp(`(?:^|\\s)${oneOf(CONTROL_WORDS)}(?=$|[\\s,.])`, 'iu');
/** Where the words of conditions and repetitions are no trouble: the rules that take them say what they mean. */
const UNDERSTOOD_CONTROL = [
  /^(?:wait|pause)\s+(?:until|till)\s|^scroll\s.*\buntil\syou\ssee\b/iu,
  /\bnext(?:\s+page)?(?:\s+(?:of|in)\s+(?:the\s+)?[\p{L} ]+?)?\s+(?:until|till)\s(?!there\s+(?:are|is)\s+no\b)/iu,
  /^(?:go|page|flip|look|browse|click|leaf)\s+through\s.+?\s(?:until|till)\s/iu,
  /^(?:drag|move)\s.+?\s(?:in|on)?to\s/iu,
  /^(?:increase|decrease|raise|lower|reduce)\s.+\s(?:twice|\w+\stimes)$/iu,
  /^(?:add|put)\s+(?:each|every)\s+(?:product|item|result|one)\b/iu,
  /\b(?:of|for|in|into|with)\s+(?:each|every)\b|\b(?:each|every)(?=\s+(?:[\p{L}]+\s)?(?:field|(?:check|tick|text)?\s?box|input)\b)/iu,
  // "Summer opening times" are no number of times.
  /(?<!\b(?:\d+|two|three|four|five|six|ten|many|several|few|more|of)\s)\btimes\b/iu,
  /^(?:postpone|reschedule|move|extend|delay|defer|prolong)\s.+\suntil\s/iu,
  /\buntil\s+(?:the\s+)?\d{1,2}|^(?:until|till)\s+(?:when|what\s+time)\b/iu,
  /\b(?:if|whether)\s+there\s+(?:is|are)\b/iu,
  /^(?:tell|let|check|see|find|report|know|say)\s+(?:me\s+|us\s+|out\s+|me\s+know\s+)?(?:if|whether)\s/iu,
  // What somebody does not want to get is a setting; other things that are not to be done are no instruction.
  /^(?:don['’]?t|do\s+not|never)\s+send\s+(?:me|us)\s|^(?:I|we)\s+(?:don['’]?t|do\s+not)\s+want\s+(?:to\s+(?:get|receive)\s|any\s|\p{L}+s$)/iu,
];

function instructionsOf(clause: string, reader: Reader, surface: TaskSurface): Instruction[] | null {
  const words = UNDERSTOOD_CONTROL.reduce(
    (rest, form) => rest.replace(form, ' '),
    wordsOutsideLiterals(clause),
  );
  return words.length > MAX_CLAUSE_LENGTH || control.test(words) ? null : rules[surface](clause, reader);
}

/** The same, with one typing mistake in a known word mended when it is not understood as it stands. */
function understoodIn(clause: string, reader: Reader, surface: TaskSurface): Instruction[] | null {
  const plain = instructionsOf(clause, reader, surface);
  if (plain !== null || clause.length > MAX_CLAUSE_LENGTH) return plain;
  for (const corrected of corrections(clause)) {
    const instructions = instructionsOf(corrected, reader, surface);
    if (instructions !== null) return instructions;
  }
  return null;
}

/** The smallest part of a clause that cannot be parsed. */
function troubleIn(clause: string, reader: Reader, surface: TaskSurface): string {
  if (clause.length > MAX_CLAUSE_LENGTH) return clause;
  const parts = splitEverywhere(clause);
  if (parts.length === 1 || understoodIn(parts[0] ?? '', reader, surface) === null) return clause;
  return parts.find((part) => understoodIn(plainClause(part), reader, surface) === null) ?? clause;
}

/** `click button Save`: one instruction of a plan, without passwords. */
export function describeInstruction(instruction: Instruction): string {
  const { kind, target, value } = partsOf(instruction);
  const said = instruction.kind === 'login' ? '' : value;
  const quoted = said === '' ? '' : JSON.stringify(said);
  return [kind, target, quoted].filter((part) => part !== '').join(' ');
}

/**
 * Parses a task of plain instructions without guessing. One clause that is not understood fails the whole task, so that
 * nothing acts on half of it.
 */
export function parseTask(task: string, surface: TaskSurface = 'page'): ParsedTask {
  const masked = maskLiterals(quoteWritten(task));
  const clauses: Clause[] = [];
  let reader = readerOf(masked);
  let place: Phrase | null = null;
  for (const said of splitClauses(correctVerbs(masked.text.replaceAll(/[^\S\n]+/gu, ' ')))) {
    // A task may begin with the address alone.
    const isAddress = clauses.length === 0 && isLiteral(said) && /^https?:/iu.test(masked.written(said));
    // "Press A and then B" presses both.
    const isPressed = isLiteral(said) && clauses.at(-1)?.kind === 'click';
    const part = isAddress ? `open ${said}` : isPressed ? `click ${said}` : said;
    const read = understoodIn(part, reader, surface);
    const instructions = read === null ? null : answersOf(read, clauses);
    if (instructions === null)
      return {
        problem: {
          clause: masked.written(troubleIn(part, reader, surface)),
          understood: clauses.map((clause) => describeInstruction(clause)),
        },
      };
    const source = masked.written(part);
    const saved = SAVES.has(instructions[0]?.kind ?? 'read') ? leaveSaving(clauses, instructions) : null;
    // "… and send it" after what is sent anyway.
    if (['submit', 'send'].includes(clauses.at(-1)?.kind ?? '') && isSending(instructions)) continue;
    for (const instruction of saved === null ? instructions : [...instructions, saved]) {
      clauses.push({ ...inPlace(instruction, place), source });
      place = instruction.kind === 'find' && instruction.isPlace === true ? instruction.target : null;
    }
    const hasSeveral = instructions.length > 1 && instructions.every(({ kind }) => kind === 'choose');
    reader = readerOf(
      masked,
      topicAfter(instructions, reader.topic),
      hasSeveral || hasChosen(instructions.at(-1)),
    );
  }
  return clauses.length > 0 ? { clauses } : { problem: { clause: task.trim(), understood: [] } };
}

const ASKS: ReadonlySet<Instruction['kind']> = new Set([
  'click',
  'choose',
  'press',
  'submit',
  'doubleclick',
  'check',
  'uncheck',
  'either',
  'each',
  'send',
]);

/** Kinds that may save what was changed before. */
const SAVES: ReadonlySet<Instruction['kind']> = new Set([
  'click',
  'submit',
  'press',
  'fill',
  'set',
  'either',
  'check',
  'uncheck',
  'choose',
  'select',
]);

/** Kinds that fill in a form further. */
const FILLS: ReadonlySet<Instruction['kind']> = new Set([
  'fill',
  'set',
  'check',
  'uncheck',
  'choose',
  'select',
]);

function isSending(instructions: readonly Instruction[]): boolean {
  const [only] = instructions;
  if (instructions.length !== 1 || only === undefined) return false;
  const isPressed =
    only.kind === 'click' &&
    /^(?:apply|send|submit|redeem|post|save|publish|leave|place|confirm|finish|complete)(?:\s+(?:it|(?:the\s+|my\s+)?(?:code|voucher|review|rating|feedback|order|booking)))?$/iu.test(
      only.target.text,
    );
  return only.kind === 'submit' || isPressed;
}

function isSaving([only, ...others]: readonly Instruction[]): boolean {
  return (
    others.length === 0 &&
    only?.kind === 'click' &&
    /^(?:save|apply|update)(?:\s+(?:changes|everything|settings|profile))?$/iu.test(only.target.text)
  );
}

/** What is saved or changed further by a later instruction is not sent at once. Returns what is to be saved after that instead. */
function leaveSaving(clauses: Clause[], next: readonly Instruction[]): Instruction | null {
  const last = clauses.at(-1);
  if (last?.kind === 'save' && (isSending(next) || isSaving(next))) clauses.pop();
  else if (last?.kind === 'save' && last.orSend === true && next.every(({ kind }) => FILLS.has(kind))) {
    clauses.pop();
    return { kind: 'save', orSend: true };
  }
  if (last?.kind !== 'either' || last.ways[0]?.[0]?.kind !== 'send' || last.ways[1]?.[0]?.kind !== 'set')
    return null;
  const ways = last.ways.slice(1).map((way) => way.filter(({ kind }) => kind !== 'save'));
  clauses[clauses.length - 1] = { ...last, ways };
  return null;
}

/** "… and confirm" answers the question that the previous instruction leads to. */
function answersOf(instructions: Instruction[], before: Clause[]): Instruction[] | null {
  const [first] = instructions;
  const last = before.at(-1);
  if (first?.kind !== 'answer') return instructions;
  const isEmptied = last?.kind === 'fill' && last.value === '';
  if (last !== undefined && (ASKS.has(last.kind) || isEmptied) && last.dialog === undefined) {
    before[before.length - 1] = { ...last, dialog: first.action };
    return [];
  }
  const names =
    first.action === 'accept'
      ? ['Confirm']
      : ['Cancel', 'Close', 'Dismiss', '×', 'x', 'No thanks', 'Not now'];
  return [{ kind: 'click', target: called(names, 'control') }];
}

/** "In the row of …, click Edit": of that row. */
function inPlace(instruction: Instruction, place: Phrase | null): Instruction {
  if (place !== null && instruction.kind === 'free') {
    // "The first row" is told by no word of the page.
    const isCounted = place.ordinal !== null || place.superlative !== undefined;
    const own = [...tellingWords(place.text), ...(isCounted ? [`#${place.ordinal ?? 'most'}`] : [])];
    return {
      kind: 'free',
      acts: instruction.acts.map((act) => ({ ...act, words: [...act.words, ...own] })),
    };
  }
  if (place === null || !('target' in instruction) || instruction.target === null) return instruction;
  const { target } = instruction;
  if (instruction.kind === 'find' || typeof target !== 'object' || target.within !== null) return instruction;
  return { ...instruction, target: { ...target, within: place } };
}

/** Whether an instruction leaves things ticked that "them" may mean. */
function hasChosen(last: Instruction | undefined): boolean {
  return (
    last?.kind === 'check' ||
    (last?.kind === 'choose' && last.target.ordinal !== null) ||
    (last?.kind === 'choose' &&
      (last.target.parts !== undefined ||
        last.target.every === true ||
        /^(?:select\s+)?all$/iu.test(last.target.text)))
  );
}

/** What "it" means next: the thing last mentioned, unless a click has left the page. */
function topicAfter(instructions: readonly Instruction[], before: Phrase | null): Phrase | null {
  const last = instructions.at(-1);
  if (last?.kind === 'find' || last?.kind === 'expand') return last.target;
  if (last?.kind === 'paging' && last.until !== undefined)
    return { text: last.until, kind: null, ordinal: null, within: null };
  if (last?.kind !== 'read') return null;
  const { question } = last;
  if (question.what === 'exists' && question.of.within !== null) return question.of.within;
  return question.what === 'labelled' && question.of !== null ? question.of : before;
}
