import {
  type AskPerson,
  type ClaimedRun,
  type DeclareIntent,
  type RequestApproval,
  type StoreArtifact,
  executorRoutes as routes,
} from '@errand/contracts/internal';
import type { InternalClient } from '@errand/service-kit';

type WithoutHolder<Request> = Omit<Request, 'attempt' | 'executorId'>;

/** An execution's calls to the runs service, as the holder of its Run's lease. Throws a Problem; 409: the lease is lost. */
export type RunClient = ReturnType<typeof createRunClient>;

/** A client for one claim of a Run. Every call presents the lease and names its holder. */
export function createRunClient(
  { runs, executorId }: { runs: Pick<InternalClient, 'call'>; executorId: string },
  { id, attempt, lease }: Pick<ClaimedRun, 'id' | 'attempt' | 'lease'>,
) {
  const holder = { attempt, executorId };
  const run = { lease, params: { run_id: id } };
  const artifact = (artifactId: string) => ({ lease, params: { run_id: id, artifact_id: artifactId } });
  const approval = (approvalId: string) => ({ lease, params: { run_id: id, approval_id: approvalId } });
  return {
    heartbeat: () => runs.call(routes.heartbeat, { ...run, body: holder }),
    declareIntent: (intent: WithoutHolder<DeclareIntent>, signal: AbortSignal) =>
      runs.call(routes.declareIntent, { ...run, body: { ...holder, ...intent }, signal }),
    requestApproval: (request: WithoutHolder<RequestApproval>, signal: AbortSignal) =>
      runs.call(routes.requestApproval, { ...run, body: { ...holder, ...request }, signal }),
    awaitApproval: (approvalId: string, signal: AbortSignal) =>
      runs.call(routes.awaitApproval, { ...approval(approvalId), query: holder, signal }),
    storeArtifact: (
      artifactId: string,
      about: WithoutHolder<StoreArtifact>,
      body: Uint8Array,
      signal: AbortSignal,
    ) =>
      runs.call(routes.storeArtifact, {
        ...artifact(artifactId),
        query: { ...holder, ...about },
        body,
        signal,
      }),
    readArtifact: (artifactId: string, signal: AbortSignal) =>
      runs.call(routes.readArtifact, { ...artifact(artifactId), query: holder, signal }),
    readFile: (fileId: string, signal: AbortSignal) =>
      runs.call(routes.readFile, { lease, params: { run_id: id, file_id: fileId }, query: holder, signal }),
    /** `events`: how many events of the attempt were sent. 503: they are not all applied yet. */
    release: (events: number) => runs.call(routes.release, { ...run, body: { ...holder, events } }),
    suspend: (events: number) => runs.call(routes.suspend, { ...run, body: { ...holder, events } }),
    askPerson: (request: WithoutHolder<AskPerson>, signal: AbortSignal) =>
      runs.call(routes.askPerson, { ...run, body: { ...holder, ...request }, signal }),
    loseBrowser: (events: number) => runs.call(routes.loseBrowser, { ...run, body: { ...holder, events } }),
  };
}
