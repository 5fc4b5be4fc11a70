import { parseOrRefuse } from '@errand/contracts';
import { z } from 'zod';

/** Regular expressions of strangers can run for ever; they run in the executor of the Run, and not here. */
const holdsPattern = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(([key, value]) => /^pattern/i.test(key) || holdsPattern(value));

/**
 * Refuses with 422 a value that does not fit the JSON Schema of what a step asks for. A schema that cannot be checked here
 * lets everything pass: the step checks again, and asks again.
 */
export const requireFitting = (schema: Record<string, unknown>, value: unknown): void => {
  const checked = compile(schema);
  if (checked !== null) parseOrRefuse(z.object({ value: checked }), { value });
};

const compile = (schema: Record<string, unknown>): z.ZodType | null => {
  if (holdsPattern(schema)) return null;
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return null;
  }
};
