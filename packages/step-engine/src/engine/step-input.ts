import type { z } from 'zod';

type Path = readonly PropertyKey[];

/** Where a text is wanted and something else was given. */
function wantedTexts(issues: readonly z.core.$ZodIssue[], above: Path = []): Path[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path];
    if (issue.code === 'invalid_union') return issue.errors.flatMap((branch) => wantedTexts(branch, path));
    return issue.code === 'invalid_type' && issue.expected === 'string' ? [path] : [];
  });
}

function isContainer(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** `value` with the number or boolean at `path` written out. */
function writtenOut(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined)
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (!isContainer(value) || !Object.hasOwn(value, key)) return value;
  const inner = writtenOut(value[key], rest);
  if (inner === value[key]) return value;
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}

/**
 * Parses the resolved input of a step. A string that is one whole reference has the type of what it refers to; where the
 * primitive wants a text, a number or boolean is written out.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed;
  const texts = wantedTexts(parsed.error.issues).reduce(writtenOut, input);
  const again = texts === input ? parsed : schema.safeParse(texts);
  return again.success ? again : parsed;
}
