import { Problem, type Route, notFound, publicRoutes } from '@errand/contracts';
import {
  type RequestHandler,
  type ServedRoute,
  createRouteTable,
  nameRoute,
  servePublicRoutes,
} from '@errand/service-kit';
import type { Authentication } from './authenticate.ts';
import type { Forward, Services } from './forward.ts';

/** The public routes that this gateway's configuration enables. */
export function enabledRoutes(options: { previewRunbooks: boolean }): Route[] {
  return publicRoutes.filter((route) => options.previewRunbooks || !route.preview);
}

/** Serves /v1: handles the gateway's own routes and forwards the others to their services. */
export function createApi(parts: {
  routes: readonly Route[];
  own: readonly ServedRoute[];
  services: Services;
  authentication: Authentication;
  forward: Forward;
}): RequestHandler {
  const { authenticate, isStillAuthorized } = parts.authentication;
  const table = createRouteTable(parts.routes);
  const answerOwn = servePublicRoutes(parts.own, authenticate);
  return async (request, response) => {
    const [pathname = '/'] = (request.url ?? '/').split('?', 1);
    const match = table(request.method ?? 'GET', pathname);
    if (match === null) throw notFound();
    if ('allow' in match)
      throw new Problem(405, `Method not allowed. Allowed: ${match.allow}.`, { Allow: match.allow });
    const { route } = match;
    nameRoute(request, route.path);
    if (route.owner === 'gateway') {
      await answerOwn(request, response);
      return;
    }
    const principal = await authenticate(request, response, route);
    await parts.forward(parts.services[route.owner], route, principal, request, response, () =>
      isStillAuthorized(request, route, principal),
    );
  };
}
