import { Problem, type Route, grantClientOf, missingScope, unauthenticated } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { ApiResponse, type Authenticate } from '@errand/service-kit';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeyVerifier, VerifiedKey } from '../keys/verify.ts';
import type { Limiter } from '../limits/limiters.ts';

const BEARER = /^Bearer +(\S+)$/i;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Counts the request and sets the RateLimit headers. Returns a 429 once the limit is exceeded. */
async function rejectExcess(
  limiter: Limiter,
  principal: Principal,
  response: ServerResponse,
): Promise<Problem | null> {
  const usage = await limiter.consume(principal.keyId ?? `${principal.workspaceId}/${principal.userId}`);
  ApiResponse.add(response, [
    'RateLimit-Limit',
    String(usage.limit),
    'RateLimit-Remaining',
    String(usage.remaining),
    'RateLimit-Reset',
    String(usage.resetSeconds),
  ]);
  if (!usage.exceeded) return null;
  return new Problem(
    429,
    `Rate limit of ${usage.limit} requests per minute exceeded. Try again in ${usage.resetSeconds} s.`,
    {
      'Retry-After': String(usage.resetSeconds),
    },
  );
}

function isAuthorization(text: string, index: number): boolean {
  return index % 2 === 0 && text.length === 'authorization'.length && text.toLowerCase() === 'authorization';
}

/** True for methods that change nothing. */
export function isSafe(request: IncomingMessage): boolean {
  return SAFE_METHODS.has(request.method ?? '');
}

/** CSRF check: browsers attach cookies to other sites' requests too, but name the site in Origin. */
export function isCrossOrigin(request: IncomingMessage, origins: readonly string[]): boolean {
  return !isSafe(request) && !origins.includes(request.headers.origin ?? '');
}

/** The 403 for a cross-origin request; its detail names the header to send. */
export function crossOriginProblem({ headers }: IncomingMessage, origins: readonly string[]): Problem {
  const [own = ''] = origins;
  return new Problem(
    403,
    headers.origin === undefined
      ? `A request with a session cookie needs the header "Origin: ${own}". An API key needs none.`
      : `Cross-origin request rejected. With a session cookie, Origin must be ${own}.`,
  );
}

/** Set by Express from the trusted proxies' X-Forwarded-For. */
function addressOf(request: IncomingMessage): string | undefined {
  return 'ip' in request && typeof request.ip === 'string' ? request.ip : undefined;
}

function rejectScope(route: Route, principal: Principal): Problem | null {
  if (typeof route.access === 'string') return null;
  const missing = route.access.scopes.find((scope) => !principal.scopes.includes(scope));
  if (missing === undefined) return null;
  return principal.keyId === null
    ? new Problem(403, `Your role in the workspace does not allow ${missing}.`)
    : missingScope(missing);
}

export interface Authentication {
  /**
   * Identifies the caller of an API route. Throws 401, 403 or 429, checked in this order. An `Authorization` header takes
   * precedence over a cookie and is not accepted on session-only routes.
   */
  authenticate: Authenticate;
  /** Whether the key or session of an admitted request is still valid for its route, in the same workspace. */
  isStillAuthorized: (request: IncomingMessage, route: Route, admitted: Principal) => Promise<boolean>;
}

/**
 * Authenticates by API key, by the token of a device code, or by session.
 * @param parts.findGrant the principal of a token that was granted to a client by device code
 * @param parts.origins the origins from which a session may be used
 */
export function createAuthentication(parts: {
  keys: KeyVerifier;
  findSession: (cookie: string | undefined) => Promise<Principal | null>;
  findGrant: (token: string, client: string) => Promise<Principal | null>;
  limiter: Limiter;
  origins: readonly string[];
}): Authentication {
  /** The principals of keys in use, each for the last address, so that the same caller is the same object. */
  const principals = new WeakMap<VerifiedKey, Principal>();
  const principalOf = (verified: VerifiedKey, address: string | undefined): Principal => {
    const before = principals.get(verified);
    if (before !== undefined && before.address === address) return before;
    const { id, prefix, name, workspaceId, userId, scopes, fourEyes } = verified;
    const principal = {
      workspaceId,
      userId,
      keyId: id,
      keyPrefix: prefix,
      name,
      address,
      scopes: [...scopes],
      ...(fourEyes && { fourEyes }),
    };
    principals.set(verified, principal);
    return principal;
  };
  const keyPrincipal = async (
    authorization: string,
    route: Route,
    address?: string,
  ): Promise<Principal | null> => {
    const [, key] = BEARER.exec(authorization) ?? [];
    if (key === undefined || route.access === 'session') return null;
    const client = grantClientOf(route);
    if (client !== null) return await parts.findGrant(key, client);
    const verified = await parts.keys.verify(key, address);
    return verified === null ? null : principalOf(verified, address);
  };
  const identify = async (
    { headers, rawHeaders }: IncomingMessage,
    route: Route,
    address?: string,
  ): Promise<Principal | null> => {
    const { authorization } = headers;
    // Node keeps the first of two headers; a proxy in front may have checked the other.
    if (authorization !== undefined && rawHeaders.filter(isAuthorization).length > 1) return null;
    if (authorization !== undefined) return await keyPrincipal(authorization, route, address);
    return grantClientOf(route) === null ? await parts.findSession(headers.cookie) : null;
  };
  const authenticate: Authenticate = async (request, response, route) => {
    const principal = await identify(request, route, addressOf(request) ?? 'unknown');
    if (principal === null) throw unauthenticated();
    const excess = await rejectExcess(parts.limiter, principal, response);
    const isSession = principal.keyId === null && grantClientOf(route) === null;
    if (isSession && isCrossOrigin(request, parts.origins)) throw crossOriginProblem(request, parts.origins);
    const refusal = rejectScope(route, principal) ?? excess;
    if (refusal !== null) throw refusal;
    const address = addressOf(request);
    return principal.address === address ? principal : { ...principal, address };
  };
  return {
    authenticate,
    isStillAuthorized: async (request, route, admitted) => {
      const principal = await identify(request, route);
      if (principal?.workspaceId !== admitted.workspaceId) return false;
      return rejectScope(route, principal) === null;
    },
  };
}
