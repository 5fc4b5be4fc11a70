import type { WaitedRun } from '../errors.ts';
import { APIPromise, type Exchange } from '../http/api-promise.ts';
import type { PagePromise } from '../http/page.ts';
import { callOf, type RequestOptions, type Transport } from '../http/transport.ts';
import type { Operations } from '../openapi/operations.ts';
import type {
  AcceptedRun,
  Artifact,
  ArtifactList,
  CreateRun,
  RerunRun,
  Run,
  RunChange,
  RunDetails,
  RunEvent,
  RunEventPage,
  RunList,
  RunState,
  RunStatusResponse,
  Runbook,
} from '../openapi/schemas.ts';
import { RunEventStream, type StreamOptions } from './event-stream.ts';
import { listOf, nextOffset, nextWhole } from './lists.ts';
import { type ChangesOptions, RunChangeStream } from './run-changes.ts';
import { type WaitOptions, waitForRun } from './wait.ts';

export type ListRunsQuery = Operations['listRuns']['query'];
export type ListArtifactsQuery = Operations['listArtifacts']['query'];

/** The decision of a person about the step that a Run waits for. */
export interface ApproveBody {
  comment?: string | undefined;
  /** The value that a `human.input` step asks for. */
  value?: unknown;
}
export interface RejectBody {
  comment?: string | undefined;
}

/** Options of a creation that is waited for: `timeout` is the wait's. */
export type CreateAndWaitOptions = WaitOptions & Pick<RequestOptions, 'idempotencyKey'>;

/** The request options of the creation among those of create-and-wait. */
export function creationOptions(options: CreateAndWaitOptions): RequestOptions {
  const { signal, headers, maxRetries, idempotencyKey } = options;
  return { signal, headers, maxRetries, idempotencyKey };
}

/** The promise of a wait that begins when a creation was answered. */
export function afterCreation<Run>(
  creation: Promise<AcceptedRun>,
  wait: (run: AcceptedRun) => APIPromise<Run>,
): APIPromise<Run> {
  return new APIPromise(creation.then((run) => wait(run).withResponse()));
}

/** A `Response` whose body is not yet read. */
function fileOf(
  transport: Transport,
  call: ReturnType<typeof callOf>,
  options?: RequestOptions,
): APIPromise<Response> {
  const response = transport.open({ ...call, accept: '*/*' }, options);
  return new APIPromise(response.then((each) => ({ data: each, response: each })));
}

export class Artifacts {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The files of a Run: screenshots, downloads, PDFs, traces. Oldest first. */
  list(
    runId: string,
    query?: ListArtifactsQuery,
    options?: RequestOptions,
  ): PagePromise<Artifact, ArtifactList> {
    const list = { next: nextWhole<ListArtifactsQuery>, idOf: ({ id }: Artifact) => id };
    return listOf(this.#transport, 'listArtifacts', { path: { run_id: runId }, query }, list, options);
  }

  /** The bytes of a file. */
  download(runId: string, artifactId: string, options?: RequestOptions): APIPromise<Response> {
    return fileOf(
      this.#transport,
      callOf('getArtifact', { path: { run_id: runId, artifact_id: artifactId } }),
      options,
    );
  }
}

/** Durable tasks of the workspace. */
export class Runs {
  readonly artifacts: Artifacts;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.artifacts = new Artifacts(transport);
  }

  /** Creates an ad-hoc Run from a sentence. Answered as soon as it is durably queued. */
  create(body: CreateRun, options?: RequestOptions): APIPromise<AcceptedRun> {
    return this.#transport.request('createRun', { body }, options);
  }

  /** Status, result and error of a Run. */
  get(runId: string, options?: RequestOptions): APIPromise<RunState> {
    return this.#transport.request('getRun', { path: { run_id: runId } }, options);
  }

  /** Everything known about a Run: what it waits for, warnings, outputs, files. */
  details(runId: string, options?: RequestOptions): APIPromise<RunDetails> {
    return this.#transport.request('getRunDetails', { path: { run_id: runId } }, options);
  }

