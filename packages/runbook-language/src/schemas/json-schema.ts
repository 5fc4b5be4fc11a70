import { isWithinDepth } from '@errand/contracts';
import { Effort, EffortError } from '../effort.ts';
import { PatternError } from '../patterns/pattern.ts';
import { compileNodes } from './compile.ts';
import { SchemaError } from './errors.ts';
import { judge, type Node } from './node.ts';
import { type JsonObject, type SchemaProblem } from './rules.ts';

export { SchemaError } from './errors.ts';
export type { SchemaProblem } from './rules.ts';

/** A user's JSON Schema, ready to judge values. */
export interface CompiledSchema {
  /** Everything that is wrong with a JSON value; a value that takes too much work is wrong as a whole. Never throws. */
  problemsOf(value: unknown, effort?: Effort): readonly SchemaProblem[];
}

const MAX_LEVELS = 64;
/** Values nested deeper, or more rules about one value inside each other, could exhaust the stack. */
const MAX_VALUE_LEVELS = 128;

/**
 * Compiles a user's JSON Schema (2020-12, and the older words for the same), the only way in which one is ever applied.
 * All that compiling and judging does is counted, so neither can hold a service up.
 * @throws {SchemaError} when it is none, or one that cannot be checked within reason
 */
export function compileSchema(schema: JsonObject, effort = new Effort()): CompiledSchema {
  if (!isWithinDepth(schema, MAX_LEVELS)) throw new SchemaError(`must be at most ${MAX_LEVELS} levels deep`);
  const root = compileRoot(schema, effort);
  return {
    problemsOf(value, judgingEffort = new Effort()) {
      if (!isWithinDepth(value, MAX_VALUE_LEVELS))
        return [{ path: [], message: `must be at most ${MAX_VALUE_LEVELS} levels deep` }];
      try {
        const problems = judge(root, value ?? null, { effort: judgingEffort, depth: 0 });
        return value === undefined && problems.length > 0 ? [{ path: [], message: 'is required' }] : problems;
      } catch (error) {
        if (error instanceof EffortError || error instanceof PatternError)
          return [{ path: [], message: 'takes too much work to check against its schema' }];
        throw error;
      }
    },
  };
}

function compileRoot(schema: JsonObject, effort: Effort): Node {
  try {
    return compileNodes(schema, effort);
  } catch (error) {
    if (error instanceof PatternError)
      throw new SchemaError(`has a pattern that ${error.message}`, { cause: error });
    if (error instanceof EffortError) throw new SchemaError(error.message, { cause: error });
    throw error;
  }
}
