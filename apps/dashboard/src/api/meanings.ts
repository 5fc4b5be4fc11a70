import { queryOptions } from '@tanstack/react-query';
import { errand } from './client.ts';

interface Document {
  components: { schemas: Record<string, { 'x-enumDescriptions'?: Record<string, string> }> };
}

/** The meaning of each value of an enumeration in the OpenAPI document; of an error code, also how to fix it. */
export function meaningQuery(name: 'ErrorCode' | 'Scope') {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: () => errand.request<Document>('GET', '/v1/openapi.json'),
    select: ({ components }) => components.schemas[name]?.['x-enumDescriptions'] ?? {},
    staleTime: Infinity,
  });
}
