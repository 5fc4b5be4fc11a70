import { codePoints, FileInput, type NestedParameter, type ParameterType } from '@errand/contracts';
import { z } from 'zod';
import type { WorkBudget } from '../work-budget.ts';
import { compilePattern, PatternError } from '../patterns/pattern.ts';

/** The rules for a value: a parameter, or a part of one. */
export type Rules = Partial<NestedParameter> & Pick<NestedParameter, 'type'>;

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}

const TYPES: Readonly<Record<ParameterType, { fits: (value: unknown) => boolean; message: string }>> = {
  string: { fits: (value) => typeof value === 'string', message: 'must be a string' },
  secret: { fits: (value) => typeof value === 'string', message: 'must be a string' },
  number: { fits: (value) => Number.isFinite(value), message: 'must be a number' },
  integer: { fits: (value) => Number.isSafeInteger(value), message: 'must be an integer' },
  boolean: { fits: (value) => typeof value === 'boolean', message: 'must be true or false' },
  date: {
    fits: (value) => z.iso.date().safeParse(value).success,
    message: 'must be a date that exists, as YYYY-MM-DD',
  },
  url: {
    fits: (value) => typeof value === 'string' && isHttpUrl(value),
    message: 'must be an absolute http or https URL',
  },
  email: {
    fits: (value) => typeof value === 'string' && z.regexes.html5Email.test(value),
    message: 'must be an e-mail address',
  },
  list: { fits: Array.isArray, message: 'must be a list' },
  object: {
    fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    message: 'must be an object',
  },
  file: {
    fits: (value) => FileInput.safeParse(value).success,
    message: 'must be an uploaded file, as { "fileId": "…" } with an id that POST /v1/files returned',
  },
};

function brokenLength(text: string, { minLength, maxLength }: Rules): string | null {
  const length = codePoints(text);
  if (minLength !== undefined && length < minLength) return `must be at least ${minLength} characters long`;
  if (maxLength !== undefined && length > maxLength) return `must be at most ${maxLength} characters long`;
  return null;
}

function brokenPattern(text: string, pattern: string, budget: WorkBudget): string | null {
  try {
    return compilePattern(pattern, '', budget).test(text, budget)
      ? null
      : 'must match the pattern of the parameter';
  } catch (error) {
    if (error instanceof PatternError) return `${error.message}, as the pattern of the parameter asks`;
    throw error;
  }
}

function brokenRange(value: number, { minimum, maximum }: Rules): string | null {
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  return null;
}

/** Masking searches every report of a Run for each secret in many forms, so secrets must be short. */
const MAX_SECRET_BYTES = 4_096;

/** A rule that a value breaks. `path` leads to the part that breaks it. */
export interface BrokenRule {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Returns the first rule that the value or a part of it breaks, or null. Never quotes the value. */
export function brokenRule(value: unknown, rules: Rules, budget: WorkBudget): BrokenRule | null {
  budget.spend(VALUE_STEPS);
  const message = brokenOwnRule(value, rules, budget);
  if (message !== null) return { path: [], message };
  if (Array.isArray(value)) return brokenItem(value, rules, budget);
  return typeof value === 'object' && value !== null
    ? brokenProperty(value as Readonly<Record<string, unknown>>, rules, budget)
    : null;
}

function within(key: PropertyKey, broken: BrokenRule | null): BrokenRule | null {
  return broken && { path: [key, ...broken.path], message: broken.message };
}

function brokenItem(list: readonly unknown[], { items }: Rules, budget: WorkBudget): BrokenRule | null {
  if (items === undefined) return null;
  for (const [at, item] of list.entries()) {
    const broken = within(at, brokenRule(item, items, budget));
    if (broken !== null) return broken;
  }
  return null;
}

/** zod's records skip this key, so its value would not be checked. No property may have this name. */
export const UNCHECKED_NAME = '__proto__';

/** The properties of an object by their names. */
export function propertiesOf({ properties = {} }: Pick<Rules, 'properties'>): [string, NestedParameter][] {
  return Object.entries(properties).filter(([name]) => name !== UNCHECKED_NAME);
}

function brokenProperty(
  object: Readonly<Record<string, unknown>>,
  { properties }: Rules,
  budget: WorkBudget,
): BrokenRule | null {
  if (properties === undefined) return null;
  const unknown = Object.keys(object).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) return { path: [unknown], message: 'unknown property' };
  for (const [name, rules] of propertiesOf({ properties })) {
    const isGiven = Object.hasOwn(object, name);
    if (!isGiven && rules.required === true && rules.default === undefined)
      return { path: [name], message: 'is required' };
    const broken = isGiven ? within(name, brokenRule(object[name], rules, budget)) : null;
    if (broken !== null) return broken;
  }
  return null;
}

const VALUE_STEPS = 2;

function itemsOf(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`;
}

function brokenCount(count: number, { minLength, maxLength }: Rules): string | null {
  if (minLength !== undefined && count < minLength) return `must have at least ${itemsOf(minLength)}`;
  if (maxLength !== undefined && count > maxLength) return `must have at most ${itemsOf(maxLength)}`;
  return null;
}

function brokenOwnRule(value: unknown, rules: Rules, budget: WorkBudget): string | null {
  const type = TYPES[rules.type];
  if (!type.fits(value)) return type.message;
  if (rules.enum !== undefined && !rules.enum.some((allowed) => allowed === value))
    return `must be one of ${rules.enum.map((allowed) => JSON.stringify(allowed)).join(', ')}`;
  if (typeof value === 'number') return brokenRange(value, rules);
  if (Array.isArray(value)) return brokenCount(value.length, rules);
  if (typeof value !== 'string') return null;
  if (rules.type === 'secret' && new TextEncoder().encode(value).length > MAX_SECRET_BYTES)
    return `must be at most ${MAX_SECRET_BYTES} bytes long, as a secret`;
  return (
    brokenLength(value, rules) ??
    (rules.pattern === undefined ? null : brokenPattern(value, rules.pattern, budget))
  );
}
