import { NotFoundError } from '../errors.ts';
import type { APIPromise } from '../http/api-promise.ts';
import type { PagePromise } from '../http/page.ts';
import { type Call, fillPath, type RequestOptions, type Transport } from '../http/transport.ts';
import type { AcceptedRun } from '../openapi/schemas.ts';
import type {
  Blueprint,
  BlueprintRun,
  BlueprintRunStatusResponse,
  CreateBlueprint,
  CursorPage,
  CursorQuery,
  ReplaceBlueprint,
  StartBlueprint,
} from './blueprint-contract.ts';
import { nextCursor, pagesOf } from './lists.ts';
import { afterCreation, type CreateAndWaitOptions, creationOptions } from './runs.ts';
import { type ReadRun, type WaitOptions, waitForRun } from './wait.ts';

function call(method: string, path: string, rest: Partial<Call> = {}): Call {
  return { method, path, takesKey: false, ...rest };
}

function blueprintPath(id: string, below = ''): string {
  return fillPath(`/v1/blueprints/{id}${below}`, { id });
}

/** Runs of Blueprints, which a person can watch and take over. */
export class BlueprintRuns {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(runId: string, options?: RequestOptions): APIPromise<BlueprintRun> {
    return this.#transport.json(call('GET', fillPath('/v1/blueprint-runs/{id}', { id: runId })), options);
  }

  /** Pauses a running Run between two actions. */
  pause(runId: string, options?: RequestOptions): APIPromise<BlueprintRunStatusResponse> {
    return this.#control(runId, 'pause', options);
  }

  /** Goes on with a paused or interrupted Run. */
  resume(runId: string, options?: RequestOptions): APIPromise<BlueprintRunStatusResponse> {
    return this.#control(runId, 'resume', options);
  }

  /** Gives the live browser to a person. */
  takeControl(runId: string, options?: RequestOptions): APIPromise<BlueprintRunStatusResponse> {
    return this.#control(runId, 'take-control', options);
  }

  /** Gives the live browser back to the agent. */
  releaseControl(runId: string, options?: RequestOptions): APIPromise<BlueprintRunStatusResponse> {
    return this.#control(runId, 'release-control', options);
  }

  cancel(runId: string, options?: RequestOptions): APIPromise<BlueprintRunStatusResponse> {
    return this.#control(runId, 'cancel', options);
  }

  #control(runId: string, action: string, options?: RequestOptions): APIPromise<BlueprintRunStatusResponse> {
    return this.#transport.json(
      call('POST', fillPath(`/v1/blueprint-runs/{id}/${action}`, { id: runId })),
      options,
    );
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
    return this.#transport.json(call('POST', '/v1/blueprints', { body, takesKey: true }), options);
  }

  list(query?: CursorQuery, options?: RequestOptions): PagePromise<Blueprint, CursorPage<Blueprint>> {
    return pagesOf<Blueprint, CursorPage<Blueprint>, CursorQuery>(
      this.#transport,
      (pageQuery) => call('GET', '/v1/blueprints', { query: pageQuery }),
      query,
      { next: nextCursor, idOf: ({ id }) => id },
      options,
    );
  }

  get(blueprintId: string, options?: RequestOptions): APIPromise<Blueprint> {
    return this.#transport.json(call('GET', blueprintPath(blueprintId)), options);
  }

  /** Replaces the definition. ConflictError when `expectedVersion` is not the current version. */
  update(blueprintId: string, body: ReplaceBlueprint, options?: RequestOptions): APIPromise<Blueprint> {
    return this.#transport.json(call('PUT', blueprintPath(blueprintId), { body }), options);
  }

  /** Deletes a Blueprint; its Runs stay. */
  delete(blueprintId: string, options?: RequestOptions): APIPromise<void> {
    const recover = (refusal: unknown): Promise<{ data: undefined } | null> =>
      Promise.resolve(refusal instanceof NotFoundError ? { data: undefined } : null);
    return this.#transport.json(call('DELETE', blueprintPath(blueprintId), { recover }), options);
  }

  run(blueprintId: string, body: StartBlueprint = {}, options?: RequestOptions): APIPromise<AcceptedRun> {
    const path = blueprintPath(blueprintId, '/runs');
    return this.#transport.json(call('POST', path, { body, takesKey: true }), options);
  }

  /** Runs of a Blueprint, newest first. */
  runs(
    blueprintId: string,
    query?: CursorQuery,
    options?: RequestOptions,
  ): PagePromise<BlueprintRun, CursorPage<BlueprintRun>> {
    const path = blueprintPath(blueprintId, '/runs');
    return pagesOf<BlueprintRun, CursorPage<BlueprintRun>, CursorQuery>(
      this.#transport,
      (pageQuery) => call('GET', path, { query: pageQuery }),
      query,
      { next: nextCursor, idOf: ({ id }) => id },
      options,
    );
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
