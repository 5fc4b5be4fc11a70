import { formatPath, type Problem, unprocessable } from '@errand/contracts';
import { compileSchema, SchemaError, WorkBudget } from '@errand/runbook-language';

/** About 20 ms: a person's response is short, and all workspaces share this event loop. */
const MAX_STEPS = 200_000;

/**
 * The 422 for a value that does not match the response schema of a step, or null. A schema that cannot be checked here
 * accepts everything: the step checks again, and asks again.
 */
export function schemaViolation(schema: Record<string, unknown>, value: unknown): Problem | null {
  try {
    const budget = new WorkBudget(MAX_STEPS);
    const [problem] = compileSchema(schema, budget).problemsOf(value, budget);
    return problem === undefined
      ? null
      : unprocessable(`${formatPath(['value', ...problem.path])}: ${problem.message}`);
  } catch (error) {
    if (error instanceof SchemaError) return null;
    throw error;
  }
}
