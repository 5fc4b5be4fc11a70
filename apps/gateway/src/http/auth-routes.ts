import { Problem, isStorable, unprocessable } from '@errand/contracts';
import { currentRequestId, nameRoute, parseJsonBody, readBody, sendJson } from '@errand/service-kit';
import type { Handler } from 'express';
import { actingAs } from '../audit/actor.ts';
import { AUTH_PATH, type Auth } from '../identity/auth.ts';
import { failOnOutage } from '../identity/outages.ts';
import { sessionUser } from '../identity/session-principal.ts';
import { ADDRESS_HEADER } from '../identity/sign-in-limits.ts';
import type { Limiter } from '../limits/limiters.ts';
import { networkOf } from '../limits/network-of.ts';
import { crossOriginProblem, isCrossOrigin, isSafe } from './authenticate.ts';

/** Request headers that better-auth needs in addition to the body's type. */
const FORWARDED_HEADERS = ['accept', 'authorization', 'cookie', 'origin', 'referer', 'user-agent'];

const JSON_TYPE = /^application\/json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const DEVICE_GRANT = /^\/device\/(?:code|token)$/;

interface Body {
  readonly bytes: Buffer;
  readonly type: string;
}

/** Devices send forms (RFC 8628), which better-auth does not read: they become JSON. */
function understood(path: string, { bytes, type }: Body): Body {
  if (!DEVICE_GRANT.test(path) || !FORM_TYPE.test(type)) return { bytes, type };
  const fields = Object.fromEntries(new URLSearchParams(bytes.toString()));
  return { bytes: Buffer.from(JSON.stringify(fields)), type: 'application/json' };
}

/** Throws 422 for text that the database would refuse with an error. */
function requireStorable(where: string, value: unknown): void {
  if (!isStorable(value))
    throw unprocessable(`${where}: must not contain NUL or unpaired surrogate characters`);
}

/** Sign-in and sign-up are audited under the account they open, not under a session that the browser still has. */
function isSigningIn(url: string): boolean {
  return /^\/sign-(in|up)\//.test(url.slice(AUTH_PATH.length));
}

function messageOf(body: unknown): string | undefined {
  const { message, error_description: description } = (body ?? {}) as Record<string, unknown>;
  return [message, description].find((text) => typeof text === 'string' && text !== '') as string | undefined;
}

/** better-auth's error body, with the `detail` that every error of the API has. */
function errorBodyOf(status: number, text: string): object {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = {};
  }
  const fallback = status === 404 ? 'Not found.' : 'The request was rejected.';
  return { ...(body as object | null), detail: messageOf(body) ?? fallback };
}

/** Mounts better-auth under /api/auth. */
export function authRoutes(parts: {
  auth: Auth;
  publicUrl: URL;
  origins: readonly string[];
  limiter: Limiter;
}): Handler {
  const { auth, publicUrl, origins, limiter } = parts;
  return async (request, response, next) => {
    const { method, url } = request;
    if (!url.startsWith(`${AUTH_PATH}/`)) {
      next();
      return;
    }
    nameRoute(request, `${AUTH_PATH}/{action}`);
    const address = request.ip ?? 'unknown';
    const usage = await limiter.consume(networkOf(address));
    if (usage.exceeded)
      throw new Problem(429, `Too many requests. Try again in ${usage.resetSeconds} s.`, {
        'Retry-After': String(usage.resetSeconds),
      });
    const { cookie, origin } = request.headers;
    if ((cookie !== undefined || origin !== undefined) && isCrossOrigin(request, origins))
      throw crossOriginProblem(request, origins);
    const headers = new Headers({ [ADDRESS_HEADER]: address });
    for (const name of FORWARDED_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const { pathname, searchParams } = new URL(url, publicUrl);
    const { 'content-type': sentType = '' } = request.headers;
    const sent = { bytes: await readBody(request), type: sentType };
    const { bytes, type } = understood(pathname.slice(AUTH_PATH.length), sent);
    if (type !== '') headers.set('content-type', type);
    requireStorable('query', [...searchParams]);
    if (JSON_TYPE.test(type))
      requireStorable('body', parseJsonBody(bytes, { ...request.headers, 'content-type': type }));
    const userId = isSafe(request) || isSigningIn(url) ? null : await sessionUser(auth, cookie);
    const answer = await actingAs(
      { userId: userId ?? undefined, address, requestId: currentRequestId() },
      () =>
        failOnOutage(() =>
          auth.handler(
            new Request(publicUrl.origin + url, {
              method,
              headers,
              body:
                bytes.length === 0 || method === 'GET' || method === 'HEAD' ? null : new Uint8Array(bytes),
            }),
          ),
        ),
    );
    const text = await answer.text();
    if (answer.status >= 500)
      throw new Problem(500, 'Something went wrong on our side. The request id identifies it.');
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
    for (const name of ['location', 'retry-after']) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    if (answer.status >= 400) {
      sendJson(response, answer.status, errorBodyOf(answer.status, text));
      return;
    }
    response.writeHead(answer.status, {
      'Content-Type': answer.headers.get('content-type') ?? 'application/json; charset=utf-8',
    });
    response.end(text);
  };
}
