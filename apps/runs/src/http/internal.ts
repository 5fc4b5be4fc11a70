import type { IncomingMessage } from 'node:http';
import {
  type InternalRoute,
  LEASE_HEADER,
  type LeaseHolder,
  type LeaseRoute,
  deviceRunRoutes,
  executorRoutes as routes,
  isDeviceExecutor,
} from '@errand/contracts/internal';
import {
  type InternalHandler,
  type RequestHandler,
  type ServedInternalRoute,
  serveInternal,
  serveInternalRoutes,
} from '@errand/service-kit';
import { openArtifact, storeArtifact } from '../artifacts/artifacts.ts';
import type { Context } from '../context.ts';
import { openFile } from '../files/open.ts';
import { awaitApproval, requestApproval } from '../lifecycle/approval.ts';
import { askPerson } from '../lifecycle/ask-person.ts';
import { claim } from '../lifecycle/claim.ts';
import { exchange } from '../lifecycle/exchange.ts';
import { heartbeat, declareIntent, isHeld, leaseLost } from '../lifecycle/heartbeat.ts';
import { awaitLocalWork, claimLocal, disconnectDevice } from '../lifecycle/local-runs.ts';
import { loseBrowser, suspend, release } from '../lifecycle/suspend.ts';
import { reportLoss } from '../lifecycle/recover-lost.ts';

/** The executor that calls, which every route with a lease takes in its body or its query. */
function holderOf(
  { query, body }: { query: unknown; body: unknown },
  { method }: InternalRoute,
): LeaseHolder {
  return (method === 'POST' ? body : query) as LeaseHolder;
}

/** Devices hold their leases for longer: a person's network drops more often. */
function contextOf(context: Context, holder: LeaseHolder): Context {
  return isDeviceExecutor(holder) ? { ...context, lease: context.deviceLease } : context;
}

/** Aborts the signal of `work` when the connection of the request is lost meanwhile. */
async function untilGone<Result>(
  { socket }: IncomingMessage,
  work: (gone: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  const abort = () => gone.abort();
  if (socket.destroyed) abort();
  socket.once('close', abort);
  try {
    return await work(gone.signal);
  } finally {
    socket.off('close', abort);
  }
}

/**
 * The executors' API. The executor token opens only these routes; every call after the claim also presents the lease token
 * of its execution. Gateways call it for devices, with the internal token.
 */
export function internalRoutes(
  context: Context,
  executorToken: string,
  internalToken: string,
): RequestHandler {
  const serveHolder = <R extends LeaseRoute>(route: R, handle: InternalHandler<R>): ServedInternalRoute =>
    serveInternal<R>(route, (call) => {
      const { run_id: runId } = call.params as { run_id: string };
      if (!context.leaseTokens.proves(call.request.headers[LEASE_HEADER], runId, holderOf(call, route)))
        throw leaseLost();
      return handle(call);
    });
  const forExecutors = serveInternalRoutes(
    [
      serveInternal(routes.claim, ({ params, body }) =>
        claim(context, params.run_id, body).finally(() => context.wakeRelay()),
      ),
      serveInternal(routes.exchange, ({ body, request }) =>
        untilGone(request, (gone) => exchange(context, body, gone)),
      ),
      serveHolder(routes.heartbeat, ({ params, body }) =>
        heartbeat(contextOf(context, body), params.run_id, body),
      ),
      serveHolder(routes.report, async ({ params, query: { id, proof, ...holder }, body }) => {
        if (!(await isHeld(context, params.run_id, holder))) throw leaseLost();
        await context.reports.add([
          {
            id,
            data: { runId: params.run_id, ...holder, report: Buffer.from(body).toString('utf8'), proof },
          },
        ]);
      }),
      serveHolder(routes.checkLease, async ({ params, query }) => {
        if (!(await isHeld(context, params.run_id, query))) throw leaseLost();
      }),
      serveHolder(routes.reportLoss, ({ params, body }) => reportLoss(context, params.run_id, body)),
      serveHolder(routes.declareIntent, ({ params, body }) => declareIntent(context, params.run_id, body)),
      serveHolder(routes.release, ({ params, body }) => release(context, params.run_id, body)),
      serveHolder(routes.suspend, async ({ params, body }) => ({
        suspended: await suspend(context, params.run_id, body),
      })),
      serveHolder(routes.askPerson, ({ params, body }) => askPerson(context, params.run_id, body)),
      serveHolder(routes.loseBrowser, async ({ params, body }) => ({
        requeued: await loseBrowser(context, params.run_id, body),
      })),
      serveHolder(routes.requestApproval, ({ params, body }) =>
        requestApproval(context, params.run_id, body),
      ),
      serveHolder(routes.awaitApproval, ({ params, query }) =>
        awaitApproval(context, params.run_id, params.approval_id, query),
      ),
      serveHolder(routes.storeArtifact, ({ params, query, body }) =>
        storeArtifact(context, params.run_id, params.artifact_id, query, body),
      ),
      serveHolder(routes.readArtifact, async ({ params, query }) => {
        if (!(await isHeld(context, params.run_id, query))) throw leaseLost();
        const { artifact, content } = await openArtifact(context, params.run_id, params.artifact_id);
        return { ...artifact, content };
      }),
      serveHolder(routes.readFile, async ({ params, query }) => {
        if (!(await isHeld(context, params.run_id, query))) throw leaseLost();
        return await openFile(context, params.run_id, params.file_id);
      }),
    ],
    [executorToken, internalToken],
  );
  const forDevices = serveInternalRoutes(
    [
      serveInternal(deviceRunRoutes.awaitWork, ({ body }) => awaitLocalWork(context, body)),
      serveInternal(deviceRunRoutes.claim, ({ params, body }) =>
        claimLocal(contextOf(context, body), params.run_id, body),
      ),
      serveInternal(deviceRunRoutes.disconnect, ({ body }) => disconnectDevice(context, body.executorId)),
    ],
    [internalToken],
  );
  return (request, response) =>
    request.url?.startsWith('/internal/local-runs/') === true
      ? forDevices(request, response)
      : forExecutors(request, response);
}
