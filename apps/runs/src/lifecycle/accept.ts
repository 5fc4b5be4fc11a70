import { randomUUIDv7 } from 'node:crypto';
import {
  type AcceptedRun,
  type BlueprintDefinition,
  type ExecutionTarget,
  type RunWorkflow,
  Problem,
  conflict,
  unavailable,
  unprocessable,
} from '@errand/contracts';
import { INITIAL_STATUS, type PinnedDefinition, type Principal } from '@errand/contracts/internal';
import { type Idempotency, currentRequestId, currentTraceparent } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { diagnostics } from './diagnostics.ts';
import type { NewRunRow } from './write-runs.ts';

/** Options of a Run in addition to its task. */
export interface RunOptions {
  outputSchema?: Record<string, unknown> | undefined;
  applicationScope?: string[] | undefined;
  timeoutMs?: number | undefined;
}

/** Options as stored. */
export interface StoredOptions extends RunOptions {
  /** Names of the secrets; their values are deleted when the Run ends. */
  secretNames?: string[] | undefined;
}

/** The part of a Blueprint that a Run of it keeps. */
export type RunBlueprint = Pick<BlueprintDefinition, 'goal' | 'startUrl' | 'parameters' | 'maxSteps'> & {
  id: string;
  version: number;
};

export interface NewRun {
  principal: Principal;
  idempotency: Idempotency | null;
  executionTarget: ExecutionTarget;
  task: string;
  metadata: Record<string, unknown>;
  workflow: RunWorkflow | null;
  runbook: PinnedDefinition | null;
  blueprint: RunBlueprint | null;
  inputs: Record<string, unknown>;
  /** Secret inputs, stored sealed only. */
  secrets: Record<string, string>;
  /** Ids of uploaded files among the inputs, which it holds until it ends. */
  files: readonly string[];
  options: RunOptions;
  /** When the request arrived, in milliseconds since the epoch; its caller times out. */
  askedAt: number;
}

export interface Acceptance {
  run: AcceptedRun;
  replayed: boolean;
}

function storedOptions({ options, secrets }: NewRun): StoredOptions {
  const secretNames = Object.keys(secrets);
  return { ...options, ...(secretNames.length > 0 && { secretNames }) };
}

function toColumns(id: string, sealed: unknown, run: NewRun): NewRunRow['columns'] {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const { principal, idempotency, workflow, blueprint, files } = run;
  return {
    id,
    workspace_id: principal.workspaceId,
    created_by: principal.userId,
    key_id: principal.keyId,
    execution_target: run.executionTarget,
    task: run.task,
    workflow: json(workflow),
    runbook_id: workflow?.runbook_id ?? null,
    runbook: json(run.runbook),
    inputs: json(run.inputs),
    sealed_inputs: json(sealed),
    metadata: json(run.metadata),
    idempotency_key: idempotency?.key ?? null,
    idempotency_fingerprint: idempotency?.fingerprint.value ?? null,
    traceparent: currentTraceparent(),
    options: json(storedOptions(run)),
    blueprint_id: blueprint?.id ?? null,
    blueprint: json(blueprint),
    key_prefix: principal.keyPrefix ?? null,
    address: principal.address ?? null,
    request_id: currentRequestId() ?? null,
    files: files.length === 0 ? null : json(files),
  };
}

/**
 * Stores a Run, its outbox row and its audit entry in one statement; when this returns, the Run is durable.
 * A retry with the same idempotency key gets the existing Run. 409: the key was used for a different request.
 * 503: the database took too long; nothing is stored.
 */
export async function accept(context: Context, run: NewRun): Promise<Acceptance> {
  const id = randomUUIDv7();
  const sealed = Object.keys(run.secrets).length === 0 ? null : context.sealer.seal(id, run.secrets);
  if (await write(context, { columns: toColumns(id, sealed, run), askedAt: run.askedAt })) {
    context.watch.accepted(id);
    if (run.executionTarget === 'local') context.watch.changed(run.principal.userId);
    else context.runAccepted();
    if (diagnostics.accepted.hasSubscribers)
      diagnostics.accepted.publish({ executionTarget: run.executionTarget });
    return { run: { id, status: INITIAL_STATUS, executionTarget: run.executionTarget }, replayed: false };
  }
  const existing = await findAccepted(context, run.principal, run.idempotency);
  if (existing === null) throw unavailable();
  if (existing instanceof Problem) throw existing;
  return existing;
}

const FOREIGN_KEY_VIOLATION = '23503';

async function write({ writeRun }: Context, row: NewRunRow): Promise<boolean> {
  try {
    return await writeRun(row);
  } catch (error) {
    if ((error as { code?: unknown }).code !== FOREIGN_KEY_VIOLATION) throw error;
    throw unprocessable('inputs: one of these files has expired; upload it again');
  }
}

/**
 * The Run that was accepted under an idempotency key, as its response was then. Null: the key is free.
 * Returns the 409 for a different request; the caller throws it after validation, which takes precedence.
 */
export async function findAccepted(
  context: Context,
  principal: Principal,
  idempotency: Idempotency | null,
): Promise<Acceptance | Problem | null> {
  if (idempotency === null) return null;
  const { rows } = await context.pool.query<{
    id: string;
    execution_target: ExecutionTarget;
    idempotency_fingerprint: string;
  }>({
    name: 'find-accepted',
    text: `SELECT id, execution_target, idempotency_fingerprint FROM runs
           WHERE workspace_id = $1 AND idempotency_key = $2`,
    values: [principal.workspaceId, idempotency.key],
  });
  const [existing] = rows;
  if (existing === undefined) return null;
  if (!idempotency.fingerprint.matches(existing.idempotency_fingerprint))
    return conflict('X-Idempotency-Key was used before with a different request.');
  return {
    run: { id: existing.id, status: INITIAL_STATUS, executionTarget: existing.execution_target },
    replayed: true,
  };
}
