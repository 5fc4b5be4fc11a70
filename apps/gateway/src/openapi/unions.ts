import { RunEvent } from '@errand/contracts';
import { Target, Template, primitiveSteps, type PrimitiveStepSchema } from '@errand/contracts/primitives';
import type { z } from 'zod';
import { type JsonSchema, inlineSchema, pascalCase, reference } from './json-schema.ts';
import { withTemplates } from './templates.ts';

/** The schemas of one discriminated union that clients know by name. */
interface Union {
  readonly name: string;
  readonly property: string;
  readonly description: string;
  /** By the value of the property. */
  readonly branches: ReadonlyMap<string, z.ZodType>;
  readonly suffix: string;
}

const UNIONS: readonly Union[] = [
  {
    name: 'PrimitiveStep',
    property: 'primitive',
    description: 'A step that calls one primitive. `primitive` decides about `input` and output.',
    branches: new Map(primitiveSteps.map(({ signature, schema }) => [signature.name, schema])),
    suffix: 'Step',
  },
  {
    name: 'RunEvent',
    property: 'type',
    description: 'An event of a Run. `type` decides about `data`.',
    branches: new Map(RunEvent.options.map((option) => [option.shape.type.value, option])),
    suffix: 'Event',
  },
];

function branchName(value: string, { suffix }: Union): string {
  return pascalCase(value) + suffix;
}

/** Schemas that the contracts do not export by a name of their own, by name. */
export const unionSchemas: ReadonlyMap<z.ZodType, string> = new Map([
  [Target, 'Target'],
  [Template, 'Template'],
  ...UNIONS.flatMap((union) =>
    [...union.branches].map(([value, schema]): [z.ZodType, string] => [schema, branchName(value, union)]),
  ),
]);

/** What a step does, gives and looks like. */
function extensionsOf({ signature }: PrimitiveStepSchema): JsonSchema {
  const { name, output, effect, effectOf, effectRule, examples } = signature;
  const id = name.slice(name.indexOf('.') + 1);
  return {
    // Where the input decides, the stronger one.
    'x-effect': effectOf === undefined ? effect : 'write',
    ...(effectRule !== undefined && { 'x-effect-rule': effectRule }),
    'x-output': inlineSchema(output),
    examples: examples.map((input) => ({ id, kind: 'primitive', primitive: name, input })),
  };
}

/** What an agent step does depends on its instruction. */
const AGENT_STEP: JsonSchema = {
  'x-effect': 'read',
  'x-effect-rule': 'As `effect` of the step says.',
  'x-output': { description: 'What the agent returned; fits `outputSchema`, where there is one.' },
  examples: [
    { id: 'find', kind: 'agent', instruction: 'Find the cheapest teapot and report its price' },
    {
      id: 'order',
      kind: 'agent',
      instruction: 'Put {{ inputs.product }} into the cart',
      effect: 'write',
      maxSteps: 10,
      outputSchema: {
        type: 'object',
        properties: { total: { type: 'string', description: 'As it is shown.' } },
        required: ['total'],
      },
    },
  ],
};

/** Makes of the generated schemas what the language is: unions by name, steps with effect, output and examples. */
export function describeUnions(schemas: Record<string, JsonSchema>): void {
  for (const union of UNIONS) {
    const names = [...union.branches.keys()].map((value) => [value, branchName(value, union)] as const);
    schemas[union.name] = {
      description: union.description,
      oneOf: names.map(([, name]) => reference(name)),
      discriminator: {
        propertyName: union.property,
        mapping: Object.fromEntries(names.map(([value, name]) => [value, reference(name).$ref])),
      },
    };
  }
  schemas['AgentStep'] = { ...schemas['AgentStep'], ...AGENT_STEP };
  schemas['Target'] = withTemplates(schemas['Target'] ?? {}, schemas);
  for (const step of primitiveSteps) {
    const name = `${pascalCase(step.signature.name)}Step`;
    const { properties, ...schema } = schemas[name] ?? {};
    const input = withTemplates((properties?.['input'] ?? {}) as JsonSchema, schemas);
    schemas[name] = { ...schema, properties: { ...properties, input }, ...extensionsOf(step) };
  }
}
