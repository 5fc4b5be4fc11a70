import type { WorkBudget } from '../work-budget.ts';

/** One violation of a schema. */
export interface SchemaProblem {
  readonly path: readonly PropertyKey[];
  /** Lacks a subject: `must be of type number`. */
  readonly message: string;
  /** The expected JSON types, for a value of the wrong type. */
  readonly types?: readonly string[];
}

/** Checks one value against one keyword; returns an empty list when it fits. */
export type Rule = (value: unknown, judging: Judging) => readonly SchemaProblem[];

/** The state of checking one value. */
export interface Judging {
  readonly budget: WorkBudget;
  depth: number;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of one problem, which is about the judged value itself, not a part of it. */
export function problem(message: string): readonly SchemaProblem[] {
  return [{ path: [], message }];
}

/** Moves problems of a field or item to the value that holds it under `key`. */
export function within(key: PropertyKey, problems: readonly SchemaProblem[]): SchemaProblem[] {
  return problems.map(({ path, ...rest }) => ({ ...rest, path: [key, ...path] }));
}

/** Extra cost of a field, an item or a problem, in steps. */
const ENTRY_STEPS = 8;

/** The fields of an object, null for other values. Charges for listing large objects. */
export function fieldsOf(value: unknown, { budget }: Judging): [name: string, value: unknown][] | null {
  if (!isObject(value)) return null;
  const fields = Object.entries(value);
  budget.spend(ENTRY_STEPS * fields.length);
  return fields;
}

/**
 * Charges for passing problems on, which each level of a schema does again.
 * @throws {WorkBudgetError} when no steps are left
 */
export function spendOnProblems(problems: readonly SchemaProblem[], { budget }: Judging): void {
  budget.spend(ENTRY_STEPS * problems.length);
}

/** The type of a JSON value; whole numbers are `integer`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** A canonical text: equal for two JSON values exactly when they are equal, whatever their key order. */
export function canonical(value: unknown, budget: Pick<WorkBudget, 'spend'>): string {
  budget.spend(ENTRY_STEPS + (typeof value === 'string' ? value.length >> 4 : 0));
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, budget)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key], budget)}`);
  return `{${entries.join(',')}}`;
}
