import { queryOptions } from '@tanstack/react-query';
import { errand } from '../api/client.ts';
import type { Schema } from '../schema-form/schema.ts';

interface Document {
  components: { schemas: Record<string, Schema> };
}

function schemasOf({ components }: Document) {
  const text = JSON.stringify(components.schemas)
    .replaceAll('#/components/schemas/', '#/$defs/')
    // A form has no null: the field is left empty.
    .replaceAll('Default: null; ', 'Left empty: ');
  const defs = JSON.parse(text) as Record<string, Schema>;
  const { CreateBlueprint: whole = {}, RunbookParameter: parameter = {} } = defs;
  const { parameters: _own, ...properties } = whole.properties ?? {};
  return { defs, form: { ...whole, properties }, parameter };
}

/** The form of a Blueprint, from the OpenAPI document. Its parameters have a form of their own. */
export function blueprintSchemaQuery() {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: () => errand.request<Document>('GET', '/v1/openapi.json'),
    staleTime: Infinity,
    select: schemasOf,
  });
}
