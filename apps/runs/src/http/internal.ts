import { MAX_FILE_BYTES } from '@errand/contracts';
import {
  AwaitApproval,
  HeartbeatRun,
  CheckLease,
  ClaimRun,
  DeclareIntent,
  type LeaseHolder,
  LEASE_HEADER,
  LoseBrowser,
  SuspendRun,
  type SuspendedRun,
  ReadArtifact,
  ReleaseRun,
  ReportLoss,
  RequestApproval,
  StoreArtifact,
} from '@errand/contracts/internal';
import {
  FILENAME_HEADER,
  type InternalRequest,
  type InternalRoutes,
  type RequestHandler,
  serveInternalRoutes,
} from '@errand/service-kit';
import { openArtifact, storeArtifact } from '../artifacts/artifacts.ts';
import type { Context } from '../context.ts';
import { awaitApproval, requestApproval } from '../lifecycle/approval.ts';
import { claim } from '../lifecycle/claim.ts';
import { heartbeat, declareIntent, isHeld, leaseLost } from '../lifecycle/heartbeat.ts';
import { loseBrowser, suspend, release } from '../lifecycle/suspend.ts';
import { reportLoss } from '../lifecycle/recover-lost.ts';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';

/**
 * The executors' API. The executor token opens only these routes; every call after the claim also presents the lease token
 * of its execution.
 */
export function internalRoutes(context: Context, executorToken: string): RequestHandler {
  const proven = <Claimed extends LeaseHolder>(call: InternalRequest, claimed: Claimed): Claimed => {
    const token = call.request.headers[LEASE_HEADER];
    if (!context.leaseTokens.proves(token, runOf(call), claimed)) throw leaseLost();
    return claimed;
  };
  const routes: InternalRoutes = {
    'POST /internal/runs/{id}/claim': async (call) =>
      await claim(context, runOf(call), await call.json(ClaimRun)),
    'POST /internal/runs/{id}/heartbeat': async (call) =>
      await heartbeat(context, runOf(call), proven(call, await call.json(HeartbeatRun))),
    'GET /internal/runs/{id}/lease': async (call) => {
      if (!(await isHeld(context, runOf(call), proven(call, call.query(CheckLease))))) throw leaseLost();
    },
    'POST /internal/runs/{id}/loss': async (call) =>
      await reportLoss(context, runOf(call), proven(call, await call.json(ReportLoss))),
    'POST /internal/runs/{id}/intents': async (call) =>
      await declareIntent(context, runOf(call), proven(call, await call.json(DeclareIntent))),
    'POST /internal/runs/{id}/release': async (call) =>
      await release(context, runOf(call), proven(call, await call.json(ReleaseRun))),
    'POST /internal/runs/{id}/suspend': async (call) =>
      ({
        suspended: await suspend(context, runOf(call), proven(call, await call.json(SuspendRun))),
      }) satisfies z.infer<typeof SuspendedRun>,
    'POST /internal/runs/{id}/browser-lost': async (call) => ({
      requeued: await loseBrowser(context, runOf(call), proven(call, await call.json(LoseBrowser))),
    }),
    'POST /internal/runs/{id}/approvals': async (call) =>
      await requestApproval(context, runOf(call), proven(call, await call.json(RequestApproval))),
    'GET /internal/runs/{id}/approvals/{id}': async (call) =>
      await awaitApproval(context, runOf(call), secondOf(call), proven(call, call.query(AwaitApproval))),
    'PUT /internal/runs/{id}/artifacts/{id}': async (call) => {
      const bytes = await call.bytes(MAX_FILE_BYTES);
      const about = proven(call, call.query(StoreArtifact));
      await storeArtifact(context, runOf(call), secondOf(call), about, bytes);
    },
    'GET /internal/runs/{id}/artifacts/{id}': async (call) => {
      if (!(await isHeld(context, runOf(call), proven(call, call.query(ReadArtifact))))) throw leaseLost();
      const { artifact, content } = await openArtifact(context, runOf(call), secondOf(call));
      call.response.writeHead(200, {
        'Content-Type': artifact.contentType,
        'Content-Length': artifact.bytes,
        [FILENAME_HEADER]: encodeURIComponent(artifact.filename),
      });
      await pipeline(content, call.response);
    },
  };
  return serveInternalRoutes(routes, executorToken);
}

function runOf({ ids: [runId = ''] }: InternalRequest): string {
  return runId;
}
/** The id of the approval or the file. */
function secondOf({ ids: [, id = ''] }: InternalRequest): string {
  return id;
}
