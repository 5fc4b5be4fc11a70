import { codePoints } from '@errand/contracts';
import { brokenDateFormat, formatDate } from '../values/dates.ts';
import { readShownNumber } from '../values/numbers.ts';
import { asText } from './text.ts';

/** One `| name("argument")` of a reference. */
export interface Filter {
  readonly name: string;
  /** Null: written without one. */
  readonly argument: string | null;
}

/** A filter cannot take the value. `message` is display-safe and lacks a subject. */
export class FilterError extends Error {
  override name = 'FilterError';
}

interface Definition {
  /** An example with the argument that it needs; null: it takes none. */
  readonly example: string | null;
  readonly brokenArgument?: (argument: string) => string | null;
  /** `value` is neither null nor undefined. */
  readonly apply: (value: unknown, argument: string) => unknown;
}

function needText(value: unknown, filter: string): string {
  if (typeof value === 'object') throw new FilterError(`is not a text, which ${filter} needs`);
  return asText(value);
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  return codePoints(asText(value));
}

const FILTERS: Readonly<Record<string, Definition>> = {
  default: { example: 'default("none")', apply: (value) => value },
  length: { example: null, apply: lengthOf },
  trim: { example: null, apply: (value) => needText(value, 'trim').trim() },
  upper: { example: null, apply: (value) => needText(value, 'upper').toUpperCase() },
  lower: { example: null, apply: (value) => needText(value, 'lower').toLowerCase() },
  number: {
    example: null,
    apply: (value) => {
      if (typeof value === 'number') return value;
      const number = typeof value === 'string' ? readShownNumber(value) : null;
      if (number === null) throw new FilterError('is not one number with one reading');
      return number;
    },
  },
  date: {
    example: 'date("YYYY-MM-DD")',
    brokenArgument: brokenDateFormat,
    apply: (value, format) => {
      const date = typeof value === 'string' ? formatDate(value, format) : null;
      if (date === null) throw new FilterError('is not a date with one reading');
      return date;
    },
  },
  join: {
    example: 'join(", ")',
    apply: (value, between) => {
      if (!Array.isArray(value)) throw new FilterError('is not a list, which join needs');
      return value.map(asText).join(between);
    },
  },
};

export const filterNames = Object.keys(FILTERS);

function definitionOf(name: string): Definition | undefined {
  return Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
}

/** Returns the problem of a filter other than an unknown name, or null. */
export function brokenFilter({ name, argument }: Filter): string | null {
  const definition = definitionOf(name);
  if (definition === undefined) return `unknown filter "${name}"`;
  if (definition.example === null)
    return argument === null ? null : `${name} takes no argument: write "| ${name}"`;
  if (argument === null) return `${name} takes one quoted text: write "| ${definition.example}"`;
  return definition.brokenArgument?.(argument) ?? null;
}

/**
 * Applies a filter. `undefined` is a missing value, which only `default` catches; null stays null elsewhere and has the
 * length 0.
 * @throws {FilterError}
 */
export function applyFilter({ name, argument }: Filter, value: unknown): unknown {
  if (value === null || value === undefined) {
    if (name === 'default') return argument ?? '';
    return name === 'length' && value === null ? 0 : value;
  }
  return definitionOf(name)?.apply(value, argument ?? '');
}
