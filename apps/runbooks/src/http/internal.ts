import { runbookServiceRoutes as routes } from '@errand/contracts/internal';
import { type RequestHandler, fingerprintOf, serveInternal, serveInternalRoutes } from '@errand/service-kit';
import { getBlueprint } from '../blueprints/read.ts';
import type { Context } from '../context.ts';
import { createRunbook } from '../runbooks/create.ts';
import { currentVersion } from '../runbooks/current-version.ts';
import { deleteRunbook } from '../runbooks/delete.ts';
import { pinRevisions } from '../runbooks/pin-revisions.ts';

/** The API for the runs service. */
export function internalRoutes(context: Context, token: string): RequestHandler {
  return serveInternalRoutes(
    [
      serveInternal(routes.pinRevisions, ({ body }) => pinRevisions(context, body.asked)),
      serveInternal(routes.readCurrentVersion, ({ params, query }) =>
        currentVersion(context, { id: params.runbook_id, ...query }),
      ),
      serveInternal(routes.createRunbook, async ({ body: { principal, definition, idempotency: sent } }) => {
        const idempotency = sent && { key: sent.key, fingerprint: fingerprintOf(sent.fingerprints) };
        const created = await createRunbook(context, { principal, idempotency }, definition);
        return { runbook: created.resource, replayed: created.replayed };
      }),
      serveInternal(routes.deleteRunbook, ({ params, body }) =>
        deleteRunbook(context, body.principal, params.runbook_id),
      ),
      serveInternal(routes.readBlueprint, ({ params, query }) =>
        getBlueprint(context, { id: params.blueprint_id, ...query }),
      ),
    ],
    [token],
  );
}
