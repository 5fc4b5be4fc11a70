import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Where the document keeps its named schemas. */
export const POINTER = '#/components/schemas/';

/** Formats that zod invented. */
const UNKNOWN_FORMATS = new Set(['base64']);

/** Removes what zod adds for its own use. */
export function tidy(json: JsonSchema): void {
  delete json.$schema;
  delete json.$id;
  delete json.propertyNames;
  if (json.format === 'date-time') delete json.pattern;
  if (json.format !== undefined && UNKNOWN_FORMATS.has(json.format)) delete json.format;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

export const OPTIONS = {
  unrepresentable: 'any',
  override: ({ jsonSchema }: { jsonSchema: JsonSchema }) => tidy(jsonSchema),
} as const;

/** A schema without references, of its parsed values (numbers, not strings of digits). */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, { ...OPTIONS, io: 'output' });
  tidy(json);
  return json;
}

/** A reference to a named schema of the document. */
export function reference(name: string): JsonSchema {
  return { $ref: POINTER + name };
}

/** The name in a reference to a named schema. */
export function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** The names of the schemas that a document refers to. */
export function namesIn(json: unknown): string[] {
  return [...JSON.stringify(json ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? '',
  );
}

/** `browser.navigate` as `BrowserNavigate`, `createRun` as `CreateRun`. */
export function pascalCase(name: string): string {
  return name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
