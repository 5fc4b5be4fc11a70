import { CreateRunbookFor, PinRevision, ReadCurrentVersion } from '@errand/contracts/internal';
import { type InternalRoutes, type RequestHandler, serveInternalRoutes } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { createRunbook } from '../runbooks/create.ts';
import { currentVersion } from '../runbooks/current-version.ts';
import { pinRevision } from '../runbooks/pin-revision.ts';

/** What the runs service asks. */
export const internalRoutes = (context: Context, token: string): RequestHandler => {
  const routes: InternalRoutes = {
    'GET /internal/runbooks/{id}/revision': async ({ ids: [runbookId = ''], query }) => {
      const { workspaceId, revisionId } = query(PinRevision);
      return await pinRevision(context, { workspaceId, runbookId, revisionId });
    },
    'GET /internal/runbooks/{id}/current': async ({ ids: [id = ''], query }) =>
      await currentVersion(context, { workspaceId: query(ReadCurrentVersion).workspaceId, id }),
    'POST /internal/runbooks': async ({ json }) => {
      const { principal, definition } = await json(CreateRunbookFor);
      return (await createRunbook(context, { principal, idempotency: null }, definition)).runbook;
    },
  };
  return serveInternalRoutes(routes, token);
};
