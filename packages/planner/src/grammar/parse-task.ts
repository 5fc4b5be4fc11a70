import type { Clause, Instruction, Phrase } from './clause.ts';
import { partsOf } from './describe-clause.ts';
import { isLiteral, type MaskedText, maskLiterals, quoteWritten } from './literals.ts';
import { readerOf } from './rules/rule.ts';
import { addressFirst } from './address-first.ts';
import { placeByAddress } from './place-by-address.ts';
import { type Conditional, conditionIn } from './conditions.ts';
import { splitClauses } from './split-clauses.ts';
import { correctVerbs } from './correct-typos.ts';
import type { TaskSurface } from './rules/page-and-desktop.ts';
import { understoodIn, troubleIn } from './understand-clause.ts';
import {
  SAVES,
  isChangingPassword,
  isSaving,
  isImplied,
  isSending,
  leaveSaving,
  savedAfterEdit,
  answersOf,
  sentBy,
  sentOnce,
} from './amend-earlier-clauses.ts';
import { hasChosen, inPlace, topicAfter } from './refer-back.ts';

export type ParsedTask =
  | { clauses: Clause[] }
  /** `clause` was not understood; `understood` says what was, in order. */
  | { problem: { clause: string; understood: string[] } };

/** `click button Save`: one instruction of a plan, without passwords. */
export function describeInstruction(instruction: Instruction): string {
  const { kind, target, value } = partsOf(instruction);
  const said = instruction.kind === 'login' ? '' : value;
  const quoted = said === '' ? '' : JSON.stringify(said);
  return [kind, target, quoted].filter((part) => part !== '').join(' ');
}

/** The verb that a literal alone leaves out. */
function withVerb(said: string, masked: MaskedText, before: Clause | undefined): string {
  if (!isLiteral(said)) return said;
  // A task may begin with the address alone.
  if (before === undefined && /^https?:/iu.test(masked.written(said))) return `open ${said}`;
  // "Press A and then B" presses both.
  return before?.kind === 'click' ? `click ${said}` : said;
}

/** So many spaces in a row say nothing, and patterns that look back over them would take seconds. */
const LONG_SPACES = /\s{200,}/gu;

/**
 * Parses a task of plain instructions without guessing. One clause that is not understood fails the whole task, so that
 * nothing acts on half of it.
 */
export function parseTask(said: string, surface: TaskSurface = 'page'): ParsedTask {
  const task = said.replaceAll(LONG_SPACES, (run) => (run.includes('\n') ? '\n\n' : ' '));
  const passage = longPassage(maskLiterals(task));
  if (passage !== null) return { problem: { clause: passage, understood: [] } };
  const placed = surface === 'page' && placeByAddress(task) !== null ? addressFirst(task) : null;
  const there = placed === null ? null : parse(placed, surface);
  if (there !== null && 'clauses' in there) return there;
  const parsed = parse(task, surface);
  if ('clauses' in parsed && parsed.clauses[0]?.kind === 'open') return parsed;
  const hoisted = addressFirst(task);
  const again = hoisted === null ? null : parse(hoisted, surface);
  if (again === null || 'clauses' in again) return again ?? parsed;
  // An address that is no page to open was taken for something to write.
  return 'clauses' in parsed && parsed.clauses.some(writesAddress) ? again : parsed;
}

function writesAddress(clause: Clause): boolean {
  if (clause.kind === 'free') return clause.acts.some(({ value }) => /^https?:/iu.test(value ?? ''));
  return (clause.kind === 'fill' || clause.kind === 'set') && /^https?:/iu.test(clause.value);
}

/** "Find the most expensive part." asks which it is. */
function answeringLast(clauses: readonly Clause[]): readonly Clause[] {
  const last = clauses.at(-1);
  if (last?.kind !== 'find' || last.target.superlative === undefined) return clauses;
  const question = { what: 'labelled', label: 'name', of: last.target, also: ['title'] } as const;
  return [...clauses.slice(0, -1), { kind: 'read', question, source: last.source }];
}

