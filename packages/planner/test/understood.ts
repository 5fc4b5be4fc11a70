/** `[kind, target, value]`; an ordinal stands before its target as `#2`, a kind of element as its role. */
export type Expected = readonly [kind: string, target?: string, value?: string];
export interface UnderstoodTask {
  task: string;
  clauses: readonly Expected[];
}

export function understood(task: string, ...clauses: Expected[]): UnderstoodTask {
  return { task, clauses };
}
