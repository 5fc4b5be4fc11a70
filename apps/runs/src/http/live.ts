import type { IncomingMessage } from 'node:http';
import { Id, notFound, unauthenticated } from '@errand/contracts';
import { HolderQuery, LEASE_HEADER, PRINCIPAL_HEADER, Principal } from '@errand/contracts/internal';
import {
  type RequestHandler,
  type SocketHandler,
  hasInternalToken,
  nameRoute,
  sendJson,
} from '@errand/service-kit';
import type { Context } from '../context.ts';
import { isHeld, leaseLost } from '../lifecycle/heartbeat.ts';
import { readWatchedRun, serveWatcher } from '../live/watcher.ts';

const VIEWER_PATH = /^\/live\/([^/]+)\/viewer$/;
const SOCKET_PATH = /^\/live\/([^/]+)\/socket$/;
const LINK_PATH = /^\/internal\/runs\/([^/]+)\/live$/;

/** The gateway's check before it shows the live view: the owner of a token that names this Run. */
export function liveRoutes(context: Context, internalToken: string): RequestHandler {
  return async (request, response) => {
    if (!hasInternalToken(request, internalToken)) throw unauthenticated();
    const url = new URL(request.url ?? '', 'http://runs');
    const [, runId = ''] = VIEWER_PATH.exec(url.pathname) ?? [];
    nameRoute(request, '/live/{run_id}/viewer');
    if (!Id.safeParse(runId).success || request.method !== 'GET') throw notFound();
    const viewer = context.liveTokens.read(url.searchParams.get('token') ?? '', runId);
    if (viewer === null) throw unauthenticated();
    if ((await readWatchedRun(context, viewer.workspaceId, runId)) === null) throw notFound();
    sendJson(response, 200, viewer);
  };
}

/** WebSockets of the live view: watchers' from the gateway, and executors' for the Runs that they hold, which gateways open for devices. */
export function liveSockets(context: Context, tokens: { internal: string; executor: string }): SocketHandler {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://runs');
    const [, watchedId] = SOCKET_PATH.exec(pathname) ?? [];
    if (watchedId !== undefined) {
      if (!hasInternalToken(request, tokens.internal)) throw unauthenticated();
      const watcher = {
        runId: watchedId,
        principal: principalOf(request),
        hasToken: searchParams.has('renew'),
      };
      const isKnown = Id.safeParse(watchedId).success;
      if (!isKnown || (await readWatchedRun(context, watcher.principal.workspaceId, watchedId)) === null)
        throw notFound();
      return (socket) => void serveWatcher(context, watcher, socket);
    }
    const [, runId] = LINK_PATH.exec(pathname) ?? [];
    if (runId === undefined) throw notFound();
    if (!hasInternalToken(request, tokens.executor) && !hasInternalToken(request, tokens.internal))
      throw unauthenticated();
    const holder = HolderQuery.parse(Object.fromEntries(searchParams));
    const lease = request.headers[LEASE_HEADER];
    if (!context.leaseTokens.proves(lease, runId, holder) || !(await isHeld(context, runId, holder)))
      throw leaseLost();
    return (socket) =>
      context.liveViews.link(runId, holder.attempt, socket, () => isHeld(context, runId, holder));
  };
}

function principalOf({ headers }: IncomingMessage): Principal {
  return Principal.parse(JSON.parse(String(headers[PRINCIPAL_HEADER])));
}
