import type { NestedParameter, RunbookParameter } from '@errand/sdk';
import type { Schema } from './schema.ts';

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  url: 'uri',
  email: 'email',
  secret: 'password',
  file: 'file',
};
const TYPES: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  list: 'array',
  object: 'object',
  file: 'object',
};

function schemaOf(parameter: NestedParameter): Schema {
  const { type, items, properties, enum: values, required: _required, ...rules } = parameter;
  const format = FORMATS[type];
  return {
    ...(rules as Schema),
    type: TYPES[type] ?? 'string',
    ...(format !== undefined && { format }),
    ...(values !== undefined && { enum: values }),
    ...(items !== undefined && { items: schemaOf(items) }),
    ...(properties !== undefined && objectOf(Object.entries(properties))),
  };
}

function objectOf(entries: readonly (readonly [string, NestedParameter])[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, parameter]) => [name, { title: name, ...schemaOf(parameter) }]),
    ),
    required: entries
      .filter(([, parameter]) => parameter.required === true && parameter.default === undefined)
      .map(([name]) => name),
  };
}

/** The JSON Schema of the inputs that parameters declare. */
export function schemaOfParameters(parameters: readonly RunbookParameter[]): Schema {
  return objectOf(parameters.map(({ name, ...parameter }) => [name, parameter]));
}
