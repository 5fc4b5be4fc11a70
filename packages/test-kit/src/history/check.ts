import { acceptance } from './acceptance.ts';
import { effects } from './effects.ts';
import { control } from './control.ts';
import { type History, type Invariant, type Violation, index } from './history.ts';
import { isolation } from './isolation.ts';
import { lifecycle } from './lifecycle.ts';

export const invariants: readonly Invariant[] = [
  ...acceptance,
  ...lifecycle,
  ...control,
  ...effects,
  ...isolation,
];

/** Returns every violation of an invariant; empty for a history that a correct system could produce. */
export function checkHistory(history: History): Violation[] {
  const indexed = index(history);
  return invariants.flatMap(({ name, find }) => find(indexed).map((detail) => ({ invariant: name, detail })));
}
