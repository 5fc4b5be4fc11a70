import { queryOptions } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { Schema } from '../schema-form/schema.ts';

export interface StepKind {
  /** The primitive's name, or `agent`. */
  name: string;
  description: string;
  schema: Schema;
}

export interface RunbookSchemas {
  defs: Record<string, Schema>;
  kinds: StepKind[];
  parameter: Schema;
}

function kindOf(schema: Schema): StepKind {
  const { primitive } = schema.properties ?? {};
  const name = typeof primitive?.const === 'string' ? primitive.const : 'agent';
  return { name, description: primitive?.description ?? 'Work for the agent, in plain English.', schema };
}

function schemasOf({ $defs: defs = {} }: Schema): RunbookSchemas {
  const { PrimitiveStep: union, AgentStep: agent, RunbookParameter: parameter = {} } = defs;
  const primitives = (union?.oneOf ?? []).flatMap(
    ({ $ref = '' }) => defs[$ref.replace('#/$defs/', '')] ?? [],
  );
  return { defs, kinds: [...primitives, ...(agent ? [agent] : [])].map(kindOf), parameter };
}

/** The forms of steps and parameters, from the schema that the API publishes for editors. */
export function runbookSchemasQuery() {
  return queryOptions({ ...queries.runbookSchema(), select: schemasOf });
}