  /** Runs of the workspace, newest first. */
  list(query?: ListRunsQuery, options?: RequestOptions): PagePromise<Run, RunList> {
    const list = { next: nextOffset<ListRunsQuery>, idOf: ({ id }: Run) => id };
    return listOf(this.#transport, 'listRuns', { query }, list, options);
  }

  /** Cancels a Run. A Run that has ended keeps its status, which is answered. */
  cancel(runId: string, options?: RequestOptions): APIPromise<RunStatusResponse> {
    return this.#transport.request('cancelRun', { path: { run_id: runId } }, options);
  }

  /** Starts a Run with the same definition, inputs, target and metadata. */
  rerun(runId: string, body?: RerunRun, options?: RequestOptions): APIPromise<AcceptedRun> {
    return this.#transport.request('rerunRun', { path: { run_id: runId }, body }, options);
  }

  /** The events of a Run so far, oldest first. */
  events(
    runId: string,
    query?: { after?: number | undefined },
    options?: RequestOptions,
  ): PagePromise<RunEvent, RunEventPage> {
    type Query = { after?: number | undefined };
    const list = {
      next: ({ data, has_more: hasMore }: RunEventPage): Query | null => {
        const last = data.at(-1);
        return hasMore && last !== undefined ? { after: last.seq } : null;
      },
      idOf: ({ seq }: RunEvent) => seq,
    };
    return listOf(this.#transport, 'listRunEvents', { path: { run_id: runId }, query }, list, options);
  }

  /** The events of a Run as they happen, each once and in order, until the Run ends. */
  stream(runId: string, query: StreamOptions = {}, options: RequestOptions = {}): AsyncIterable<RunEvent> {
    return new RunEventStream(this.#transport, runId, { ...query, ...options });
  }

  /**
   * Changes of all Runs of the workspace as they happen, without an end. `reset` comes first, and whenever changes may have been
   * missed: read again what you show.
   */
  changes(options: ChangesOptions = {}): AsyncIterable<RunChange> {
    return new RunChangeStream(this.#transport, options);
  }

  /** Approves the step that a Run waits for. The key that created the Run may not. */
  approve(runId: string, body: ApproveBody = {}, options?: RequestOptions): APIPromise<RunStatusResponse> {
    return this.#decide(runId, { ...body, decision: 'approve' }, options);
  }

  /** Rejects the step that a Run waits for; the Run fails with `approval_rejected`. */
  reject(runId: string, body: RejectBody = {}, options?: RequestOptions): APIPromise<RunStatusResponse> {
    return this.#decide(runId, { ...body, decision: 'reject' }, options);
  }

  #decide(
    runId: string,
    body: ApproveBody & { decision: 'approve' | 'reject' },
    options?: RequestOptions,
  ): APIPromise<RunStatusResponse> {
    return this.#transport.request('decideApproval', { path: { run_id: runId }, body }, options);
  }

  /** Makes a draft Runbook from a completed ad-hoc Run. */
  toRunbook(runId: string, options?: RequestOptions): APIPromise<Runbook> {
    return this.#transport.request('createRunbookFromRun', { path: { run_id: runId } }, options);
  }

  /** The signed evidence of a Run that has ended, a ZIP archive. `errand evidence verify` checks it. */
  evidence(runId: string, options?: RequestOptions): APIPromise<Response> {
    return fileOf(this.#transport, callOf('getRunEvidence', { path: { run_id: runId } }), options);
  }

  /** Waits until a Run ends, and returns its last state with its id. */
  wait(runId: string, options?: WaitOptions): APIPromise<WaitedRun> {
    const read = async (each: RequestOptions): Promise<Exchange<WaitedRun>> => {
      const { data, response } = await this.get(runId, each).withResponse();
      return { data: { id: runId, ...data }, response };
    };
    return waitForRun(this.#transport, runId, read, options);
  }

  /** Creates an ad-hoc Run and waits until it ends. */
  createAndWait(body: CreateRun, options: CreateAndWaitOptions = {}): APIPromise<WaitedRun> {
    return afterCreation(this.create(body, creationOptions(options)), ({ id }) => this.wait(id, options));
  }
}