/** "If …, …, otherwise …": both ways must be understood before anything is done. */
function parseConditional(masked: MaskedText, { before, asked, yes, no }: Conditional): ParsedTask | null {
  const start = parseMasked(before, masked, 'page', []);
  if ('problem' in start && before !== '') return null;
  const known = 'clauses' in start ? start.clauses : [];
  const parsed = parseMasked(asked, masked, 'page', known);
  const [question, ...others] = 'clauses' in parsed ? parsed.clauses : [];
  if (question?.kind !== 'read' || question.question.what !== 'exists' || others.length > 0) return null;
  const [first, second] = [yes, no].map((said): ParsedTask =>
    said === '' ? { clauses: [] } : parseMasked(said, masked, 'page', [question]),
  );
  if (first === undefined || second === undefined || 'problem' in first || 'problem' in second) return null;
  const acts = [...first.clauses, ...second.clauses];
  if (acts.some(({ kind }) => kind === 'branch')) return null;
  const { source, question: what } = question;
  const branch: Clause = {
    kind: 'branch',
    question: what,
    yes: first.clauses,
    no: second.clauses,
    source,
  };
  return { clauses: [...known, branch] };
}

/** "Log in w/ …"; in a value it stays as it was written. */
const WITH = /(?<=\b(?:log|sign|pay|check\s?out|register|subscribe)\b[^:.;\n]{0,60}\s)w\/(?!o\b)\s*/giu;

/** Longer passages without the end of a sentence are not read: the work grows with the square of their length. */
const MAX_PASSAGE = 4_000;
const SENTENCE_END = /[.!?;\n]/u;

/** The passage that is too long to be read; null: there is none. */
function longPassage(masked: MaskedText): string | null {
  const passage = masked.text.split(SENTENCE_END).find(({ length }) => length > MAX_PASSAGE);
  return passage === undefined ? null : masked.written(passage).trim();
}

function parse(task: string, surface: TaskSurface): ParsedTask {
  const masked = maskLiterals(quoteWritten(task));
  const conditional = surface === 'page' ? conditionIn(masked.text) : null;
  const parsed = conditional === null ? null : parseConditional(masked, conditional);
  return parsed ?? parseMasked(masked.text, masked, surface, []);
}

/** @param earlier what "it" may refer to */
function parseMasked(
  text: string,
  masked: MaskedText,
  surface: TaskSurface,
  earlier: readonly Clause[],
): ParsedTask {
  const clauses: Clause[] = [];
  let reader = readerOf(masked, topicAfter(earlier, null));
  let place: Phrase | null = null;
  for (const said of splitClauses(
    correctVerbs(text.replaceAll(/[^\S\n]+/gu, ' ').replaceAll(WITH, 'with ')),
  )) {
    const part = withVerb(said, masked, clauses.at(-1));
    const read = understoodIn(part, reader, surface);
    const answered = read === null ? null : answersOf(read, clauses);
    if (answered === null)
      return {
        problem: {
          clause: masked.written(troubleIn(part, reader, surface)),
          understood: clauses.map((clause) => describeInstruction(clause)),
        },
      };
    const instructions = sentBy(clauses, answered);
    const source = masked.written(part);
    const saved = SAVES.has(instructions[0]?.kind ?? 'read') ? leaveSaving(clauses, instructions) : null;
    // "Write … about me and save it": what writes it does not send it before.
    const [before, own] = clauses.slice(-2);
    if (
      own?.kind === 'submit' &&
      before?.kind === 'fill' &&
      before.source === own.source &&
      isSaving(instructions)
    )
      clauses.pop();
    if (own?.kind === 'free' && (isSaving(instructions) || isSending(instructions)))
      clauses[clauses.length - 1] = { ...own, isSavedLater: true };
    // "… and send it" after what is sent anyway.
    const sent = clauses.at(-1)?.kind ?? '';
    // Who says "submit" and then "place the order" wants both.
    const isApart =
      sent === 'submit' && !isImplied(clauses, clauses.at(-1)) && instructions[0]?.kind === 'click';
    if (['submit', 'send', 'password'].includes(sent) && isSending(instructions) && !isApart) continue;
    if (sent === 'password' && isChangingPassword(instructions)) continue;
    for (const instruction of saved === null ? instructions : [...instructions, saved]) {
      clauses.push({ ...inPlace(instruction, place), source });
      place = instruction.kind === 'find' && instruction.isPlace === true ? instruction.target : null;
    }
    const hasSeveral = instructions.length > 1 && instructions.every(({ kind }) => kind === 'choose');
    reader = readerOf(
      masked,
      topicAfter(instructions, reader.topic),
      hasSeveral || hasChosen(instructions.at(-1)),
      part,
    );
  }
  return clauses.length > 0
    ? { clauses: savedAfterEdit(sentOnce(answeringLast(clauses))) }
    : { problem: { clause: masked.written(text).trim(), understood: [] } };
}
