import { parseOrRefuse } from '@errand/contracts';
import { compileSchema, SchemaError } from '@errand/runbook-language';
import { z } from 'zod';

/**
 * Refuses with 422 a value that does not fit the JSON Schema of what a step asks for. A schema that cannot be checked here
 * lets everything pass: the step checks again, and asks again.
 */
export const requireFitting = (schema: Record<string, unknown>, value: unknown): void => {
  const checked = compile(schema);
  if (checked !== null) parseOrRefuse(z.object({ value: checked }), { value });
};

const compile = (schema: Record<string, unknown>): z.ZodType | null => {
  try {
    return compileSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError) return null;
    throw error;
  }
};
