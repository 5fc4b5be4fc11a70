import { unprocessable } from '@errand/contracts';
import { compileSchema, isScopeItem, SchemaError, secretNamesIn } from '@errand/runbook-language';
import type { Context } from '../context.ts';
import type { RunOptions } from '../lifecycle/accept.ts';

interface AdHocRun {
  task: string;
  secrets: Readonly<Record<string, string>>;
  options: RunOptions;
}

/** Checks the rules of an ad-hoc Run that its schema cannot express. 422 for the first violation. */
export function assertValidOptions(context: Context, { task, secrets, options }: AdHocRun): void {
  const unknown = secretNamesIn(task).find((name) => !Object.hasOwn(secrets, name));
  if (unknown !== undefined)
    throw unprocessable(`task: {{ secrets.${unknown} }} names no secret; give it under "secrets"`);
  const { outputSchema, applicationScope = [], timeoutMs = 1 } = options;
  if (outputSchema !== undefined) requireSchema(outputSchema);
  const invalid = applicationScope.findIndex((pattern) => !isScopeItem(pattern));
  if (invalid !== -1)
    throw unprocessable(
      `applicationScope[${invalid}]: is not a host pattern such as "*.example.com" or "localhost:8080", nor an application such as "app:mousepad"`,
    );
  if (timeoutMs > context.runTimeoutMs)
    throw unprocessable(`timeoutMs: must be at most ${context.runTimeoutMs}, the time limit of a Run`);
}

function requireSchema(outputSchema: Record<string, unknown>): void {
  try {
    compileSchema(outputSchema);
  } catch (error) {
    throw error instanceof SchemaError ? unprocessable(`outputSchema: ${error.message}`) : error;
  }
}
