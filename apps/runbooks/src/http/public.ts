import { blueprintRoutes, runbookRoutes } from '@errand/contracts';
import {
  type RequestHandler,
  type TakeFingerprint,
  serve,
  servePublicRoutes,
  trustGateway,
} from '@errand/service-kit';
import { createBlueprint } from '../blueprints/create.ts';
import { deleteBlueprint } from '../blueprints/delete.ts';
import { getBlueprint, listBlueprints } from '../blueprints/read.ts';
import { replaceBlueprint } from '../blueprints/replace.ts';
import type { Context } from '../context.ts';
import type { Creation } from '../definitions/create-once.ts';
import { createRunbook } from '../runbooks/create.ts';
import { getRunbook, requireRevisions, requireRunbook } from '../runbooks/get.ts';
import { listRunbooks } from '../runbooks/list.ts';
import { publishRunbook } from '../runbooks/publish.ts';
import { replaceRunbook } from '../runbooks/replace.ts';
import { getRevision, listRevisions } from '../runbooks/revisions.ts';
import { validateRunbook } from '../runbooks/validate.ts';

function created<Resource extends { id: string }>(path: string, { resource, replayed }: Creation<Resource>) {
  return {
    status: 201 as const,
    body: resource,
    headers: {
      Location: `${path}/${resource.id}`,
      ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
    },
  };
}

/** The public API of Runbooks and Blueprints, behind the gateway. */
export function publicRoutes(
  context: Context,
  internalToken: string,
  fingerprint: TakeFingerprint,
): RequestHandler {
  return servePublicRoutes(
    [
      serve(runbookRoutes.createRunbook, async ({ principal, idempotency, json }) =>
        created(
          '/v1/runbooks',
          await createRunbook(context, { principal, idempotency: idempotency() }, json),
        ),
      ),
      serve(runbookRoutes.listRunbooks, async ({ principal, query }) => ({
        status: 200,
        body: await listRunbooks(context, principal.workspaceId, query()),
      })),
      serve(runbookRoutes.validateRunbook, async ({ principal, json }) => ({
        status: 200,
        body: await validateRunbook(context, principal.workspaceId, json),
      })),
      serve(runbookRoutes.getRunbook, async ({ principal, params }) => ({
        status: 200,
        body: await getRunbook(context, { workspaceId: principal.workspaceId, id: params.runbook_id }),
      })),
      serve(runbookRoutes.replaceRunbook, async ({ principal, params, json }) => ({
        status: 200,
        body: await replaceRunbook(context, principal, params.runbook_id, json),
      })),
      serve(runbookRoutes.publishRunbook, async ({ principal, params, body }) => {
        const { runbook_id: id } = params;
        await requireRunbook(context, { workspaceId: principal.workspaceId, id });
        return { status: 200, body: await publishRunbook(context, principal, id, body().expectedVersion) };
      }),
      serve(runbookRoutes.listRevisions, async ({ principal, params, query }) => {
        const address = { workspaceId: principal.workspaceId, id: params.runbook_id };
        await requireRevisions(context, address);
        return { status: 200, body: { data: await listRevisions(context, address, query()) } };
      }),
      serve(runbookRoutes.getRevision, async ({ principal, params }) => {
        const address = { workspaceId: principal.workspaceId, id: params.runbook_id };
        return { status: 200, body: await getRevision(context, address, params.revision_id) };
      }),
      serve(blueprintRoutes.createBlueprint, async ({ principal, idempotency, json }) =>
        created(
          '/v1/blueprints',
          await createBlueprint(context, { principal, idempotency: idempotency() }, json),
        ),
      ),
      serve(blueprintRoutes.listBlueprints, async ({ principal, query }) => ({
        status: 200,
        body: await listBlueprints(context, principal.workspaceId, query()),
      })),
      serve(blueprintRoutes.getBlueprint, async ({ principal, params }) => ({
        status: 200,
        body: await getBlueprint(context, { workspaceId: principal.workspaceId, id: params.blueprint_id }),
      })),
      serve(blueprintRoutes.replaceBlueprint, async ({ principal, params, json }) => ({
        status: 200,
        body: await replaceBlueprint(context, principal, params.blueprint_id, json),
      })),
      serve(blueprintRoutes.deleteBlueprint, async ({ principal, params, body, response }) => {
        await getBlueprint(context, { workspaceId: principal.workspaceId, id: params.blueprint_id });
        body();
        await deleteBlueprint(context, principal, params.blueprint_id);
        response.writeHead(204).end();
      }),
    ],
    trustGateway(internalToken),
    fingerprint,
  );
}
