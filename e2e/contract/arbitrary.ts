import fc from 'fast-check';

/** Any code point but surrogates. The library's own unit `binary` takes a second of CPU to build. */
export const anyCodePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

interface JsonSchema {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
}
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Values that programs send by mistake and attackers on purpose. */
const hostile = fc.constantFrom<unknown>(
  null,
  true,
  '',
  ' ',
  '\0',
  '\ud800',
  '\udc00\ud800',
  '\u202e',
  '{{ inputs.x }}',
  '{{ steps.s.output }}',
  '{{',
  "'; DROP TABLE runs; --",
  '../../etc/passwd',
  'x'.repeat(30_000),
  '😀'.repeat(150),
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  [[[]]],
  {},
  { $ref: '#' },
  JSON.parse('{"__proto__":{"a":1}}'),
  { constructor: { prototype: 1 } },
  { toString: 1, length: -1 },
  Array.from({ length: 2_000 }, () => 0),
);

function plain(schema: JsonSchema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const inner = (each: JsonSchema) => arbitraryOf(each, schemas, depth + 1);
  if (depth > 6) return fc.constant(null);
  if (schema.$ref !== undefined)
    return plain(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map(inner));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        fc.string({ unit: anyCodePoint, maxLength: 40 }),
        fc.constantFrom('a', 'data.set', 'browser.click', 'x > "y"', 'url contains "a"'),
      );
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 50, 1_000_000) }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: 3 });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      if (properties.length === 0)
        return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
      return fc.record(Object.fromEntries(properties.map(([name, each]) => [name, inner(each)])), {
        requiredKeys: [...(schema.required ?? [])],
      });
    }
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

/** Values that nearly match a schema: most parts fit, some are arbitrary. */
export function arbitraryOf(schema: JsonSchema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: plain(schema, schemas, depth) },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}
