import { isWithinDepth } from '@errand/contracts';
import { WorkBudget, WorkBudgetError } from '../work-budget.ts';
import { PatternError } from '../patterns/pattern.ts';
import { compileNodes } from './compile.ts';
import { SchemaError } from './errors.ts';
import { judge, type Node } from './node.ts';
import { type JsonObject, type SchemaProblem } from './rules.ts';

export { SchemaError } from './errors.ts';
export type { SchemaProblem } from './rules.ts';

/** A compiled JSON Schema of a user. */
export interface CompiledSchema {
  /** Returns all problems of a JSON value; a value that exceeds the work limit gets one problem. Never throws. */
  problemsOf(value: unknown, budget?: WorkBudget): readonly SchemaProblem[];
}

const MAX_LEVELS = 64;
/** Deeper nesting of values, or of rules about one value, could exhaust the stack. */
const MAX_VALUE_LEVELS = 128;

/**
 * Compiles a user's JSON Schema (2020-12, and older keywords for the same). All users' schemas are applied through it.
 * The work of compiling and validating is limited, so neither can block a service.
 * @throws {SchemaError} when the schema is invalid, not supported or too expensive
 */
export function compileSchema(schema: JsonObject, budget = new WorkBudget()): CompiledSchema {
  if (!isWithinDepth(schema, MAX_LEVELS)) throw new SchemaError(`must be at most ${MAX_LEVELS} levels deep`);
  const root = compileRoot(schema, budget);
  return {
    problemsOf(value, judgingBudget = new WorkBudget()) {
      if (!isWithinDepth(value, MAX_VALUE_LEVELS))
        return [{ path: [], message: `must be at most ${MAX_VALUE_LEVELS} levels deep` }];
      try {
        const problems = judge(root, value ?? null, { budget: judgingBudget, depth: 0 });
        return value === undefined && problems.length > 0 ? [{ path: [], message: 'is required' }] : problems;
      } catch (error) {
        if (error instanceof WorkBudgetError || error instanceof PatternError)
          return [{ path: [], message: 'takes too much work to check against its schema' }];
        throw error;
      }
    },
  };
}

function compileRoot(schema: JsonObject, budget: WorkBudget): Node {
  try {
    return compileNodes(schema, budget);
  } catch (error) {
    if (error instanceof PatternError)
      throw new SchemaError(`has a pattern that ${error.message}`, { cause: error });
    if (error instanceof WorkBudgetError) throw new SchemaError(error.message, { cause: error });
    throw error;
  }
}
