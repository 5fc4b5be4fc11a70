import type { Instruction } from './clause.ts';
import { wordsOutsideLiterals } from './literals.ts';
import type { Reader } from './rules/rule.ts';
import { plainClause, splitEverywhere } from './split-clauses.ts';
import { corrections } from './correct-typos.ts';
import { COMMANDS, CONTROL_WORDS, oneOf } from '../words/vocabulary.ts';
import { ofThings } from './rules/of-things.ts';
import { type TaskSurface, rules } from './rules/page-and-desktop.ts';

/** Characters outside quotes; longer clauses are no instructions, and slow to match. */
const MAX_CLAUSE_LENGTH = 1_000;
const control = new RegExp(`(?:^|\\s)${oneOf(CONTROL_WORDS)}(?=$|[\\s,.])`, 'iu');
/** Where the words of conditions and repetitions are no trouble: the rules that take them say what they mean. */
const UNDERSTOOD_CONTROL = [
  /^(?:wait|pause)\s+(?:until|till)\s|^scroll\s.*\buntil\syou\ssee\b/iu,
  /\bnext(?:\s+page)?(?:\s+(?:of|in)\s+(?:the\s+)?[\p{L} ]+?)?\s+(?:until|till)\s(?!there\s+(?:are|is)\s+no\b(?!\s+(?:more|next|further)\b))/iu,
  /^(?:go|page|flip|look|browse|click|leaf)\s+through\s(?:.+?\s)?(?:until|till)\s/iu,
  /^(?:drag|move)\s.+?\s(?:in|on)?to\s/iu,
  /^(?:increase|decrease|raise|lower|reduce|zoom|click|press|tap|hit|push|add|put|go|turn|sort)\s.+\s(?:twice|\w+\stimes)(?:\s+(?:for|of|at|next\s+to)\s.+)?$/iu,
  /^scroll\s.*\buntil\s.*\b(?:end|bottom)\b/iu,
  /^(?:load|show)\s+more\s(?:.+\s)?until\s/iu,
  /^(?:make\s+sure|ensure)\s.+\sis\s+not\s+(?:ticked|checked|selected|enabled)$/iu,
  /^(?:list|collect|give|tell|show|read|name|get|note|report)\s+(?:me\s+|down\s+)?(?:each|every)\s+(?:single\s+)?\p{L}+$/iu,
  /^\p{L}+\s+(?:each|every)\s+\p{Ll}+\s+(?:from|by)\s+(?:the\s+)?(?=\p{Lu})/iu,
  /^(?:expand|unfold|collapse)\s+(?:each|every)\s+\p{Ll}+$/iu,
  /^(?:add|put)\s+(?:each|every)\s+(?:product|item|result|one)\b/iu,
  /^(?:(?:un)?tick|(?:un|de)?select|(?:un)?check|mark|(?:turn|switch)\s+(?:on|off))\s+(?:every|all|everything)\b.*?\bexcept\b/iu,
  new RegExp(`^${oneOf(COMMANDS)}\\s+(?:each|every)(?=\\s+(?:single\\s+)?\\p{Ll}+(?:\\s\\p{Ll}+)?$)`, 'iu'),
  /\b(?:of|for|in|into|with)\s+(?:each|every)\b|\b(?:each|every)(?=\s+(?:[\p{L}]+\s)?(?:field|(?:check|tick|text)?\s?box|input)\b)/iu,
  /^(?:publish|post|send|submit|leave)\s.*\bwithout\s(?:my|our|a)\sname$/iu,
  // What forms offer as a last choice is written like a name.
  /(?<=\p{Ll}\s)(?:Something\selse\b|Not\s(?=\p{Ll}))/u,
  // What is written to somebody is no condition.
  /(?<=^(?:add|create|file|leave|log|make|open|post|raise|report|send|submit|write)\s[^:]*\b(?:ticket|request|message|problem|issue|note|comment|complaint|case|enquiry|inquiry|question|feedback|review)\b[^:]*:\s).+$/isu,
  // What is given as a reason repeats nothing.
  /(?<=^(?:the\s+|my\s+)?reason\s(?:.*\s)?)twice\b/iu,
  /(?<=^(?:cancel|reject|decline|refuse|withdraw|void)\s.*)\sbecause\s.*$/iu,
  // "Summer opening times" are no number of times.
  /(?<!\b(?:\d+|two|three|four|five|six|ten|many|several|few|more|of)\s)\btimes\b/iu,
  /^(?:postpone|reschedule|move|extend|delay|defer|prolong)\s.+\suntil\s/iu,
  /\buntil\s+(?:the\s+)?\d{1,2}|^(?:until|till)\s+(?:when|what\s+time)\b/iu,
  /\b(?:if|whether)\s+there\s+(?:is|are)\b/iu,
  /^(?:tell|let|check|see|find|report|know|say)\s+(?:me\s+|us\s+|out\s+|me\s+know\s+)?(?:if|whether)\s/iu,
  // What somebody does not want to get is a setting; other things that are not to be done are no instruction.
  /^(?:don['’]?t|do\s+not|never)\s+send\s+(?:me|us)\s|^(?:I|we)\s+(?:don['’]?t|do\s+not)\s+want\s+(?:to\s+(?:get|receive)\s|any\s|\p{L}+s$)/iu,
];

/** What only the person knows, and does not say, so nothing before it may be done either. */
const KEPT_BACK =
  /^confirm\s(?:.+\s)?(?:with|using|by\s+(?:entering|typing))\s+(?:my|the)\s+(?:password|pin|passcode)$/iu;

function instructionsOf(clause: string, reader: Reader, surface: TaskSurface): Instruction[] | null {
  // "Every lamp that is not on sale": which things these are decides, not whether something is done.
  const chosen = surface === 'page' && clause.length <= MAX_CLAUSE_LENGTH ? ofThings(clause, reader) : null;
  if (chosen !== null) return chosen;
  const words = UNDERSTOOD_CONTROL.reduce(
    (rest, form) => rest.replace(form, ' '),
    wordsOutsideLiterals(clause),
  );
  return words.length > MAX_CLAUSE_LENGTH || control.test(words) || KEPT_BACK.test(words)
    ? null
    : rules[surface](clause, reader);
}

/** The same, with one typing mistake in a known word mended when it is not understood as it stands. */
export function understoodIn(clause: string, reader: Reader, surface: TaskSurface): Instruction[] | null {
  const plain = instructionsOf(clause, reader, surface);
  if (plain !== null || clause.length > MAX_CLAUSE_LENGTH) return plain;
  for (const corrected of corrections(clause)) {
    const instructions = instructionsOf(corrected, reader, surface);
    if (instructions !== null) return instructions;
  }
  return null;
}

/** The smallest part of a clause that cannot be parsed. */
export function troubleIn(clause: string, reader: Reader, surface: TaskSurface): string {
  if (clause.length > MAX_CLAUSE_LENGTH) return clause;
  const parts = splitEverywhere(clause);
  if (parts.length === 1 || understoodIn(parts[0] ?? '', reader, surface) === null) return clause;
  return parts.find((part) => understoodIn(plainClause(part), reader, surface) === null) ?? clause;
}
