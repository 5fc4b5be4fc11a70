import type { OpenApiDocument } from './document.ts';
import { type JsonSchema, nameOf } from './json-schema.ts';

/** Values of formats and named schemas, where the rules alone would give something odd. */
const KNOWN: Readonly<Record<string, unknown>> = {
  Id: '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e',
  Timestamp: '2026-11-20T09:30:00.000Z',
  JsonObject: {},
  RunEvent: {
    seq: 1,
    at: '2026-11-20T09:30:00.000Z',
    type: 'run.started',
    step_id: null,
    message: 'Running "Read a heading" (2 steps).',
    data: null,
  },
  RunbookStep: {
    id: 'open',
    kind: 'primitive',
    primitive: 'browser.navigate',
    input: { url: 'https://example.com' },
  },
  RunbookParameter: { name: 'page', type: 'url', required: true },
};

const MAX_DEPTH = 6;

function sample(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, depth: number): unknown {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return name in KNOWN ? KNOWN[name] : sample(schemas[name] ?? {}, schemas, depth);
  }
  const of = (inner: unknown) => sample(inner as JsonSchema, schemas, depth + 1);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return sample(branches[0] ?? {}, schemas, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.properties !== undefined && depth < MAX_DEPTH) {
    const required = new Set(schema.required);
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name]) => required.has(name))
        .map(([name, each]) => [name, of(each)]),
    );
  }
  switch ([schema.type].flat()[0]) {
    case 'string':
      return schema.format === 'date-time' ? KNOWN['Timestamp'] : 'string';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'array':
      return typeof schema.items === 'object' && depth < MAX_DEPTH ? [of(schema.items)] : [];
    default:
      return schema.type === 'object' ? {} : null;
  }
}

/** An answer that fits the schema, for people who want to see its form; undefined for what is not JSON. */
export function sampleOf(schema: JsonSchema, { components }: OpenApiDocument): unknown {
  return schema.$ref === undefined && schema.properties === undefined
    ? undefined
    : sample(schema, components.schemas, 0);
}
