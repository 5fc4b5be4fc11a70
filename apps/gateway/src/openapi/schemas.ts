import * as contracts from '@errand/contracts';
import type { Route } from '@errand/contracts';
import { z } from 'zod';
import {
  type JsonSchema,
  OPTIONS,
  POINTER,
  inlineSchema,
  namesIn,
  pascalCase,
  reference,
  tidy,
} from './json-schema.ts';
import { describeUnions, unionSchemas } from './unions.ts';

/** Schemas that mean no more than their JSON type; they are inlined. */
const INLINE = new Set<z.ZodType>([
  contracts.Text,
  contracts.Limit,
  contracts.Offset,
  contracts.Cursor,
  contracts.NextCursor,
  contracts.ExpectedVersion,
]);

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
}

function isEmptyObject(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0;
}

/** Beside a reference zod repeats what it refers to; only what differs is kept. */
function withoutCopies(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  if ('$ref' in json)
    for (const key of Object.keys(json))
      if (!['$ref', 'description', 'default'].includes(key)) Reflect.deleteProperty(json, key);
  for (const inner of Object.values(json)) withoutCopies(inner);
}

export interface NamedSchemas {
  /** `components.schemas`: the schemas that the routes use. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Reference to the schema of a route's body; null when it takes none. */
  requestBody(route: Route): JsonSchema | null;
  refer(schema: z.ZodType): JsonSchema;
}

/** Names every schema of the contracts and collects those that `routes` use. */
export function nameSchemas(routes: readonly Route[]): NamedSchemas {
  const names = new Map<z.ZodType, string>(unionSchemas);
  const name = (schema: z.ZodType, fallback: string) => {
    if (!names.has(schema)) names.set(schema, fallback);
  };
  for (const [exported, schema] of Object.entries(contracts))
    if (schema instanceof z.ZodType && !INLINE.has(schema)) name(schema, exported);
  for (const route of routes) {
    const body = unwrapped(route.body);
    if (!isEmptyObject(body) && !(body instanceof z.ZodUnknown)) name(body, `${pascalCase(route.name)}Body`);
    for (const answer of Object.values(route.answers))
      if (answer.body) name(answer.body, `${pascalCase(route.name)}Answer`);
  }
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, io: 'input', uri: (id) => POINTER + id });
  for (const schema of Object.values(schemas)) tidy(schema);
  withoutCopies(schemas);
  describeUnions(schemas);

  const refer = (schema: z.ZodType): JsonSchema => {
    const known = names.get(schema);
    return known === undefined ? inlineSchema(schema) : reference(known);
  };
  const requestBody = (route: Route): JsonSchema | null => {
    const body = unwrapped(route.body);
    return isEmptyObject(body) ? null : refer(body);
  };

  const used = new Set<string>();
  const collect = (json: unknown) => {
    for (const id of namesIn(json)) {
      if (used.has(id)) continue;
      used.add(id);
      collect(schemas[id]);
    }
  };
  collect(refer(contracts.ErrorBody));
  if (routes.some(({ ofAccounts }) => ofAccounts)) collect(refer(contracts.AccountErrorBody));
  for (const route of routes) {
    collect(requestBody(route));
    for (const { body, stream } of Object.values(route.answers))
      collect([body && refer(body), stream && refer(stream.data)]);
  }
  const components = Object.fromEntries(
    [...used].sort().flatMap((id) => (schemas[id] === undefined ? [] : [[id, schemas[id]]])),
  );
  return { components, requestBody, refer };
}
