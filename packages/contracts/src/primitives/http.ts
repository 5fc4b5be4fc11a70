import { z } from 'zod';
import { primitive } from './signature.ts';
import { ExpectedStatus } from './status.ts';

const Method = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** They say where a request goes and how it is framed: with them it could reach a site that its scope does not name. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function headerProblem(name: string, value: string): string | null {
  if (!HEADER_NAME.test(name)) return 'is no name of a header';
  if (OWN_HEADERS.has(name.toLowerCase())) return 'is set by the service';
  return HEADER_VALUE.test(value) ? null : 'must be one line of Latin-1 characters';
}

const Headers = z.record(z.string(), z.string()).superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    const message = headerProblem(name, value);
    if (message !== null) context.addIssue({ code: 'custom', path: [name], message });
  }
});

const httpRequest = primitive({
  name: 'http.request',
  summary: 'Make an HTTP request outside the browser; a JSON response is parsed',
  details:
    'Follows up to ten redirects, each within the scope of the step. Cookies of the browser are not sent. Takes `json` or `body`, not both.',
  effect: 'read',
  effectOf: ({ method }) => (SAFE_METHODS.has(method) ? 'read' : 'write'),
  effectRule: '`read` with GET or HEAD, `write` with any other method.',
  input: z
    .strictObject({
      method: Method.describe('HTTP method.'),
      url: z.string().min(1).describe('Absolute http or https URL.'),
      headers: Headers.describe(
        'Request headers, but not `Host` and those that frame a request. Default: none.',
      ).optional(),
      query: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
        .describe('Query parameters to add to the URL. Default: none.')
        .optional(),
      json: z.unknown().describe('Body as JSON; sets `Content-Type`. Default: none.').optional(),
      body: z.string().describe('Body as text. Default: none.').optional(),
      expectStatus: ExpectedStatus.describe(
        'The HTTP status, or the list of them, that the response must have, else `assertion_failed`. Default: any.',
      ).optional(),
    })
    .refine((input) => input.json === undefined || input.body === undefined, 'takes json or body, not both'),
  output: z.strictObject({
    status: z.int().describe('HTTP status.'),
    headers: z.record(z.string(), z.string()).describe('Response headers, their names in lower case.'),
    body: z.unknown().describe('The parsed value of a JSON response, else its text.'),
  }),
  examples: [
    { method: 'GET', url: 'https://api.example.com/rates', query: { base: 'GBP' }, expectStatus: 200 },
    {
      method: 'POST',
      url: 'https://api.example.com/orders',
      headers: { Authorization: 'Bearer {{ inputs.token }}' },
      json: { product: '{{ inputs.product }}', price: '{{ steps.price.output }}' },
    },
  ],
});

export const httpPrimitives = [httpRequest] as const;
