import type { WorkBudget } from '../work-budget.ts';
import { PatternError, type Node } from './syntax.ts';

/** Instructions of the matching machine. Numbers are program addresses. */
export type Instruction =
  | { op: 'char'; matches: (char: string) => boolean }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'save'; slot: number }
  | { op: 'clear'; from: number; to: number }
  | { op: 'assert'; holds: (before: string | undefined, after: string | undefined) => boolean }
  | { op: 'look'; negative: boolean; body: number; next: number }
  | { op: 'match' };

const MAX_SIZE = 10_000;
/** Cost of compiling one instruction, in matching steps. */
const COMPILE_STEPS = 2;
const LITERAL = /^[^\\.[]$/u;

/**
 * Translates a tree into a program. `RegExp` matches single characters, so classes, escapes, Unicode properties and case
 * folding behave exactly as in JavaScript.
 * @throws {PatternError} when counted repetitions make it too large
 */
export function compileProgram(root: Node, flags: string, budget: WorkBudget): readonly Instruction[] {
  const program: Instruction[] = [];
  const chars = new Map<string, (char: string) => boolean>();
  let visits = 0;

  const single = (source: string): ((char: string) => boolean) => {
    const known = chars.get(source);
    if (known !== undefined) return known;
    const native = new RegExp(`^(?:${source})$`, flags);
    const matches =
      LITERAL.test(source) && !flags.includes('i')
        ? (char: string) => char === source
        : (char: string) => native.test(char);
    chars.set(source, matches);
    return matches;
  };

  const emit = (instruction: Instruction): number => {
    budget.spend(COMPILE_STEPS);
    if (program.length >= MAX_SIZE) throw new PatternError('repeats too often');
    return program.push(instruction) - 1;
  };

  /** Emits a branch whose two targets `branch` sets later. */
  const fork = (): number => emit({ op: 'split', first: 0, second: 0 });
  const branch = (at: number, inside: number, outside: number, greedy: boolean): void => {
    program[at] = { op: 'split', first: greedy ? inside : outside, second: greedy ? outside : inside };
  };

  const assertion = (kind: '^' | '$' | 'b' | 'B'): Instruction => {
    const isEdge = (neighbour: string | undefined): boolean =>
      neighbour === undefined || (flags.includes('m') && /[\n\r\u2028\u2029]/.test(neighbour));
    if (kind === '^') return { op: 'assert', holds: (before) => isEdge(before) };
    if (kind === '$') return { op: 'assert', holds: (_, after) => isEdge(after) };
    const word = single(String.raw`\w`);
    const isWord = (char: string | undefined): boolean => char !== undefined && word(char);
    return { op: 'assert', holds: (before, after) => (isWord(before) !== isWord(after)) === (kind === 'b') };
  };

  const emitAlternatives = (options: readonly Node[]): void => {
    const ends: number[] = [];
    for (const [index, option] of options.entries()) {
      const isLast = index === options.length - 1;
      const at = isLast ? -1 : fork();
      emitNode(option);
      if (isLast) continue;
      ends.push(emit({ op: 'jump', to: 0 }));
      branch(at, at + 1, program.length, true);
    }
    for (const end of ends) program[end] = { op: 'jump', to: program.length };
  };

  const emitRepeat = ({
    body,
    min,
    max,
    greedy,
    captures: [from, to],
  }: Extract<Node, { type: 'repeat' }>): void => {
    const emitBody = (): void => {
      if (from <= to) emit({ op: 'clear', from, to });
      emitNode(body);
    };
    for (let count = 0; count < min; count += 1) emitBody();
    if (max === Infinity) {
      const at = fork();
      emitBody();
      emit({ op: 'jump', to: at });
      branch(at, at + 1, program.length, greedy);
      return;
    }
    const forks: number[] = [];
    for (let count = min; count < max; count += 1) {
      forks.push(fork());
      emitBody();
    }
    for (const at of forks) branch(at, at + 1, program.length, greedy);
  };

  const emitNode = (node: Node): void => {
    visits += 1;
    budget.spend(COMPILE_STEPS);
    if (visits > MAX_SIZE) throw new PatternError('repeats too often');
    switch (node.type) {
      case 'atom':
        emit({ op: 'char', matches: single(node.source) });
        break;
      case 'concat':
        for (const part of node.parts) emitNode(part);
        break;
      case 'alternate':
        emitAlternatives(node.options);
        break;
      case 'capture':
        emit({ op: 'save', slot: node.index * 2 });
        emitNode(node.body);
        emit({ op: 'save', slot: node.index * 2 + 1 });
        break;
      case 'repeat':
        emitRepeat(node);
        break;
      case 'look': {
        const at = emit({ op: 'jump', to: 0 });
        emitNode(node.body);
        emit({ op: 'match' });
        program[at] = { op: 'look', negative: node.negative, body: at + 1, next: program.length };
        break;
      }
      case 'assert':
        emit(assertion(node.kind));
        break;
    }
  };

  emitNode(root);
  emit({ op: 'match' });
  return program;
}
