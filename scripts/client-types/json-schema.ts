/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A JSDoc comment, or nothing. */
export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /').trim()} */\n`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function joined(types: readonly string[], operator: '|' | '&'): string {
  const distinct = [...new Set(types)];
  if (distinct.length < 2) return distinct[0] ?? 'never';
  return `(${distinct.join(` ${operator} `)})`;
}

/** `^metadata[.]` as the index signature of keys that begin so. */
function patternSignature([pattern, value]: readonly [string, Schema]): string {
  const prefix = /^\^([\w-]+)\[\.\]$/.exec(pattern)?.[1];
  const key = prefix === undefined ? 'string' : `\`${prefix}.\${string}\``;
  return `[key: ${key}]: ${typeOf(value)};`;
}

/** The members of an object type, between the braces. */
export function membersOf(schema: Schema): string {
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) =>
      `${comment(property.description)}${propertyName(name)}${required.has(name) ? '' : '?'}: ${typeOf(property)};`,
  );
  return [...properties, ...Object.entries(schema.patternProperties ?? {}).map(patternSignature)].join('\n');
}

function objectType(schema: Schema): string {
  if (schema.properties !== undefined || schema.patternProperties !== undefined)
    return `{ ${membersOf(schema)} }`;
  const { additionalProperties: rest } = schema;
  if (rest === false) return 'Record<string, never>';
  return `Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'unknown'}>`;
}

function arrayType({ items, prefixItems }: Schema): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(typeOf).join(', ')}]`;
  return items ? `${joined([typeOf(items)], '|')}[]` : 'unknown[]';
}

/** The TypeScript type of the values that a schema accepts. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((value) => JSON.stringify(value)),
      '|',
    );
  const union = schema.anyOf ?? schema.oneOf;
  const base = ownType(schema);
  const parts = [
    ...(base === null ? [] : [base]),
    ...(schema.allOf ?? []).map(typeOf),
    ...(union === undefined ? [] : [joined(union.map(typeOf), '|')]),
  ];
  return parts.length === 0 ? 'unknown' : joined(parts, '&');
}

function ownType(schema: Schema): string | null {
  const { type } = schema;
  if (type === undefined) return schema.properties === undefined ? null : objectType(schema);
  if (typeof type !== 'string')
    return joined(
      type.map((each) => typeOf({ ...schema, type: each })),
      '|',
    );
  if (type === 'array') return arrayType(schema);
  if (type !== 'object') return SIMPLE[type] ?? 'unknown';
  const isConstrained =
    schema.anyOf !== undefined || schema.oneOf !== undefined || schema.allOf !== undefined;
  return isConstrained && schema.properties === undefined ? null : objectType(schema);
}
