import type { IncomingMessage } from 'node:http';
import { blueprintRoutes, fileRoutes, runRoutes, streamOnly } from '@errand/contracts';
import { PUBLIC_ORIGIN_HEADER } from '@errand/contracts/internal';
import * as contentDisposition from 'content-disposition';
import {
  type RequestHandler,
  type RouteAnswer,
  type TakeFingerprint,
  acceptsEventStream,
  serve,
  servePublicRoutes,
  trustGateway,
  sendStream,
} from '@errand/service-kit';
import { listArtifacts, openArtifact } from '../artifacts/artifacts.ts';
import { getBlueprintRun, listBlueprintRuns, requireBlueprintRun } from '../blueprints/read.ts';
import { startBlueprint } from '../blueprints/start.ts';
import type { Context } from '../context.ts';
import type { Acceptance } from '../lifecycle/accept.ts';
import { decide } from '../lifecycle/approval.ts';
import { uploadFile } from '../files/upload.ts';
import { cancel } from '../lifecycle/cancel.ts';
import { pause, releaseControl, resume, takeControl } from '../lifecycle/control.ts';
import { createRun } from '../runs/create.ts';
import { deleteRunbook, requireRunbook } from '../runs/delete-runbook.ts';
import { listEvents } from '../events/list.ts';
import { readEvidence } from '../evidence/read.ts';
import { readDetails } from '../runs/details.ts';
import { rerun } from '../runs/rerun.ts';
import { getRun, listRuns, requireRun } from '../runs/read.ts';
import { makeRunbook } from '../runbooks/export.ts';
import { dryRunRunbook, startRunbook } from '../runbooks/start.ts';
import { receiveUpload } from './upload.ts';
import { lastEventId, streamChanges, streamEvents } from './event-stream.ts';

function repeated(replayed: boolean): Record<string, string> {
  return replayed ? { 'Idempotency-Replayed': 'true' } : {};
}

function accepted({ run, replayed }: Acceptance): RouteAnswer {
  return {
    status: 202,
    body: run,
    headers: { Location: `/v1/runs/${run.id}`, ...repeated(replayed) },
  };
}

/** Empty without a gateway in front: URLs are then relative. */
function publicOriginOf({ headers }: IncomingMessage): string {
  return String(headers[PUBLIC_ORIGIN_HEADER] ?? '');
}

/**
 * The routes of the public API that this service answers.
 * @param internalToken proves that a request comes from a gateway, which names the caller
 */
