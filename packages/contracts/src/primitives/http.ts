import { z } from 'zod';
import { primitive } from './signature.ts';

const Method = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const httpRequest = primitive({
  name: 'http.request',
  summary: 'Make an HTTP request outside the browser; a JSON response is parsed',
  effect: 'read',
  effectOf: ({ method }) => (SAFE_METHODS.has(method) ? 'read' : 'write'),
  input: z
    .strictObject({
      method: Method,
      url: z.string().min(1),
      headers: z.record(z.string(), z.string()).optional(),
      query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
      json: z.unknown().optional(),
      body: z.string().optional(),
      expectStatus: z.int().min(100).max(599).optional(),
    })
    .refine((input) => input.json === undefined || input.body === undefined, 'takes json or body, not both'),
  output: z.strictObject({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown() }),
});

export const httpPrimitives = [httpRequest] as const;
