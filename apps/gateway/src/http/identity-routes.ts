import { identityRoutes as routes, unauthenticated } from '@errand/contracts';
import { type ServedRoute, serve } from '@errand/service-kit';
import type { Database } from '../db/client.ts';
import { describeCaller } from '../identity/describe-caller.ts';

/** The route with which a caller learns who it is. */
export function identityRoutes(db: Database): ServedRoute[] {
  return [
    serve(routes.getMe, async ({ principal }) => {
      const me = await describeCaller(db, principal);
      if (me === null) throw unauthenticated();
      return { status: 200, body: me };
    }),
  ];
}
