/** The part of JSON Schema that the forms support; everything else is edited as JSON. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  writeOnly?: boolean;
  contentEncoding?: string;
  examples?: readonly unknown[];
}

const TEMPLATE_REF = '#/$defs/Template';

/** The schema behind `$ref`, overlaid with the keywords next to the reference. */
export function resolved(schema: Schema, defs: Record<string, Schema>): Schema {
  const { $ref, ...own } = schema;
  if ($ref === undefined) return schema;
  const target = defs[$ref.replace('#/$defs/', '')];
  return target === undefined ? own : { ...resolved(target, defs), ...own };
}

/** The ways in which a value may be written; templates, which any text may hold, are not one of their own. */
export function variantsOf(
  schema: Schema,
  defs: Record<string, Schema>,
): { variants: Schema[]; allowsTemplate: boolean } {
  const outer = resolved(schema, defs);
  const all = outer.anyOf ?? outer.oneOf;
  if (all === undefined) return { variants: [outer], allowsTemplate: false };
  const variants = all.filter(({ $ref, type }) => $ref !== TEMPLATE_REF && type !== 'null');
  const { anyOf: _any, oneOf: _one, ...shared } = outer;
  const inner = variants.flatMap((variant) => variantsOf(variant, defs).variants);
  return {
    variants: inner.length === 1 ? [{ ...inner[0], ...shared }] : inner,
    allowsTemplate: all.some(({ $ref }) => $ref === TEMPLATE_REF),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `value` is written in this way. */
export function fits(variant: Schema, value: unknown): boolean {
  const types = variant.type === undefined ? [] : [variant.type].flat();
  if (isObject(value)) {
    if (!types.includes('object')) return types.length === 0;
    const keys = Object.keys(value);
    const known = variant.properties;
    return (
      (variant.required ?? []).every((name) => keys.includes(name)) &&
      (known === undefined || variant.additionalProperties !== false || keys.every((key) => key in known))
    );
  }
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  return types.includes(typeof value);
}

/** `By role and accessible name` of `By role and accessible name: the most durable way.` */
export function titleOf(variant: Schema): string {
  const text = variant.title ?? variant.description ?? [variant.type].flat().join(' or ');
  const [short = text] = text.split(/[:(.]\s?/, 1);
  return short.trim();
}

/** A first value of a variant. */
export function emptyOf(variant: Schema): unknown {
  if (variant.default !== undefined) return variant.default;
  if (variant.const !== undefined) return variant.const;
  const [type] = [variant.type].flat();
  if (type === 'object')
    return Object.fromEntries(
      (variant.required ?? []).map((name) => [name, emptyOf(variant.properties?.[name] ?? {})]),
    );
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return '';
}

const ABBREVIATIONS: Readonly<Record<string, string>> = { url: 'URL', id: 'ID', json: 'JSON', ms: 'ms' };

/** `Application scope` of `applicationScope`, where the schema has no title. */
export function labelOf(name: string, { title }: Schema): string {
  if (title !== undefined) return title;
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');
  const text = words.map((word) => ABBREVIATIONS[word] ?? word).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
