import { isWithinDepth } from '@errand/contracts';
import { z } from 'zod';
import { compilePattern, PatternError, type Effort, type Pattern } from '../patterns/pattern.ts';
import { movePatterns, patternsOf, type PatternRules } from './patterns.ts';

type JsonSchema = Readonly<Record<string, unknown>>;
type Issue = z.core.$ZodRawIssue;
type Rule = (value: unknown) => Issue[];

const MAX_LEVELS = 64;
const MAX_PATTERNS = 20;
/** What all patterns of a schema together may cost for one value. */
const MAX_STEPS = 4_000_000;

/** A JSON Schema that no value can be checked against. `message` is display-safe and lacks a subject. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Has a schema that `fromJSONSchema` is just making keep a rule, and so all that it is made part of. */
const addRule = (schema: z.core.$ZodType, rule: Rule): void => {
  const run = schema._zod.run.bind(schema._zod);
  schema._zod.run = (payload, context) => {
    const issues = rule(payload.value);
    const judge = (done: z.core.ParsePayload): z.core.ParsePayload => {
      done.issues.push(...issues);
      return done;
    };
    const done = run(payload, context);
    return done instanceof Promise ? done.then(judge) : judge(done);
  };
};

const convert = (schema: JsonSchema, defs: JsonSchema, patterns: Patterns): z.ZodType => {
  const registry = z.registry<Record<string, unknown>>();
  registry.add = (made, ...[remarks]) => {
    for (const rule of rulesOf(patternsOf(remarks ?? {}), defs, patterns)) addRule(made, rule);
    return registry;
  };
  return z.fromJSONSchema({ ...schema, ...defs }, { registry });
};

const rulesOf = ({ pattern, names }: PatternRules, defs: JsonSchema, patterns: Patterns): Rule[] => [
  ...(pattern === undefined ? [] : [textRule(pattern, patterns)]),
  ...(names === undefined ? [] : [nameRule(names, defs, patterns)]),
];

const textRule = (source: string, patterns: Patterns): Rule => {
  const fits = patterns.compile(source);
  return (value) =>
    typeof value !== 'string' || fits(value)
      ? []
      : [{ code: 'custom', input: value, message: `Invalid string: must match pattern /${source}/` }];
};

const nameRule = (
  { patterns: named, known, rest }: NonNullable<PatternRules['names']>,
  defs: JsonSchema,
  patterns: Patterns,
): Rule => {
  const part = (schema: unknown): z.ZodType =>
    typeof schema === 'boolean' ? z.fromJSONSchema(schema) : convert(schema as JsonSchema, defs, patterns);
  const parts = Object.entries(named).map(([source, schema]) => ({
    fits: patterns.compile(source),
    schema: part(schema),
  }));
  const others = rest === undefined ? [] : [part(rest)];
  const schemasFor = (key: string): z.ZodType[] => {
    const matched = parts.filter(({ fits }) => fits(key)).map(({ schema }) => schema);
    return matched.length > 0 || known.includes(key) ? matched : others;
  };
  return (value) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? []
      : Object.entries(value).flatMap(([key, entry]: [string, unknown]) =>
          schemasFor(key).flatMap((schema) =>
            (schema.safeParse(entry).error?.issues ?? []).map(({ message, path }): Issue => ({
              code: 'custom',
              input: entry,
              message,
              path: [key, ...path],
            })),
          ),
        );
};

/** The regular expressions of one schema. */
class Patterns {
  #count = 0;
  #effort: Effort = { left: 0 };

  /** Whatever takes too long to be matched does not match. */
  compile(source: string): (text: string) => boolean {
    this.#count += 1;
    if (this.#count > MAX_PATTERNS) throw new SchemaError(`has more than ${MAX_PATTERNS} patterns`);
    const pattern: Pattern = compilePattern(source);
    return (text) => {
      try {
        return pattern.test(text, this.#effort);
      } catch (error) {
        if (error instanceof PatternError) return false;
        throw error;
      }
    };
  }

  rest(): void {
    this.#effort = { left: MAX_STEPS };
  }
}

const definitionsOf = ({ $defs, definitions }: JsonSchema): JsonSchema => ({
  ...($defs !== undefined && { $defs }),
  ...(definitions !== undefined && { definitions }),
});

/**
 * Makes a zod schema of a user's JSON Schema. Its regular expressions are those of `compilePattern`: they cannot hang
 * whoever checks a value, and a text that would take too long does not fit.
 * @throws {SchemaError} when it is none, or one that no value can be checked against
 */
export const compileSchema = (schema: JsonSchema): z.ZodType => {
  if (!isWithinDepth(schema, MAX_LEVELS)) throw new SchemaError(`must be at most ${MAX_LEVELS} levels deep`);
  try {
    const patterns = new Patterns();
    const moved = movePatterns(schema);
    const compiled = convert(moved, definitionsOf(moved), patterns);
    const run = compiled._zod.run.bind(compiled._zod);
    compiled._zod.run = (payload, context) => {
      patterns.rest();
      return run(payload, context);
    };
    return compiled;
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    if (error instanceof PatternError)
      throw new SchemaError(`has a pattern that ${error.message}`, { cause: error });
    throw new SchemaError('is not a JSON Schema that can be checked', { cause: error });
  }
};
