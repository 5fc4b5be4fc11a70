import { codePoints, type RunbookParameter } from '@errand/contracts';
import { z } from 'zod';
import type { Effort } from '../effort.ts';
import { compilePattern, PatternError } from '../patterns/pattern.ts';

type Rules = Omit<RunbookParameter, 'name' | 'required' | 'default' | 'description'>;

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}

const TYPES: Readonly<
  Record<RunbookParameter['type'], { fits: (value: unknown) => boolean; message: string }>
> = {
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
};

function brokenLength(text: string, { minLength, maxLength }: Rules): string | null {
  const length = codePoints(text);
  if (minLength !== undefined && length < minLength) return `must be at least ${minLength} characters long`;
  if (maxLength !== undefined && length > maxLength) return `must be at most ${maxLength} characters long`;
  return null;
}

function brokenPattern(text: string, pattern: string, effort: Effort): string | null {
  try {
    return compilePattern(pattern, '', effort).test(text, effort)
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

/** Returns the first rule that the value breaks, or null. Never quotes the value. */
export function brokenRule(value: unknown, rules: Rules, effort: Effort): string | null {
  const type = TYPES[rules.type];
  if (!type.fits(value)) return type.message;
  if (rules.enum !== undefined && !rules.enum.some((allowed) => allowed === value))
    return 'must be one of the values that the parameter allows';
  if (typeof value === 'number') return brokenRange(value, rules);
  if (typeof value !== 'string') return null;
  if (rules.type === 'secret' && new TextEncoder().encode(value).length > MAX_SECRET_BYTES)
    return `must be at most ${MAX_SECRET_BYTES} bytes long, as a secret`;
  return (
    brokenLength(value, rules) ??
    (rules.pattern === undefined ? null : brokenPattern(value, rules.pattern, effort))
  );
}
