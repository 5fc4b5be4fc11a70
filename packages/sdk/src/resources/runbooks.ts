import { ConflictError, NotFoundError, type WaitedRun } from '../errors.ts';
import type { APIPromise } from '../http/api-promise.ts';
import type { PagePromise } from '../http/page.ts';
import { callOf, type RequestOptions, type Transport } from '../http/transport.ts';
import type { Operations } from '../openapi/operations.ts';
import type {
  AcceptedRun,
  CreateRunbook,
  PublishedRunbook,
  PublishRunbook,
  ReplaceRunbook,
  Revision,
  RevisionList,
  Runbook,
  RunbookList,
  RunbookValidation,
  StartRunbook,
} from '../openapi/schemas.ts';
import { sameJson } from './same-json.ts';
import { listOf, nextCursor, nextWhole } from './lists.ts';
import { afterCreation, type CreateAndWaitOptions, creationOptions, type Runs } from './runs.ts';

export type ListRunbooksQuery = Operations['listRunbooks']['query'];
export type ListRevisionsQuery = Operations['listRevisions']['query'];

export class Revisions {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Published revisions of a Runbook, newest first. */
  list(
    runbookId: string,
    query?: ListRevisionsQuery,
    options?: RequestOptions,
  ): PagePromise<Revision, RevisionList> {
    const list = { next: nextWhole<ListRevisionsQuery>, idOf: ({ revisionId }: Revision) => revisionId };
    const parts = { path: { runbook_id: runbookId }, query };
    return listOf(this.#transport, 'listRevisions', parts, list, options);
  }

  get(runbookId: string, revisionId: string, options?: RequestOptions): APIPromise<Revision> {
    const path = { runbook_id: runbookId, revision_id: revisionId };
    return this.#transport.request('getRevision', { path }, options);
  }
}

/** Reusable definitions; their published revisions can be run. */
export class Runbooks {
  readonly revisions: Revisions;
  readonly #transport: Transport;
  readonly #runs: Runs;

  constructor(transport: Transport, runs: Runs) {
    this.#transport = transport;
    this.#runs = runs;
    this.revisions = new Revisions(transport);
  }

  /** Creates a Runbook. With `status: "published"` the answer has its `revisionId`. */
  create(
    body: CreateRunbook & { status: 'published' },
    options?: RequestOptions,
  ): APIPromise<PublishedRunbook>;
  create(body: CreateRunbook, options?: RequestOptions): APIPromise<Runbook>;
  create(body: CreateRunbook, options?: RequestOptions): APIPromise<Runbook | PublishedRunbook> {
    return this.#transport.request('createRunbook', { body }, options);
  }

  /** Runbooks of the workspace, last updated first. */
  list(query?: ListRunbooksQuery, options?: RequestOptions): PagePromise<Runbook, RunbookList> {
    const list = { next: nextCursor<ListRunbooksQuery>, idOf: ({ id }: Runbook) => id };
    return listOf(this.#transport, 'listRunbooks', { query }, list, options);
  }

  get(runbookId: string, options?: RequestOptions): APIPromise<Runbook> {
    return this.#transport.request('getRunbook', { path: { runbook_id: runbookId } }, options);
  }

  /** Replaces the definition. ConflictError when `expectedVersion` is not the current version. */
  update(runbookId: string, body: ReplaceRunbook, options?: RequestOptions): APIPromise<Runbook> {
    const call = callOf('replaceRunbook', { path: { runbook_id: runbookId }, body });
    const recover = async (refusal: unknown): Promise<{ data: Runbook } | null> => {
      if (!(refusal instanceof ConflictError)) return null;
      const current = await this.get(runbookId, options);
      const { expectedVersion, ...definition } = body;
      const { title, steps, parameters } = current;
      const isOurs =
        current.version === expectedVersion + 1 && sameJson(definition, { title, steps, parameters });
      return isOurs ? { data: current } : null;
    };
    return this.#transport.json({ ...call, recover }, options);
  }

  /** Deletes a Runbook; its Runs and their revisions stay. */
  delete(runbookId: string, options?: RequestOptions): APIPromise<void> {
    const call = callOf('deleteRunbook', { path: { runbook_id: runbookId } });
    const recover = (refusal: unknown): Promise<{ data: undefined } | null> =>
      Promise.resolve(refusal instanceof NotFoundError ? { data: undefined } : null);
    return this.#transport.json({ ...call, recover }, options);
  }

  /** Publishes the current version as an immutable revision. */
  publish(runbookId: string, body: PublishRunbook, options?: RequestOptions): APIPromise<PublishedRunbook> {
    return this.#transport.request('publishRunbook', { path: { runbook_id: runbookId }, body }, options);
  }

  /** All problems of a definition; nothing is stored. */
  validate(body: unknown, options?: RequestOptions): APIPromise<RunbookValidation> {
    return this.#transport.request('validateRunbook', { body }, options);
  }

  /** Runs the current version; only its `read` steps act. */
  dryRun(runbookId: string, body: StartRunbook = {}, options?: RequestOptions): APIPromise<AcceptedRun> {
    return this.#transport.request('dryRunRunbook', { path: { runbook_id: runbookId }, body }, options);
  }

  /** Starts a Run of a published revision, by default of the latest. */
  run(runbookId: string, body: StartRunbook = {}, options?: RequestOptions): APIPromise<AcceptedRun> {
    return this.#transport.request('runRunbook', { path: { runbook_id: runbookId }, body }, options);
  }

  /** Starts a Run and waits until it ends. */
  runAndWait(
    runbookId: string,
    body: StartRunbook = {},
    options: CreateAndWaitOptions = {},
  ): APIPromise<WaitedRun> {
    const creation = this.run(runbookId, body, creationOptions(options));
    return afterCreation(creation, ({ id }) => this.#runs.wait(id, options));
  }
}
