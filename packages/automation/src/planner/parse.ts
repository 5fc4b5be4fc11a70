import { type Clause, type Instruction, partsOf } from './clause.ts';
import { maskLiterals, wordsOutsideLiterals } from './literals.ts';
import {
  clicking,
  commanding,
  downloading,
  pressing,
  searching,
  shopping,
  signingIn,
} from './rules/acting.ts';
import { choosing, ensuringTicks, setting, ticking, typing } from './rules/entering.ts';
import { elsewhere } from './rules/elsewhere.ts';
import { followingLinks, navigating } from './rules/navigating.ts';
import { reading } from './rules/reading.ts';
import { firstOf, type Reader, readerOf } from './rules/rule.ts';
import { picturing, scrolling, verifying, waiting } from './rules/watching.ts';
import { plainClause, splitClauses, splitEverywhere } from './split.ts';
import { CONTROL_WORDS, oneOf } from './vocabulary.ts';

export type ParsedTask =
  | { clauses: Clause[] }
  /** `clause` was not understood; `understood` says what was, in order. */
  | { problem: { clause: string; understood: string[] } };

const here = firstOf(
  navigating,
  picturing,
  waiting,
  scrolling,
  signingIn,
  pressing,
  shopping,
  clicking,
  downloading,
  typing,
  setting,
  searching,
  ensuringTicks,
  verifying,
  reading,
  commanding,
  ticking,
  choosing,
  followingLinks,
);
const rules = firstOf(elsewhere(here), here);

/** Characters outside of quotes; longer ones are stories, and slow to match. */
const LONGEST_CLAUSE = 1_000;
const control = new RegExp(`(?:^|\\s)${oneOf(CONTROL_WORDS)}(?=$|[\\s,.])`, 'iu');
/** "Wait until" is the one condition there is. */
const WAITING = /^(?:wait|pause)\s+(?:until|till)\s|^scroll\s.*\buntil\syou\ssee\b/iu;

const instructionsOf = (clause: string, reader: Reader): Instruction[] | null => {
  const words = wordsOutsideLiterals(clause.replace(WAITING, ''));
  return words.length > LONGEST_CLAUSE || control.test(words) ? null : rules(clause, reader);
};

/** The part of a clause that cannot be read, as exactly as it can be told. */
const troubleIn = (clause: string, reader: Reader): string => {
  if (clause.length > LONGEST_CLAUSE) return clause;
  const parts = splitEverywhere(clause);
  if (parts.length === 1 || instructionsOf(parts[0] ?? '', reader) === null) return clause;
  return parts.find((part) => instructionsOf(plainClause(part), reader) === null) ?? clause;
};

/** `click button Save`: one instruction as a plan says it. Passwords are not said. */
export const describeInstruction = (instruction: Instruction): string => {
  const { kind, target, value } = partsOf(instruction);
  const said = instruction.kind === 'login' ? '' : value;
  const quoted = said === '' ? '' : JSON.stringify(said);
  return [kind, target, quoted].filter((part) => part !== '').join(' ');
};

/**
 * Reads a task of plain instructions. Nothing is guessed: a single clause that is not understood makes the whole task a
 * problem, so that nothing acts on half of what was asked.
 */
export const parseTask = (task: string): ParsedTask => {
  const masked = maskLiterals(task);
  const reader = readerOf(masked);
  const clauses: Clause[] = [];
  for (const part of splitClauses(masked.text.replaceAll(/[^\S\n]+/gu, ' '))) {
    const instructions = instructionsOf(part, reader);
    if (instructions === null)
      return {
        problem: {
          clause: masked.written(troubleIn(part, reader)),
          understood: clauses.map((clause) => describeInstruction(clause)),
        },
      };
    const source = masked.written(part);
    clauses.push(...instructions.map((instruction) => ({ ...instruction, source })));
  }
  return clauses.length > 0 ? { clauses } : { problem: { clause: task.trim(), understood: [] } };
};
