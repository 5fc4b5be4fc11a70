import { describeIssues, isWithinDepth, type PrimitiveStep, type RunbookProblem } from '@errand/contracts';
import { signatureOf } from '@errand/contracts/primitives';
import type { z } from 'zod';
import type { WorkBudget } from '../work-budget.ts';
import { brokenPatternSource } from '../parameters/declarations.ts';
import { compileSchema, SchemaError } from '../schemas/json-schema.ts';
import { hasTemplate } from '../templates/template.ts';

type Issue = z.core.$ZodIssue;
type PrimitiveCall = Pick<PrimitiveStep, 'primitive' | 'input'>;

const MAX_LEVELS = 64;

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );
}

/** Drops issues about strings with templates, which may resolve to any value. */
function withoutTemplates(issues: readonly Issue[], value: unknown): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const found = valueAt(value, issue.path);
    if (typeof found === 'string' && hasTemplate(found)) return [];
    if (issue.code !== 'invalid_union' || issue.inclusive === false) return [issue];
    const errors = issue.errors.map((branch) => withoutTemplates(branch, found));
    return errors.some((branch) => branch.length === 0) ? [] : [{ ...issue, errors }];
  });
}

/** Returns the problem of a JSON Schema, or null. */
export function brokenSchema(schema: Record<string, unknown>, budget: WorkBudget): string | null {
  try {
    compileSchema(schema, budget);
    return null;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

function ownRules({ primitive, input }: PrimitiveCall, budget: WorkBudget): RunbookProblem[] {
  const problem = (path: string, message: string | null) => (message === null ? [] : [{ path, message }]);
  const { pattern, schema } = input;
  if (primitive === 'data.match' && typeof pattern === 'string' && !hasTemplate(pattern))
    return problem('pattern', brokenPatternSource(pattern, budget));
  if (primitive === 'human.input' && typeof schema === 'object' && schema !== null)
    return problem('schema', brokenSchema(schema as Record<string, unknown>, budget));
  return [];
}

/** Checks the input of a primitive step as far as that is possible before its templates are resolved. Paths are relative to `input`. */
export function checkPrimitiveInput(step: PrimitiveCall, budget: WorkBudget): RunbookProblem[] {
  const signature = signatureOf(step.primitive);
  if (signature === undefined) return [];
  if (!isWithinDepth(step.input, MAX_LEVELS))
    return [{ path: '', message: `must be at most ${MAX_LEVELS} levels deep` }];
  const parsed = signature.input.safeParse(step.input);
  const issues = parsed.success ? [] : withoutTemplates(parsed.error.issues, step.input);
  return [...describeIssues(issues), ...ownRules(step, budget)];
}
