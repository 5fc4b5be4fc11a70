import { z } from 'zod';

/** Length as the contract counts it: Unicode code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** An enum of the keys of `texts`; the document and the reference page show what each means. */
export function enumOf<const Value extends string>(texts: Readonly<Record<Value, string>>) {
  return z.enum(Object.keys(texts) as Value[]).meta({ 'x-enumDescriptions': texts });
}

/** Any string that PostgreSQL and UTF-8 can hold: no NUL, no lone surrogate. */
export const Text = z.string().refine(storable, 'must not contain NUL or unpaired surrogate characters');

/** A string of `min` to `max` code points that is not blank when `min` is at least 1. */
export function textOf(min: number, max: number) {
  return Text.refine((text) => min === 0 || text.trim() !== '', { error: 'must not be blank', abort: true })
    .refine((text) => {
      const length = codePoints(text);
      return length >= min && length <= max;
    }, `must be ${min} to ${max} characters long`)
    .meta({ minLength: min, maxLength: max });
}

/** Lower-case UUID. Ids compare exactly, so an upper-case spelling is an unknown id. */
export const Id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a lower-case UUID')
  .meta({ format: 'uuid' })
  .describe('A lower-case UUIDv7.');

/** ISO 8601 UTC with milliseconds and `Z`. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .describe('ISO 8601 in UTC, with milliseconds and `Z`.');

/** An ISO 8601 date-time with a zone, in the years 1 to 9999 UTC. Parsed to UTC with milliseconds and `Z`. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 date-time with a zone' })
  .refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9_999;
  }, 'must be in the years 1 to 9999')
  .transform((text) => new Date(text).toISOString())
  .describe('An ISO 8601 date-time with a zone.');

/** Whether a JSON value is at most `levels` deep, the value itself being level 1. Iterative, so no input overflows the stack. */
export function isWithinDepth(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let depth = 1; layer.length > 0; depth += 1) {
    const containers = layer.filter((entry) => typeof entry === 'object' && entry !== null);
    if (containers.length > 0 && depth > levels) return false;
    layer = containers.flatMap((entry) => Object.values(entry));
  }
  return true;
}

/** Whether every string, key and number in `value` can be stored: no NUL, no lone surrogate, no infinite number. */
export function isStorable(value: unknown): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const entry = pending.pop();
    if (typeof entry === 'string' && !storable(entry)) return false;
    if (typeof entry === 'number' && !Number.isFinite(entry)) return false;
    if (typeof entry === 'object' && entry !== null) {
      if (!Object.keys(entry).every(storable)) return false;
      // A call takes no more arguments than the stack holds.
      for (const item of Object.values(entry)) pending.push(item);
    }
  }
  return true;
}

/** What a check of a type by hand says; `params.expected` tells `describeIssues` that it is one. */
function typeRule(expected: 'object' | 'array', message: string) {
  return {
    error: ({ input }: { input: unknown }) => (input === undefined ? 'is required' : message),
    params: { expected },
  };
}

const AnyObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  typeRule('object', 'must be an object'),
);
const STORABLE_RULE = 'must not contain NUL, unpaired surrogate characters or numbers beyond 1.8e308';

/** A JSON object that can be stored unchanged; `__proto__` and the like are plain keys. */
export const JsonObject = AnyObject.refine(isStorable, STORABLE_RULE)
  .meta({ type: 'object', additionalProperties: true })
  .describe('A JSON object.');

/** A JSON list that can be stored unchanged. */
export const JsonList = z
  .custom<unknown[]>(Array.isArray, typeRule('array', 'must be a list'))
  .refine(isStorable, STORABLE_RULE)
  .meta({ type: 'array', items: {} });

/** Like `JsonObject`, but the error names the entry that cannot be stored. */
export const NamedValues = AnyObject.superRefine((values, context) => {
  for (const [name, value] of Object.entries(values))
    if (!storable(name)) context.addIssue({ code: 'custom', message: STORABLE_RULE });
    else if (!isStorable(value)) context.addIssue({ code: 'custom', path: [name], message: STORABLE_RULE });
})
  .meta({ type: 'object', additionalProperties: true })
  .describe('Values by name.');

/** Replaces a secret in everything that is stored, shown or sent to a model. */
export const SECRET_MASK = '[secret]';

const METADATA_BYTES = 16_384;
const METADATA_LEVELS = 32;

/** Application-defined data of a Run: at most 16 KiB of compact JSON and 32 levels. */
export const Metadata = JsonObject.refine((value) => isWithinDepth(value, METADATA_LEVELS), {
  error: `must be at most ${METADATA_LEVELS} levels deep`,
  abort: true,
})
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= METADATA_BYTES,
    `must be at most ${METADATA_BYTES} bytes of compact JSON`,
  )
  .describe('Data of your application: at most 16,384 bytes as compact JSON and 32 levels.');

/** Of a task, a goal or the instruction of an agent step, in code points. */
export const MAX_INSTRUCTION_LENGTH = 20_000;

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const NAME_RULE = 'must begin with a letter and have at most 64 letters, digits, "_" or "-"';

/** Name of a step, a parameter or a secret. */
export const Name = z
  .string()
  .regex(NAME, NAME_RULE)
  .describe('A letter, then at most 63 letters, digits, `_` or `-`.');
