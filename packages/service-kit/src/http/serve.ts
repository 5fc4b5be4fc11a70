import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  IdempotencyKey,
  Problem,
  type Route,
  missingScope,
  notFound,
  parseOrThrow,
  unauthenticated,
} from '@errand/contracts';
import { PRINCIPAL_HEADER, Principal } from '@errand/contracts/internal';
import type { z } from 'zod';
import { nameRoute } from '../telemetry/http.ts';
import { sendJson } from './answer.ts';
import { parseJsonBody, readBody } from './body.ts';
import type { Fingerprint, TakeFingerprint } from './fingerprint.ts';
import { createRouteTable } from './route-table.ts';
import type { RequestHandler } from './server.ts';

export interface Idempotency {
  /** The stored key. Clients' keys contain no blank, so a key with a namespace prefix never equals one without. */
  readonly key: string;
  /** Covers method, path and canonical body. */
  readonly fingerprint: Fingerprint;
}

export interface RouteRequest<R extends Route> {
  readonly params: z.output<R['params']>;
  /** The parsed but unvalidated JSON; undefined when there was no body. */
  readonly json: unknown;
  /** These three validate what was sent and throw 422. Call them after the id was found, because 404 comes first. */
  readonly query: () => z.output<R['query']>;
  readonly body: () => z.output<R['body']>;
  /** Null when the route does not honour `X-Idempotency-Key` or the request has none. */
  readonly idempotency: (
    /** What the fingerprint covers. Default: the JSON body. A handler that reads a file passes what identifies it. */
    content?: unknown,
  ) => Idempotency | null;
  readonly principal: Principal;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface RouteAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Returns the JSON answer, or writes to `response` itself and returns nothing. */
export type RouteHandler<R extends Route> = (request: RouteRequest<R>) => Promise<RouteAnswer | void>;

export interface ServedRoute {
  readonly route: Route;
  readonly handle: RouteHandler<Route>;
}

/** Binds a handler to a route of the contract. */
export function serve<R extends Route>(route: R, handle: RouteHandler<R>): ServedRoute {
  return {
    route,
    handle: handle,
  };
}

/** Authenticates the caller; throws 401 or 403. */
export type Authenticate = (
  request: IncomingMessage,
  response: ServerResponse,
  route: Route,
) => Promise<Principal> | Principal;

function bearerOf(request: IncomingMessage): string {
  return request.headers.authorization?.replace(/^Bearer /, '') ?? '';
}

/** True when the caller sent the internal token. */
export function hasInternalToken(request: IncomingMessage, token: string): boolean {
  const sent = Buffer.from(bearerOf(request));
  const expected = Buffer.from(token);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

const MAX_KNOWN_PRINCIPALS = 1_000;

/** Authentication behind the gateway: requires the internal token, and trusts the principal in the gateway's header. */
export function trustGateway(token: string): Authenticate {
  /** Those that were read last, by their text: checking one costs more than most requests. */
  const known = new Map<string, Principal>();
  const read = (text: string): Principal => {
    const principal = Object.freeze(Principal.parse(JSON.parse(text)));
    if (known.size >= MAX_KNOWN_PRINCIPALS) known.clear();
    known.set(text, principal);
    return principal;
  };
  return (request) => {
    const text = request.headers[PRINCIPAL_HEADER];
    if (!hasInternalToken(request, token) || typeof text !== 'string') throw unauthenticated();
    return known.get(text) ?? read(text);
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const NO_QUERY: ReadonlyMap<string, string[]> = new Map();

/** Parameters that look like filters must be known: ignoring one would return everything. */
const FILTER_LIKE = /^(?:metadata|filter)/i;
const METADATA_PREFIX = 'metadata.';

/**
 * Returns the values of each parameter that the route knows or that looks like a filter, by name; others are ignored.
 * Throws 400 for bad percent-encoding.
 */
function decodeQuery(route: Route, search: string): ReadonlyMap<string, string[]> {
  if (search === '') return NO_QUERY;
  const known = new Set(Object.keys((route.query as z.ZodObject).shape));
  const values = new Map<string, string[]>();
  for (const pair of search.split('&')) {
    const [encoded = '', ...rest] = pair.split('=');
    const name = decode(encoded) ?? '';
    if (!known.has(name) && !FILTER_LIKE.test(name)) continue;
    const value = decode(rest.join('='));
    if (value === null)
      throw new Problem(400, `The query parameter ${encoded} is not percent-encoded correctly.`);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

/** Returns one value per parameter, with `metadata.<key>` as pairs. Throws 422 for duplicates and unknown filters. */
function queryValues(route: Route, query: ReadonlyMap<string, readonly string[]>): object {
  const { shape } = route.query as z.ZodObject;
  const single: Record<string, unknown> = {};
  const metadata: [string, string][] = [];
  for (const [name, [value = '', ...more]] of query) {
    if (more.length > 0) throw new Problem(422, `query.${name}: must be sent only once`);
    if (name.startsWith(METADATA_PREFIX) && 'metadata' in shape)
      metadata.push([name.slice(METADATA_PREFIX.length), value]);
    else if (name in shape && name !== 'metadata') single[name] = value;
    else throw new Problem(422, `query.${name}: ${unknownFilter(shape)}`);
  }
  return metadata.length === 0 ? single : { ...single, metadata };
}

function unknownFilter(shape: object): string {
  return 'metadata' in shape
    ? 'unknown filter; filter metadata with metadata.<key>=<value>'
    : 'unknown filter; this list has no filter of that name';
}

function idempotencyKeyOf(route: Route, request: IncomingMessage): string | null {
  const header = request.headers['x-idempotency-key'];
  if (!route.idempotent || header === undefined) return null;
  const key = parseOrThrow(IdempotencyKey, header, 'X-Idempotency-Key');
  return route.idempotent === true ? key : `${route.idempotent} ${key}`;
}

/** The JSON body; undefined for a route whose body is a file, which its handler reads. */
async function readJson(
  { maxFileBytes }: Route,
  request: IncomingMessage,
  isRequired: boolean,
): Promise<unknown> {
  if (maxFileBytes !== undefined) return undefined;
  const json = parseJsonBody(await readBody(request), request.headers);
  if (json === undefined && isRequired) throw new Problem(400, 'A JSON body is required.');
  return json;
}

function requireTargetScope(route: Route, principal: Principal, json: unknown): void {
  const target = (json as { executionTarget?: unknown } | null | undefined)?.executionTarget;
  if (route.targeted && target === 'local' && !principal.scopes.includes('runs:local'))
    throw missingScope('runs:local');
}

function methodNotAllowed(allow: string) {
  return new Problem(405, `Method not allowed. Allowed: ${allow}.`, { Allow: allow });
}

/**
 * Serves routes of the contract and decides which error takes precedence: route and method, authentication,
 * form of the body, then the handler's checks: id, rules, state. Throws at start when a route honours idempotency keys
 * and no `fingerprint` is passed.
 */
export function servePublicRoutes(
  routes: readonly ServedRoute[],
  authenticate: Authenticate,
  fingerprint?: TakeFingerprint,
): RequestHandler {
  const idempotent = routes.find(({ route }) => route.idempotent);
  if (idempotent !== undefined && fingerprint === undefined)
    throw new Error(`${idempotent.route.name} honours idempotency keys and needs fingerprints`);
  const table = createRouteTable(routes.map((served) => served.route));
  const handlers = new Map(routes.map((served) => [served.route.name, served.handle]));
  const needsBody = new Set(
    routes.filter(({ route }) => !route.body.safeParse(undefined).success).map(({ route }) => route.name),
  );
  return async (request, response) => {
    const [pathname = '/', ...searches] = (request.url ?? '/').split('?');
    const match = table(request.method ?? 'GET', pathname);
    if (match === null) throw notFound();
    if ('allow' in match) throw methodNotAllowed(match.allow);
    const { route } = match;
    nameRoute(request, route.path);
    const principal = await authenticate(request, response, route);
    const json = await readJson(route, request, needsBody.has(route.name));
    requireTargetScope(route, principal, json);
    const query = decodeQuery(route, searches.join('?'));
    const params = route.params.safeParse(match.params);
    if (!params.success) throw notFound();
    const answer = await handlers.get(route.name)?.({
      params: params.data,
      json,
      query: () => parseOrThrow(route.query, queryValues(route, query), 'query'),
      body: () => parseOrThrow(route.body, json === undefined ? {} : json),
      idempotency: (content = json) => {
        const key = fingerprint && idempotencyKeyOf(route, request);
        return key ? { key, fingerprint: fingerprint(route.method, pathname, content) } : null;
      },
      principal,
      request,
      response,
    });
    if (answer) sendJson(response, answer.status, answer.body, answer.headers);
  };
}
