import type { IncomingMessage } from 'node:http';
import { MAX_LIVE_INPUT_BYTES, Problem, notFound, unavailable } from '@errand/contracts';
import { MAX_PICTURE_BYTES, PRINCIPAL_HEADER } from '@errand/contracts/internal';
import {
  type RequestHandler,
  type SocketHandler,
  type WebSocket,
  connectWebSocket,
  nameRoute,
} from '@errand/service-kit';
import { LIVE_FILES, LIVE_PAGE } from '../live/files.ts';
import { relay } from '../live/relay.ts';
import type { FindWatcher, Watcher } from '../live/watchers.ts';
import { asciiJson } from './forward.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');
const PAGE_PATH = /^\/live\/([^/]+)$/;
const SOCKET_PATH = /^\/live\/([^/]+)\/socket$/;

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://gateway');
}

/** The page of the live view, at /live/{run_id}, and its files. */
export function liveRoutes(findWatcher: FindWatcher): RequestHandler {
  return async (request, response) => {
    const { pathname, searchParams } = urlOf(request);
    const file = Object.hasOwn(LIVE_FILES, pathname) ? LIVE_FILES[pathname] : undefined;
    const [, runId] = PAGE_PATH.exec(pathname) ?? [];
    if (file === undefined && runId === undefined) throw notFound();
    nameRoute(request, file === undefined ? '/live/{run_id}' : pathname);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'Method not allowed. Allowed: GET.', { Allow: 'GET' });
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('X-Frame-Options', 'SAMEORIGIN');
    if (file === undefined) await findWatcher(request, runId ?? '', searchParams.get('token'));
    const { type, text } = file ?? { type: 'text/html; charset=utf-8', text: LIVE_PAGE };
    response.writeHead(200, { 'Content-Type': type }).end(request.method === 'HEAD' ? undefined : text);
  };
}

/**
 * The WebSocket of the live view, at /live/{run_id}/socket, whose messages come from and go to the runs service. A cookie
 * counts only on pages of the gateway's own origin.
 */
export function liveSocket(parts: {
  findWatcher: FindWatcher;
  runs: { url: string; token: string };
  origins: readonly string[];
}): SocketHandler {
  const { findWatcher, runs, origins } = parts;
  return async (request) => {
    const { pathname, searchParams } = urlOf(request);
    const [, runId] = SOCKET_PATH.exec(pathname) ?? [];
    if (runId === undefined) throw notFound();
    const token = searchParams.get('token');
    if (token === null && !origins.includes(request.headers.origin ?? ''))
      throw new Problem(
        403,
        `Cross-origin request rejected. With a session cookie, Origin must be ${origins[0]}.`,
      );
    const watcher = await findWatcher(request, runId, token);
    const upstream = await openUpstream(runs, runId, watcher);
    return (socket) => relay(watcher, socket, upstream);
  };
}

/** A paused socket, so that no message is lost before the watcher's socket is open. */
async function openUpstream(
  { url, token }: { url: string; token: string },
  runId: string,
  { principal, hasToken }: Watcher,
): Promise<WebSocket> {
  const upstream = connectWebSocket(
    `${url}/live/${encodeURIComponent(runId)}/socket${hasToken ? '?renew' : ''}`,
    {
      token,
      headers: { [PRINCIPAL_HEADER]: asciiJson(principal) },
      maxPayload: Math.max(MAX_PICTURE_BYTES, MAX_LIVE_INPUT_BYTES),
    },
  );
  const status = await new Promise<number | null>((resolve) => {
    upstream.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 503));
    upstream.once('error', () => resolve(503));
    upstream.once('open', () => {
      // In the same turn, because the first messages may have arrived with the handshake.
      upstream.pause();
      resolve(null);
    });
  });
  if (status === null) return upstream;
  upstream.terminate();
  throw status === 404 ? notFound() : unavailable();
}
