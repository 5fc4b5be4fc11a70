import { WorkBudget, WorkBudgetError } from '../work-budget.ts';
import { search, type Found } from './machine.ts';
import { compileProgram } from './program.ts';
import { parseSyntax, PatternError } from './syntax.ts';

export { PatternError } from './syntax.ts';

export interface PatternMatch {
  /** The whole match, then each group; null for a group that did not participate. */
  readonly captures: readonly (string | null)[];
  /** The named groups, null when the pattern has none. */
  readonly groups: Readonly<Record<string, string | null>> | null;
}

/** A user's regular expression with bounded matching time. Both methods throw PatternError when the text is too long for it. */
export interface Pattern {
  /** True when the text contains a match; anchor with `^` and `$` to match all of it. */
  test(text: string, budget?: WorkBudget): boolean;
  match(text: string, budget?: WorkBudget): PatternMatch | null;
}

const MAX_SOURCE = 2_000;
/** About 120 ms for one pattern and one text of a page. */
const MAX_STEPS = 4_000_000;

/** The error that `RegExp` throws, or null. */
function refusal(source: string, flags: string): unknown {
  try {
    RegExp(source, flags);
    return null;
  } catch (error) {
    return error;
  }
}

/** Parses the source with the `u` flag, or without it where only the older grammar accepts it (`\-` outside a class). */
function accept(source: string, flags: string): { unicode: boolean; flags: string } {
  const own = flags.replace('u', '');
  const cause = refusal(source, `${own}u`);
  if (cause === null) return { unicode: true, flags: `${own}u` };
  const needsUnicode = flags.includes('u') || /\\[pPu]\{/.test(source);
  if (needsUnicode || refusal(source, own) !== null)
    throw new PatternError('is not a regular expression', { cause });
  return { unicode: false, flags: own };
}

/**
 * Compiles a JavaScript regular expression for matching in time linear in the text. Lookahead is supported,
 * backreferences, lookbehind and inline flags are not. Characters are code points.
 * @param flags any of `i`, `m`, `s`, `u`
 * @throws {PatternError} when the source is invalid or not supported
 */
export function compilePattern(source: string, flags = '', compileBudget = new WorkBudget()): Pattern {
  if (source.length > MAX_SOURCE) throw new PatternError(`is longer than ${MAX_SOURCE} characters`);
  if (!/^(?!.*(.).*\1)[imsu]*$/.test(flags)) throw new PatternError('takes the flags i, m, s and u only');
  const accepted = accept(source, flags);
  const { root, captures, names } = parseSyntax(source, accepted.unicode);
  const program = orPatternError('repeats too often', () =>
    compileProgram(root, accepted.flags, compileBudget),
  );

  const read = (chars: readonly string[], { start, end, marks }: Found): PatternMatch => {
    const slots = new Map<number, number>();
    for (let mark = marks; mark !== null; mark = mark.earlier)
      if (!slots.has(mark.slot)) slots.set(mark.slot, mark.at);
    const capture = (index: number): string | null => {
      const from = slots.get(index * 2) ?? -1;
      const to = slots.get(index * 2 + 1) ?? -1;
      return from < 0 || to < 0 ? null : chars.slice(from, to).join('');
    };
    const groups = [...names].map(([name, indices]): [string, string | null] => [
      name,
      indices.map(capture).find((text) => text !== null) ?? null,
    ]);
    return {
      captures: [
        chars.slice(start, end).join(''),
        ...Array.from({ length: captures }, (_, at) => capture(at + 1)),
      ],
      groups: names.size === 0 ? null : Object.fromEntries(groups),
    };
  };

  const find = (text: string, budget: WorkBudget): { chars: readonly string[]; found: Found | null } =>
    orPatternError('cannot be checked against so long a text', () => {
      budget.spend(text.length >> 3);
      const chars = accepted.unicode ? Array.from(text) : text.split('');
      return { chars, found: search(program, chars, budget) };
    });

  return {
    test: (text, budget = new WorkBudget(MAX_STEPS)) => find(text, budget).found !== null,
    match: (text, budget = new WorkBudget(MAX_STEPS)) => {
      const { chars, found } = find(text, budget);
      return found === null ? null : read(chars, found);
    },
  };
}

function orPatternError<Result>(message: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof WorkBudgetError) throw new PatternError(message, { cause: error });
    throw error;
  }
}
