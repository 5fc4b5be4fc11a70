import type { OpenApiDocument } from './document.ts';
import { type JsonSchema, POINTER, namesIn } from './json-schema.ts';

/** Keywords of OpenAPI and of this API that a strict JSON Schema validator does not know. */
const FOREIGN = new Set(['discriminator', 'x-effect', 'x-effect-rule', 'x-output', 'x-enumDescriptions']);

function inDefs(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(POINTER) ? value.replace(POINTER, '#/$defs/') : value;
  if (Array.isArray(value)) return value.map(inDefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (FOREIGN.has(key) ? [] : [[key, inDefs(inner)]])),
  );
}

/** JSON Schema 2020-12 of the body that creates a Runbook, for editors. */
export function runbookSchema({ components, servers }: OpenApiDocument): JsonSchema {
  const { schemas } = components;
  const used = new Set<string>();
  const collect = (json: unknown) => {
    for (const name of namesIn(json)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(inDefsSource(schemas[name]));
    }
  };
  const inDefsSource = (json: unknown): unknown =>
    JSON.parse(JSON.stringify(json ?? null, (key, inner: unknown) => (FOREIGN.has(key) ? undefined : inner)));
  collect(schemas['CreateRunbook']);
  const $defs = Object.fromEntries([...used].sort().map((name) => [name, inDefs(schemas[name])]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${servers[0]?.url ?? ''}/v1/runbooks/schema`,
    title: 'Runbook',
    ...(inDefs(schemas['CreateRunbook']) as JsonSchema),
    $defs: $defs as Record<string, JsonSchema>,
  };
}
