import type { BlueprintDefinition, CreateBlueprint, ReplaceBlueprint } from '@errand/contracts';
import { checkBlueprint } from '@errand/runbook-language';
import type { z } from 'zod';
import { brokenDefinition } from '../definitions/errors.ts';

/** The body of a request, and the stored definition, in which left-out fields are null. 422: it is invalid. */
export function checkedDefinition<Schema extends typeof CreateBlueprint | typeof ReplaceBlueprint>(
  json: unknown,
  schema: Schema,
): { body: z.output<Schema>; definition: BlueprintDefinition } {
  const check = checkBlueprint(json, schema);
  if (!check.ok) throw brokenDefinition(check.problems);
  const { name, goal, startUrl, parameters, applicationScope, outputSchema, maxSteps } = check.body;
  return {
    body: check.body,
    definition: {
      name,
      goal,
      startUrl: startUrl ?? null,
      parameters: parameters ?? null,
      applicationScope: applicationScope ?? null,
      outputSchema: outputSchema ?? null,
      maxSteps: maxSteps ?? null,
    },
  };
}
