import { formatPath } from '@errand/contracts';
import { compileSchema, SchemaError, type CompiledSchema } from '@errand/runbook-language';
import { StepError } from '@errand/browser-runtime';

/** A loop checks each iteration against the same schema. */
const compiled = new WeakMap<object, CompiledSchema>();

function schemaOf(schema: Record<string, unknown>): CompiledSchema {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  try {
    const fresh = compileSchema(schema);
    compiled.set(schema, fresh);
    return fresh;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw new StepError('output_invalid', `outputSchema: ${error.message}.`, {
      cause: error,
      noEffect: true,
    });
  }
}

/** @throws {StepError} `output_invalid` for an output that does not match the schema of its step */
export function checkOutput(output: unknown, schema: Record<string, unknown> | undefined): void {
  const [problem] = schema === undefined ? [] : schemaOf(schema).problemsOf(output);
  if (problem === undefined) return;
  const where = formatPath(problem.path);
  throw new StepError(
    'output_invalid',
    `The output does not match the step's schema: ${where === '' ? 'it' : where} ${problem.message}.`,
  );
}
