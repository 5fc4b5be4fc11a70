import { randomUUIDv7 } from 'node:crypto';
import type { AcceptedRun, BlueprintDefinition, ExecutionTarget, RunWorkflow } from '@errand/contracts';
import { Problem, conflict, unavailable, unprocessable } from '@errand/contracts';
import {
  INITIAL_STATUS,
  type PinnedDefinition,
  type Principal,
  WORK_TIMEOUT_MS,
} from '@errand/contracts/internal';
import { type Idempotency, currentRequestId, currentTraceparent, isUnavailable } from '@errand/service-kit';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { type Batched, batch } from '../db/batch.ts';
import { diagnostics } from './diagnostics.ts';

/** Options of a Run besides its task. */
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

/**
 * Local Runs wait in the queue of devices instead of the outbox. `accept_by` turns a statement that runs after its caller timed
 * out into a no-op.
 */
const ACCEPT = `
  WITH accepted AS (
    INSERT INTO runs (id, workspace_id, created_by, key_id, execution_target, task, workflow, runbook_id, runbook,
                      inputs, sealed_inputs, metadata, idempotency_key, idempotency_fingerprint, traceparent, options,
                      blueprint_id, blueprint)
    SELECT id, workspace_id, created_by, key_id, execution_target::execution_target, task, workflow::json, runbook_id,
           runbook::json, inputs::json, sealed_inputs::json, metadata::json, idempotency_key, idempotency_fingerprint,
           traceparent, options::json, blueprint_id, blueprint::json
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[],
                $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
                $18::text[], $19::text[], $20::uuid[], $21::text[], $23::timestamptz[])
      AS run(id, workspace_id, created_by, key_id, execution_target, task, workflow, runbook_id, runbook,
             inputs, sealed_inputs, metadata, idempotency_key, idempotency_fingerprint, traceparent, options, blueprint_id,
             blueprint, accept_by)
    WHERE clock_timestamp() < accept_by
    ON CONFLICT (workspace_id, idempotency_key) DO NOTHING
    RETURNING id, execution_target, workspace_id, created_by, key_id
  ), enqueued AS (
    INSERT INTO outbox (run_id, workspace_id, attempt)
    SELECT id, workspace_id, 1 FROM accepted WHERE execution_target = 'cloud'
  ), offered AS (
    INSERT INTO device_queue (run_id, workspace_id, owner_id, attempt)
    SELECT id, workspace_id, created_by, 1 FROM accepted WHERE execution_target = 'local'
  ), noted AS (
    INSERT INTO audit_log (workspace_id, user_id, key_id, key_prefix, address, request_id, action, object_id)
    SELECT workspace_id, created_by, key_id, key_prefix, address, request_id, 'run.created', id
    FROM accepted JOIN unnest($1::uuid[], $15::text[], $16::text[], $17::text[])
      AS request(id, key_prefix, address, request_id) USING (id)
  ), held AS (
    INSERT INTO held_files (run_id, file_id)
    SELECT accepted.id, file::uuid
    FROM accepted JOIN unnest($1::uuid[], $22::text[]) AS run(id, files) USING (id), json_array_elements_text(files::json) AS file
  )
  SELECT ARRAY(SELECT id::text FROM accepted) AS ids, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;

const MAX_BATCH_SIZE = 128;
const COLUMNS = 22;

export interface NewRunRow {
  /** In the order of ACCEPT. */
  columns: readonly (string | null)[];
  askedAt: NewRun['askedAt'];
}

function storedOptions({ options, secrets }: NewRun): StoredOptions {
  const secretNames = Object.keys(secrets);
  return { ...options, ...(secretNames.length > 0 && { secretNames }) };
}

function toColumns(id: string, sealed: unknown, run: NewRun): NewRunRow['columns'] {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return [
    id,
    run.principal.workspaceId,
    run.principal.userId,
    run.principal.keyId,
    run.executionTarget,
    run.task,
    json(run.workflow),
    run.workflow?.runbook_id ?? null,
    json(run.runbook),
    json(run.inputs),
    json(sealed),
    json(run.metadata),
    run.idempotency?.key ?? null,
    run.idempotency?.fingerprint.value ?? null,
    run.principal.keyPrefix ?? null,
    run.principal.address ?? null,
    currentRequestId() ?? null,
    currentTraceparent(),
    json(storedOptions(run)),
    run.blueprint?.id ?? null,
    json(run.blueprint),
    run.files.length === 0 ? null : json(run.files),
  ];
}

/** Writes Runs and their outbox rows, batched under load; resolves to whether the Run was stored. */
export const createRunWriter = (pool: Pool): Batched<NewRunRow, boolean> => {
  /** How far the database's clock is ahead of this machine's, in ms, by its latest response. */
  let clockOffsetMs: number | null = null;
  const acceptBy = (askedAt: number) =>
    clockOffsetMs === null ? 'infinity' : new Date(askedAt + clockOffsetMs + WORK_TIMEOUT_MS).toISOString();
  return batch(
    async (rows) => {
      const columns = Array.from({ length: COLUMNS }, (_, column) =>
        rows.map((row) => row.columns[column] ?? null),
      );
      const { rows: results } = await pool.query<{ ids: string[]; now: number }>({
        name: 'accept',
        text: ACCEPT,
        values: [...columns, rows.map(({ askedAt }) => acceptBy(askedAt))],
      });
      const [result] = results;
      if (result === undefined) throw new Error('the statement that accepts Runs returned no row');
      clockOffsetMs = result.now - Date.now();
      const ids = new Set(result.ids);
      return rows.map(({ columns: [id] }) => ids.has(id ?? ''));
    },
    { largest: MAX_BATCH_SIZE, isFinal: isUnavailable },
  );
};

/**
 * Stores a Run, its outbox row and its audit entry in one statement; when this returns, the Run is durable.
 * A retry with the same idempotency key gets the existing Run. 409: the key was used for a different request.
 * 503: the database took too long; nothing is stored.
 */
export async function accept(context: Context, run: NewRun): Promise<Acceptance> {
  const id = randomUUIDv7();
  const sealed = Object.keys(run.secrets).length === 0 ? null : context.sealer.seal(id, run.secrets);
  if (await write(context, { columns: toColumns(id, sealed, run), askedAt: run.askedAt })) {
    if (run.executionTarget === 'local') context.watch.changed(run.principal.userId);
    else context.wakeRelay();
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
    throw unprocessable('inputs: a file of these has expired meanwhile; upload it again');
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
