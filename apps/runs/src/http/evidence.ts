import { evidenceServiceRoutes as routes } from '@errand/contracts/internal';
import { type RequestHandler, serveInternal, serveInternalRoutes } from '@errand/service-kit';
import type { Context } from '../context.ts';

/** The routes of evidence that the gateway calls. */
export function evidenceRoutes({ evidence }: Context, internalToken: string): RequestHandler {
  return serveInternalRoutes(
    [serveInternal(routes.listKeys, () => Promise.resolve(evidence.published))],
    [internalToken],
  );
}
