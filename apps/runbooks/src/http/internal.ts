import {
  CreateRunbookFor,
  DeleteRunbookFor,
  PinRevision,
  ReadBlueprint,
  ReadCurrentVersion,
} from '@errand/contracts/internal';
import {
  type InternalRoutes,
  type RequestHandler,
  fingerprintOf,
  serveInternalRoutes,
} from '@errand/service-kit';
import { getBlueprint } from '../blueprints/read.ts';
import type { Context } from '../context.ts';
import { createRunbook } from '../runbooks/create.ts';
import { currentVersion } from '../runbooks/current-version.ts';
import { deleteRunbook } from '../runbooks/delete.ts';
import { pinRevision } from '../runbooks/pin-revision.ts';

/** The API for the runs service. */
export function internalRoutes(context: Context, token: string): RequestHandler {
  const routes: InternalRoutes = {
    'GET /internal/runbooks/{id}/revision': async ({ ids: [runbookId = ''], query }) => {
      const { workspaceId, revisionId } = query(PinRevision);
      return await pinRevision(context, { workspaceId, runbookId, revisionId });
    },
    'GET /internal/runbooks/{id}/current': async ({ ids: [id = ''], query }) =>
      await currentVersion(context, { workspaceId: query(ReadCurrentVersion).workspaceId, id }),
    'GET /internal/blueprints/{id}': async ({ ids: [id = ''], query }) =>
      await getBlueprint(context, { workspaceId: query(ReadBlueprint).workspaceId, id }),
    'POST /internal/runbooks': async ({ json }) => {
      const { principal, definition, idempotency: sent } = await json(CreateRunbookFor);
      const idempotency = sent && { key: sent.key, fingerprint: fingerprintOf(sent.fingerprints) };
      return await createRunbook(context, { principal, idempotency }, definition);
    },
    'POST /internal/runbooks/{id}/delete': async ({ ids: [id = ''], json }) =>
      await deleteRunbook(context, (await json(DeleteRunbookFor)).principal, id),
  };
  return serveInternalRoutes(routes, token);
}
