import { z } from 'zod';
import { MAX_FILE_BYTES } from '../public/run-events.ts';
import { Id } from '../public/text.ts';
import { internalRoute, leaseRoute } from './route.ts';
import {
  ApprovalState,
  AskPerson,
  ClaimRun,
  ClaimedRun,
  DeclareIntent,
  Exchange,
  Exchanged,
  HeartbeatAnswer,
  HolderQuery,
  LeaseHolder,
  ReleaseRun,
  ReportLoss,
  RequestApproval,
  RequestedApproval,
  RequeuedRun,
  StoreArtifact,
  SuspendRun,
  SuspendedRun,
} from './runs.ts';

/** Size limit of a report in bytes: of some steps, whose outputs are bounded. */
const MAX_REPORT_BYTES = 16 * 1_048_576;

const RunPath = z.object({ run_id: Id });
const FilePath = z.object({ run_id: Id, file_id: Id });
const ArtifactPath = z.object({ run_id: Id, artifact_id: Id });

/** Routes of the runs service for executors. With `events`, 503 means that these are not all applied yet: retry. */
export const executorRoutes = {
  /** 409: another executor was faster, the Run has ended, or its workspace has no free slot; the job is dropped. */
  claim: internalRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/claim',
    params: RunPath,
    body: ClaimRun,
    answer: ClaimedRun,
  }),
  /** Ends and claims several Runs; each succeeds or fails on its own. */
  exchange: internalRoute({
    method: 'POST',
    path: '/internal/executions',
    body: Exchange,
    answer: Exchanged,
  }),
  /** Extends the lease. 409: the executor no longer holds the Run. */
  heartbeat: leaseRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/heartbeat',
    params: RunPath,
    body: LeaseHolder,
    answer: HeartbeatAnswer,
  }),
  /** 204: the executor holds the Run. 409: it no longer does. */
  checkLease: leaseRoute({
    method: 'GET',
    path: '/internal/runs/{run_id}/lease',
    params: RunPath,
    query: HolderQuery,
  }),
  /** The executor's process and browser have ended, so the lease ends early. */
  reportLoss: leaseRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/loss',
    params: RunPath,
    body: ReportLoss,
  }),
  /** Declares an effect, which may happen only after the 204. 423: the Run is paused, or a person controls it. */
  declareIntent: leaseRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/intents',
    params: RunPath,
    body: DeclareIntent,
  }),
  /** Gives an unfinished Run back at shutdown; not counted as a lost attempt. */
  release: leaseRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/release',
    params: RunPath,
    body: ReleaseRun,
  }),
  /** Suspends a Run that waits for a person, which frees its executor. */
  suspend: leaseRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/suspend',
    params: RunPath,
    body: SuspendRun,
    answer: SuspendedRun,
  }),
  /** Pauses the Run until a person has done what its agent asks for. Idempotent during the pause. */
  askPerson: leaseRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/asked-person',
    params: RunPath,
    body: AskPerson,
  }),
  /** The browser ended unexpectedly; the Run is not known to be the cause. */
  loseBrowser: leaseRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/browser-lost',
    params: RunPath,
    body: SuspendRun,
    answer: RequeuedRun,
  }),
  /** The Run starts waiting for a person. Idempotent while the approval is pending. */
  requestApproval: leaseRoute({
    method: 'POST',
    path: '/internal/runs/{run_id}/approvals',
    params: RunPath,
    body: RequestApproval,
    answer: RequestedApproval,
  }),
  /** Waits a few seconds for the decision. A rejection ends the Run, so it shows as a 409. */
  awaitApproval: leaseRoute({
    method: 'GET',
    path: '/internal/runs/{run_id}/approvals/{approval_id}',
    params: z.object({ run_id: Id, approval_id: Id }),
    query: HolderQuery,
    answer: ApprovalState,
    longPoll: true,
  }),
  /** 413: larger than MAX_FILE_BYTES, or a storage quota does not admit the file. */
  storeArtifact: leaseRoute({
    method: 'PUT',
    path: '/internal/runs/{run_id}/artifacts/{artifact_id}',
    params: ArtifactPath,
    query: StoreArtifact,
    body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    maxFileBytes: MAX_FILE_BYTES,
  }),
  /** A report of a holder without access to the queue; the body is that of a RunEventsJob. Durable with the 204. */
  report: leaseRoute({
    method: 'PUT',
    path: '/internal/runs/{run_id}/reports',
    params: RunPath,
    query: z.object({ ...HolderQuery.shape, id: z.string().max(128), proof: z.string().max(128) }),
    body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    maxFileBytes: MAX_REPORT_BYTES,
  }),
  readArtifact: leaseRoute({
    method: 'GET',
    path: '/internal/runs/{run_id}/artifacts/{artifact_id}',
    params: ArtifactPath,
    query: HolderQuery,
    answer: 'file',
  }),
  /** An uploaded file of the Run's workspace. 404: it does not exist or was removed. */
  readFile: leaseRoute({
    method: 'GET',
    path: '/internal/runs/{run_id}/files/{file_id}',
    params: FilePath,
    query: HolderQuery,
    answer: 'file',
  }),
} as const;
