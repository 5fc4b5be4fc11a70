import { ConflictError, NotFoundError } from '../errors.ts';
import type { APIPromise } from '../http/api-promise.ts';
import type { PagePromise } from '../http/page.ts';
import { callOf, type RequestOptions, type Transport } from '../http/transport.ts';
import type { Operations } from '../openapi/operations.ts';
import type {
  AcceptedRun,
  Blueprint,
  BlueprintList,
  BlueprintRun,
  BlueprintRunList,
  CreateBlueprint,
  ReplaceBlueprint,
  RunStatusResponse,
  StartBlueprint,
} from '../openapi/schemas.ts';
import { listOf, nextCursor } from './lists.ts';
import { afterCreation, type CreateAndWaitOptions, creationOptions } from './runs.ts';
import { sameJson } from './same-json.ts';
import { type ReadRun, type WaitOptions, waitForRun } from './wait.ts';

export type ListBlueprintsQuery = Operations['listBlueprints']['query'];
export type ListBlueprintRunsQuery = Operations['listBlueprintRuns']['query'];

/** Runs of Blueprints, which a person can watch and take over. */
export class BlueprintRuns {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(runId: string, options?: RequestOptions): APIPromise<BlueprintRun> {
    return this.#transport.request('getBlueprintRun', { path: { run_id: runId } }, options);
  }

  /** Pauses a running Run between two actions. */
  pause(runId: string, options?: RequestOptions): APIPromise<RunStatusResponse> {
    return this.#transport.request('pauseBlueprintRun', { path: { run_id: runId } }, options);
  }

  /** Resumes a paused or interrupted Run. */
  resume(runId: string, options?: RequestOptions): APIPromise<RunStatusResponse> {
    return this.#transport.request('resumeBlueprintRun', { path: { run_id: runId } }, options);
  }

  /** Gives the live browser to a person. */
  takeControl(runId: string, options?: RequestOptions): APIPromise<RunStatusResponse> {
    return this.#transport.request('takeControl', { path: { run_id: runId } }, options);
  }

  /** Gives the live browser back to the agent. */
  releaseControl(runId: string, options?: RequestOptions): APIPromise<RunStatusResponse> {
    return this.#transport.request('releaseControl', { path: { run_id: runId } }, options);
  }

  cancel(runId: string, options?: RequestOptions): APIPromise<RunStatusResponse> {
    return this.#transport.request('cancelBlueprintRun', { path: { run_id: runId } }, options);
  }

  /** Waits until a Run ends, and returns it. */
  wait(runId: string, options?: WaitOptions): APIPromise<BlueprintRun> {
    const read: ReadRun<BlueprintRun> = (each) => this.get(runId, each).withResponse();
    return waitForRun(this.#transport, runId, read, options);
  }
}

/** Reusable goals for the agent, with declared inputs. */
export class Blueprints {
  readonly #transport: Transport;
  readonly #blueprintRuns: BlueprintRuns;

  constructor(transport: Transport, blueprintRuns: BlueprintRuns) {
    this.#transport = transport;
    this.#blueprintRuns = blueprintRuns;
  }

  create(body: CreateBlueprint, options?: RequestOptions): APIPromise<Blueprint> {
    return this.#transport.request('createBlueprint', { body }, options);
  }

  /** Blueprints of the workspace, newest first. */
  list(query?: ListBlueprintsQuery, options?: RequestOptions): PagePromise<Blueprint, BlueprintList> {
    const list = { next: nextCursor<ListBlueprintsQuery>, idOf: ({ id }: Blueprint) => id };
    return listOf(this.#transport, 'listBlueprints', { query }, list, options);
  }

  get(blueprintId: string, options?: RequestOptions): APIPromise<Blueprint> {
    return this.#transport.request('getBlueprint', { path: { blueprint_id: blueprintId } }, options);
  }

  /** Replaces the definition. ConflictError when `expectedVersion` is not the current version. */
  update(blueprintId: string, body: ReplaceBlueprint, options?: RequestOptions): APIPromise<Blueprint> {
    const call = callOf('replaceBlueprint', { path: { blueprint_id: blueprintId }, body });
    const recover = async (refusal: unknown): Promise<{ data: Blueprint } | null> => {
      if (!(refusal instanceof ConflictError)) return null;
      const current = await this.get(blueprintId, options);
      const { expectedVersion, ...definition } = body;
      const names = Object.keys(definition) as (keyof typeof definition)[];
      const isOurs =
        current.version === expectedVersion + 1 &&
        names.every((name) => sameJson(definition[name] ?? null, current[name]));
      return isOurs ? { data: current } : null;
    };
    return this.#transport.json({ ...call, recover }, options);
  }

  /** Deletes a Blueprint; its Runs stay. */
  delete(blueprintId: string, options?: RequestOptions): APIPromise<void> {
    const call = callOf('deleteBlueprint', { path: { blueprint_id: blueprintId } });
    const recover = (refusal: unknown): Promise<{ data: undefined } | null> =>
      Promise.resolve(refusal instanceof NotFoundError ? { data: undefined } : null);
    return this.#transport.json({ ...call, recover }, options);
  }

  run(blueprintId: string, body: StartBlueprint = {}, options?: RequestOptions): APIPromise<AcceptedRun> {
    return this.#transport.request('runBlueprint', { path: { blueprint_id: blueprintId }, body }, options);
  }

  /** Runs of a Blueprint, newest first. */
  runs(
    blueprintId: string,
    query?: ListBlueprintRunsQuery,
    options?: RequestOptions,
  ): PagePromise<BlueprintRun, BlueprintRunList> {
    const list = { next: nextCursor<ListBlueprintRunsQuery>, idOf: ({ id }: BlueprintRun) => id };
    const parts = { path: { blueprint_id: blueprintId }, query };
    return listOf(this.#transport, 'listBlueprintRuns', parts, list, options);
  }

  /** Starts a Run and waits until it ends. */
  runAndWait(
    blueprintId: string,
    body: StartBlueprint = {},
    options: CreateAndWaitOptions = {},
  ): APIPromise<BlueprintRun> {
    const creation = this.run(blueprintId, body, creationOptions(options));
    return afterCreation(creation, ({ id }) => this.#blueprintRuns.wait(id, options));
  }
}
