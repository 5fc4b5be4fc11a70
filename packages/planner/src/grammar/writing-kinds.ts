import type { Clause } from './clause.ts';

/** Instructions that put a value into a form. */
export const WRITES: ReadonlySet<Clause['kind']> = new Set([
  'fill',
  'set',
  'select',
  'check',
  'uncheck',
  'choose',
  'either',
]);
