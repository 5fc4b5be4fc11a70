import { type JsonSchema, nameOf, reference } from './json-schema.ts';

type Schemas = Record<string, JsonSchema>;

/** What narrows a text so far that a template does not fit any more. */
const NARROWING = ['enum', 'const', 'pattern', 'format', 'contentEncoding'] as const;

function branchesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] | undefined {
  return anyOf ?? oneOf;
}

/** Whether any text fits, and so a template too. */
function takesText(schema: JsonSchema, schemas: Schemas): boolean {
  if (schema.$ref !== undefined) return takesText(schemas[nameOf(schema.$ref)] ?? {}, schemas);
  const branches = branchesOf(schema);
  if (branches !== undefined) return branches.some((branch) => takesText(branch, schemas));
  if (NARROWING.some((rule) => schema[rule] !== undefined)) return false;
  return schema.type === undefined || schema.type === 'string';
}

function entries(
  schemas: Readonly<Record<string, unknown>>,
  change: (schema: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, each]) => [name, change(each as JsonSchema)]),
  );
}

/** The value itself, or a template that resolves to it. */
function orTemplate(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const inner = withTemplates(schema, schemas);
  if (takesText(schema, schemas)) return inner;
  const { description, default: fallback, ...rest } = inner;
  const branches = branchesOf(rest) ?? [rest];
  return {
    anyOf: [...branches, reference('Template')],
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
}

/** The schema with a template allowed in place of each value inside it, as the Runbook language allows it. */
export function withTemplates(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const inside = (each: JsonSchema) => withTemplates(each, schemas);
  const value = (each: JsonSchema) => orTemplate(each, schemas);
  const { properties, items, additionalProperties: others, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: entries(properties, value) }),
    ...(typeof items === 'object' && { items: value(items as JsonSchema) }),
    ...(typeof others === 'object' && { additionalProperties: value(others) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
  };
}
