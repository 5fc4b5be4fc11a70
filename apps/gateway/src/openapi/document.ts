import { AccountErrorBody, ErrorBody, TAGS, type Answer, type Route, grantClientOf } from '@errand/contracts';
import {
  ACCOUNT_ERROR_RESPONSES,
  ERROR_RESPONSES,
  type ErrorResponse,
  errorResponsesOf,
} from './error-responses.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { type NamedSchemas, nameSchemas } from './schemas.ts';

interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { $ref: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-required-scopes': readonly string[];
  readonly 'x-preview'?: true;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description?: string;
    readonly content: Readonly<Record<string, Content>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { url: string }[];
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

function text(description: string, example: string) {
  return { description, schema: { type: 'string' }, example };
}
function count(description: string, example: number) {
  return {
    description,
    schema: { type: 'integer', minimum: 0 },
    example,
  };
}

const HEADERS = {
  'X-Request-ID': text('Identifies the request. Taken from the request if it is sent there.', 'req-8f14e45f'),
  'RateLimit-Limit': count('Requests allowed per minute.', 1_200),
  'RateLimit-Remaining': count('Requests left in this minute.', 1_199),
  'RateLimit-Reset': count('Seconds until the limit resets.', 60),
  'Retry-After': count('Seconds to wait before retrying.', 2),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  Location: text('Path of the created resource.', '/v1/runs/01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e'),
  'Idempotency-Replayed': text('`true` when the response repeats that of an earlier request.', 'true'),
  'Set-Cookie': text(
    'The session, or the end of one that is no longer valid.',
    'errand.session_token=…; Path=/; HttpOnly; SameSite=Lax',
  ),
  'Content-Disposition': text('`attachment`, with the file name.', 'attachment; filename="report.pdf"'),
};
const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

function headersOf(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function contentOf(answer: Answer, named: NamedSchemas): Record<string, Content> {
  return {
    ...(answer.body && { 'application/json': { schema: named.refer(answer.body) } }),
    ...(answer.contentType && { [answer.contentType]: { schema: {} } }),
    ...(answer.stream && {
      'text/event-stream': {
        schema: {
          type: 'string',
          description: answer.stream.description,
          contentMediaType: 'application/json',
          contentSchema: named.refer(answer.stream.data),
        },
      },
    }),
  };
}

function responsesOf(route: Route, named: NamedSchemas): Record<string, Response> {
  const answers = Object.entries(route.answers).map(([status, answer]): [string, Response] => [
    status,
    {
      description: answer.description,
      headers: headersOf([
        'X-Request-ID',
        ...(route.access === 'public' || route.ofAccounts ? [] : RATE_HEADERS),
        ...(answer.headers ?? []),
      ]),
      content: contentOf(answer, named),
    },
  ]);
  const takesBody = route.maxFileBytes !== undefined || named.requestBody(route) !== null;
  const errors = route.ofAccounts ? ACCOUNT_ERROR_RESPONSES : ERROR_RESPONSES;
  const refusals = errorResponsesOf(route, takesBody).map((status): [string, Response] => [
    String(status),
    { $ref: `#/components/responses/${errors[status]?.name}` },
  ]);
  return Object.fromEntries([...answers, ...refusals]);
}

function describeAccess(access: Route['access']): string {
  if (access === 'session') return 'Requires a dashboard session; API keys are not accepted.';
  if (access === 'public') return 'Requires no authentication.';
  if (typeof access === 'string')
    return 'Requires the access token of a device code that was confirmed, which works once.';
  if (access.scopes.length === 0) return 'Requires an API key with any scope, or a dashboard session.';
  return `Requires the scope ${access.scopes.map((scope) => `\`${scope}\``).join(' and ')}.`;
}

function securityOf(access: Route['access']): Operation['security'] {
  if (access === 'session') return [{ session: [] }];
  if (grantClientOf({ access }) !== null) return [{ deviceGrant: [] }];
  // Scopes belong to OAuth there; `x-required-scopes` names ours.
  return access === 'public' ? [] : [{ apiKey: [] }, { session: [] }];
}

function requestBodyOf(route: Route, named: NamedSchemas): Pick<Operation, 'requestBody'> {
  if (route.maxFileBytes !== undefined) {
    const description = `The bytes of the file as they are, at most ${route.maxFileBytes} of them. Content-Type is its media type.`;
    return { requestBody: { required: true, description, content: { '*/*': { schema: {} } } } };
  }
  const schema = named.requestBody(route);
  if (schema === null) return {};
  return {
    requestBody: {
      required: !route.body.safeParse(undefined).success,
      content: { 'application/json': { schema, example: route.bodyExample } },
    },
  };
}

function operationOf(route: Route, named: NamedSchemas): Operation {
  const scopes = typeof route.access === 'string' ? [] : route.access.scopes;
  return {
    operationId: route.name,
    summary: route.summary,
    description: describeAccess(route.access),
    tags: [route.tag],
    security: securityOf(route.access),
    'x-required-scopes': scopes,
    ...(route.preview && { 'x-preview': true }),
    parameters: parametersOf(route),
    ...requestBodyOf(route, named),
    responses: responsesOf(route, named),
  };
}

/** `components.responses` of a table of errors; all but a 401 have `rateHeaders`. */
function errorComponents(
  errors: Readonly<Record<number, ErrorResponse>>,
  schema: JsonSchema,
  rateHeaders: readonly string[],
): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(errors).map(([status, { name, description, detail, headers = [] }]) => [
      name,
      {
        description,
        headers: headersOf(['X-Request-ID', ...(status === '401' ? [] : rateHeaders), ...headers]),
        content: { 'application/json': { schema, example: { detail } } },
      },
    ]),
  );
}

/** The OpenAPI 3.1 document of `routes`, derived entirely from the contracts. */
export function createDocument(
  routes: readonly Route[],
  options: { serverUrl: string; sessionCookie: string },
): OpenApiDocument {
  const named = nameSchemas(routes);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, named);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Errand',
      version: '1.0.0',
      summary: 'Durable browser and computer work behind a JSON API.',
      description:
        'A Run is work that an agent carries out in a browser. Create one, then read it until its status is `completed`, `failed` or `cancelled`. A Runbook is a reusable definition whose published revisions can be run.',
      contact: { name: 'Errand', url: `${options.serverUrl}/docs` },
      license: { name: 'Proprietary', url: `${options.serverUrl}/docs` },
    },
    servers: [{ url: options.serverUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      schemas: named.components,
      responses: {
        ...errorComponents(ERROR_RESPONSES, named.refer(ErrorBody), RATE_HEADERS),
        ...(routes.some(({ ofAccounts }) => ofAccounts) &&
          errorComponents(ACCOUNT_ERROR_RESPONSES, named.refer(AccountErrorBody), [])),
      },
      headers: HEADERS,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'erk_…',
          description: 'An API key of the workspace: `Authorization: Bearer <API_KEY>`.',
        },
        deviceGrant: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The access token that /api/auth/device/token answers once a person has confirmed the code (RFC 8628).',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: options.sessionCookie,
          description: 'Session cookie of a signed-in person.',
        },
      },
    },
  };
}
