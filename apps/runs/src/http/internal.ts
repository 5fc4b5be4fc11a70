import {
  AwaitApproval,
  BeatRun,
  ClaimRun,
  DeclareIntent,
  ParkRun,
  ReleaseRun,
  RequestApproval,
  StoreArtifact,
} from '@errand/contracts/internal';
import {
  FILENAME_HEADER,
  type InternalRoutes,
  type RequestHandler,
  serveInternalRoutes,
} from '@errand/service-kit';
import { ARTIFACT_LIMIT, openArtifact, storeArtifact } from '../artifacts/artifacts.ts';
import type { Context } from '../context.ts';
import { awaitApproval, requestApproval } from '../lifecycle/approval.ts';
import { claim } from '../lifecycle/claim.ts';
import { beat, declareIntent } from '../lifecycle/lease.ts';
import { park, release } from '../lifecycle/release.ts';
import { pipeline } from 'node:stream/promises';

/** The calls of executors that need an answer. */
export const internalRoutes = (context: Context, token: string): RequestHandler => {
  const routes: InternalRoutes = {
    'POST /internal/runs/{id}/claim': async ({ ids: [runId = ''], json }) =>
      await claim(context, runId, await json(ClaimRun)),
    'POST /internal/runs/{id}/beat': async ({ ids: [runId = ''], json }) =>
      await beat(context, runId, await json(BeatRun)),
    'POST /internal/runs/{id}/intents': async ({ ids: [runId = ''], json }) =>
      await declareIntent(context, runId, await json(DeclareIntent)),
    'POST /internal/runs/{id}/release': async ({ ids: [runId = ''], json }) =>
      await release(context, runId, await json(ReleaseRun)),
    'POST /internal/runs/{id}/park': async ({ ids: [runId = ''], json }) => ({
      parked: await park(context, runId, await json(ParkRun)),
    }),
    'POST /internal/runs/{id}/approvals': async ({ ids: [runId = ''], json }) =>
      await requestApproval(context, runId, await json(RequestApproval)),
    'GET /internal/runs/{id}/approvals/{id}': async ({ ids: [runId = '', approvalId = ''], query }) =>
      await awaitApproval(context, runId, approvalId, query(AwaitApproval)),
    'PUT /internal/runs/{id}/artifacts/{id}': async ({ ids: [runId = '', artifactId = ''], query, bytes }) =>
      await storeArtifact(context, runId, artifactId, query(StoreArtifact), await bytes(ARTIFACT_LIMIT)),
    'GET /internal/runs/{id}/artifacts/{id}': async ({ ids: [runId = '', artifactId = ''], response }) => {
      const { artifact, content } = await openArtifact(context, runId, artifactId);
      response.writeHead(200, {
        'Content-Type': artifact.contentType,
        'Content-Length': artifact.bytes,
        [FILENAME_HEADER]: encodeURIComponent(artifact.filename),
      });
      await pipeline(content, response);
    },
  };
  return serveInternalRoutes(routes, token);
};