export function publicRoutes(
  context: Context,
  internalToken: string,
  fingerprint: TakeFingerprint,
): RequestHandler {
  return servePublicRoutes(
    [
      serve(runRoutes.createRun, async ({ principal, idempotency, body }) =>
        accepted(await createRun(context, { principal, idempotency: idempotency() }, body())),
      ),
      serve(runRoutes.runRunbook, async ({ principal, idempotency, json, body, params }) =>
        accepted(await startRunbook(context, principal, params.runbook_id, { json, body, idempotency })),
      ),
      serve(runRoutes.dryRunRunbook, async ({ principal, idempotency, json, body, params }) =>
        accepted(await dryRunRunbook(context, principal, params.runbook_id, { json, body, idempotency })),
      ),
      serve(runRoutes.createRunbookFromRun, async ({ principal, params, body, idempotency }) => {
        await requireRun(context, principal.workspaceId, params.run_id);
        body();
        const { runbook, replayed } = await makeRunbook(context, principal, params.run_id, idempotency());
        return {
          status: 201,
          body: runbook,
          headers: { Location: `/v1/runbooks/${runbook.id}`, ...repeated(replayed) },
        };
      }),
      serve(runRoutes.deleteRunbook, async ({ principal, params, body, response }) => {
        await requireRunbook(context, principal.workspaceId, params.runbook_id);
        body();
        await deleteRunbook(context, principal, params.runbook_id);
        response.writeHead(204).end();
      }),
      serve(runRoutes.listRuns, async ({ principal, query }) => ({
        status: 200,
        body: await listRuns(context, principal.workspaceId, query()),
      })),
      serve(runRoutes.followRuns, async ({ principal, request, response }) => {
        if (!acceptsEventStream(request)) throw streamOnly();
        await streamChanges(context, principal.workspaceId, response);
      }),
      serve(runRoutes.getRun, async ({ principal, params }) => ({
        status: 200,
        body: await getRun(context, principal.workspaceId, params.run_id),
      })),
      serve(runRoutes.getRunDetails, async ({ principal, params, request }) => ({
        status: 200,
        body: await readDetails(context, principal, params.run_id, publicOriginOf(request)),
      })),
      serve(runRoutes.rerunRun, async ({ principal, params, body, idempotency }) =>
        accepted(await rerun(context, principal, params.run_id, { body, idempotency })),
      ),
      serve(runRoutes.cancelRun, async ({ principal, params, body }) => {
        await requireRun(context, principal.workspaceId, params.run_id);
        body();
        return { status: 200, body: { status: await cancel(context, principal, params.run_id) } };
      }),
      serve(runRoutes.listRunEvents, async ({ principal, params, query, request, response }) => {
        await requireRun(context, principal.workspaceId, params.run_id);
        const { after } = query();
        if (acceptsEventStream(request)) {
          await streamEvents(context, params.run_id, lastEventId(request) ?? after, response);
          return undefined;
        }
        return { status: 200, body: await listEvents(context, params.run_id, after) };
      }),
      serve(runRoutes.listArtifacts, async ({ principal, params, query }) => {
        await requireRun(context, principal.workspaceId, params.run_id);
        return { status: 200, body: { data: await listArtifacts(context, params.run_id, query()) } };
      }),
      serve(runRoutes.getArtifact, async ({ principal, params, response }) => {
        await requireRun(context, principal.workspaceId, params.run_id);
        const { artifact, content } = await openArtifact(context, params.run_id, params.artifact_id);
        response.writeHead(200, {
          'Content-Type': artifact.contentType,
          'Content-Length': artifact.bytes,
          'Content-Disposition': contentDisposition.create(artifact.filename),
        });
        await sendStream(response, content);
      }),
      serve(runRoutes.getRunEvidence, async ({ principal, params, response }) => {
        const archive = await readEvidence(context, principal.workspaceId, params.run_id);
        response.writeHead(200, {
          'Content-Type': 'application/zip',
          'Content-Disposition': contentDisposition.create(`evidence-${params.run_id}.zip`),
        });
        await sendStream(response, archive);
      }),
      serve(runRoutes.decideApproval, async ({ principal, params, body }) => {
        await requireRun(context, principal.workspaceId, params.run_id);
        return { status: 200, body: { status: await decide(context, principal, params.run_id, body()) } };
      }),
      serve(fileRoutes.uploadFile, async ({ principal, request, query, idempotency }) => {
        const { file, replayed } = await receiveUpload(request, { query, idempotency }, (upload) =>
          uploadFile(context, principal, upload),
        );
        return { status: 201, body: file, headers: repeated(replayed) };
      }),
      serve(blueprintRoutes.runBlueprint, async ({ principal, idempotency, body, params }) =>
        accepted(await startBlueprint(context, principal, params.blueprint_id, { body, idempotency })),
      ),
      serve(blueprintRoutes.listBlueprintRuns, async ({ principal, params, query, request }) => ({
        status: 200,
        body: await listBlueprintRuns(
          context,
          principal,
          params.blueprint_id,
          query,
          publicOriginOf(request),
        ),
      })),
      serve(blueprintRoutes.getBlueprintRun, async ({ principal, params, request }) => ({
        status: 200,
        body: await getBlueprintRun(context, principal, params.run_id, publicOriginOf(request)),
      })),
      ...(
        [
          [blueprintRoutes.pauseBlueprintRun, pause],
          [blueprintRoutes.resumeBlueprintRun, resume],
          [blueprintRoutes.takeControl, takeControl],
          [blueprintRoutes.releaseControl, releaseControl],
        ] as const
      ).map(([route, change]) =>
        serve(route, async ({ principal, params, body }) => {
          await requireBlueprintRun(context, principal.workspaceId, params.run_id);
          body();
          return { status: 200, body: { status: await change(context, principal, params.run_id) } };
        }),
      ),
      serve(blueprintRoutes.cancelBlueprintRun, async ({ principal, params, body }) => {
        await requireBlueprintRun(context, principal.workspaceId, params.run_id);
        body();
        return { status: 200, body: { status: await cancel(context, principal, params.run_id) } };
      }),
    ],
    trustGateway(internalToken),
    fingerprint,
  );
}
