import { type WorkBudget, WorkBudgetError } from '../work-budget.ts';
import type { Instruction } from './program.ts';

/** Where a group began or ended, newest first. A slot is twice the group's index, plus one for its end; -1 is unset. */
interface Mark {
  readonly slot: number;
  readonly at: number;
  readonly earlier: Mark | null;
}

interface Thread {
  readonly pc: number;
  readonly at: number;
  readonly marks: Mark | null;
}

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly marks: Mark | null;
}

const MAX_STATES = 2 ** 26;

/**
 * Finds the match that backtracking would find first, without its cost: a pair of instruction and position that failed
 * once is never retried, so the work is bounded by program size times text length. Where the body of a loop can match
 * the empty string, the extent of the match may differ from `RegExp`, but never whether there is one.
 * @param chars the text, one character per element
 * @throws {WorkBudgetError} when program and text together are too large, or the budget is used up
 */
export function search(
  program: readonly Instruction[],
  chars: readonly string[],
  budget: WorkBudget,
): Found | null {
  const width = chars.length + 1;
  if (program.length * width > MAX_STATES) throw new WorkBudgetError();
  const tried = new Map<number, Uint32Array>();

  /** Each entry (the whole pattern, or the body of one lookahead) has its own failure set. */
  const failuresOf = (entry: number): Uint32Array => {
    const known = tried.get(entry);
    if (known !== undefined) return known;
    const fresh = new Uint32Array(Math.ceil((program.length * width) / 32));
    // Allocating and clearing it takes time too, about one step per hundred words.
    budget.spend(fresh.length >> 6);
    tried.set(entry, fresh);
    return fresh;
  };

  const run = (
    entry: number,
    start: number,
    outerMarks: Mark | null,
  ): { end: number; marks: Mark | null } | null => {
    const failures = failuresOf(entry);
    const threads: Thread[] = [{ pc: entry, at: start, marks: outerMarks }];
    for (let thread = threads.pop(); thread !== undefined; thread = threads.pop()) {
      const { pc, at, marks } = thread;
      const state = pc * width + at;
      const bit = 1 << (state % 32);
      const word = state >>> 5;
      budget.spend(1);
      if (((failures[word] ?? 0) & bit) !== 0) continue;
      failures[word] = (failures[word] ?? 0) | bit;
      const instruction = program[pc];
      switch (instruction?.op) {
        case 'char': {
          const char = chars[at];
          if (char !== undefined && instruction.matches(char))
            threads.push({ pc: pc + 1, at: at + 1, marks });
          break;
        }
        case 'split':
          threads.push({ pc: instruction.second, at, marks }, { pc: instruction.first, at, marks });
          break;
        case 'jump':
          threads.push({ pc: instruction.to, at, marks });
          break;
        case 'save':
          threads.push({ pc: pc + 1, at, marks: { slot: instruction.slot, at, earlier: marks } });
          break;
        case 'clear': {
          let cleared = marks;
          for (let group = instruction.from; group <= instruction.to; group += 1)
            cleared = { slot: group * 2, at: -1, earlier: { slot: group * 2 + 1, at: -1, earlier: cleared } };
          threads.push({ pc: pc + 1, at, marks: cleared });
          break;
        }
        case 'assert':
          if (instruction.holds(chars[at - 1], chars[at])) threads.push({ pc: pc + 1, at, marks });
          break;
        case 'look': {
          const inside = run(instruction.body, at, marks);
          if ((inside === null) === instruction.negative)
            threads.push({
              pc: instruction.next,
              at,
              marks: instruction.negative ? marks : (inside?.marks ?? marks),
            });
          break;
        }
        case 'match':
          if (entry !== 0) {
            failures.fill(0);
            budget.spend(failures.length);
          }
          return { end: at, marks };
      }
    }
    return null;
  };

  for (let start = 0; start < width; start += 1) {
    const found = run(0, start, null);
    if (found !== null) return { start, ...found };
  }
  return null;
}
