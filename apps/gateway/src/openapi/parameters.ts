import { IdempotencyKey, MetadataFilter, type Route } from '@errand/contracts';
import { z } from 'zod';
import { type JsonSchema, inlineSchema } from './json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly example?: unknown;
  readonly schema: JsonSchema;
}

const LAST_EVENT: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event received; the stream resumes after it.',
  schema: { type: 'string' },
};

function isMetadataFilter(schema: z.ZodType): boolean {
  return schema instanceof z.ZodOptional && schema.unwrap() === MetadataFilter;
}

/** `explode` makes each property a parameter of its own. */
const METADATA_FILTER = {
  style: 'form',
  explode: true,
  description:
    'Selects Runs whose metadata has exactly these values: `metadata.<key>=<value>`, at most three.',
  example: { 'metadata.ticket': 'A-17' },
  schema: {
    type: 'object',
    patternProperties: { '^metadata[.]': { type: 'string' } },
    additionalProperties: false,
    maxProperties: 3,
  },
} as const;

/** A parameter is described beside its schema, not in it. */
function describedSchema(each: z.ZodType): Pick<Parameter, 'description' | 'schema'> {
  const { description, ...schema } = inlineSchema(each);
  return { schema, ...(description !== undefined && { description }) };
}

/** The parameters of a route: in its path and query, and the headers that it reads. */
export function parametersOf(route: Route): Parameter[] {
  const shapeOf = (schema: z.ZodType) =>
    schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
  const listed = (place: 'path' | 'query', schema: z.ZodType): Parameter[] =>
    shapeOf(schema).map(([name, each]) => ({
      name,
      in: place,
      required: place === 'path' || !each.safeParse(undefined).success,
      ...describedSchema(each),
      ...(isMetadataFilter(each) && METADATA_FILTER),
    }));
  const idempotency: Parameter = {
    name: 'X-Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes retries safe: a repeated request gets the response of the first. Strongly recommended.',
    schema: inlineSchema(IdempotencyKey),
  };
  return [
    ...listed('path', route.params),
    ...listed('query', route.query),
    ...(route.idempotent ? [idempotency] : []),
    ...(Object.values(route.answers).some(({ stream }) => stream?.resumes) ? [LAST_EVENT] : []),
  ];
}
