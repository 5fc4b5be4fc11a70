import { type ExecutionTarget, type RunWorkflow, conflict } from '@errand/contracts';
import {
  type ClaimRun,
  type ClaimedRun,
  type GrantedApproval,
  type PinnedDefinition,
  RUN_TRANSITIONS,
  type SealedInputs,
  sqlStatuses,
} from '@errand/contracts/internal';
import { isUnavailable } from '@errand/service-kit';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { type Batched, batch } from '../db/batch.ts';
import type { RunBlueprint, RunOptions } from './accept.ts';
import { inputsForExecutor } from './inputs-for-executor.ts';

/** A Run without executor is queued again once it is approved or resumed. */
const MAY_GO_ON = `(status IN ('${RUN_TRANSITIONS.requestApproval.to}', '${RUN_TRANSITIONS.resume.to}') AND lease_owner IS NULL
  AND (EXISTS (SELECT FROM outbox WHERE run_id = runs.id)
    OR EXISTS (SELECT FROM device_queue AS queue WHERE run_id = runs.id AND queue.attempt = runs.attempt + 1)))`;

const COMPLETED_STEPS = `
  CASE WHEN claimed.attempt = 1 THEN '[]' ELSE
    (SELECT coalesce(json_agg(json_build_object('id', step_id, 'output', output)), '[]')
     FROM completed_steps WHERE run_id = claimed.id)
  END`;

/** The first intent of a step uses up its approval. A human step has no intents: it is complete once the approval was used. */
const GRANTED_APPROVAL = `
  CASE WHEN claimed.attempt > 1 THEN
    (SELECT json_build_object('stepId', step_id, 'input', input, 'origin', origin, 'pageDigest', page_digest, 'decision', decision)
     FROM approvals
     WHERE run_id = claimed.id AND decision IS NOT NULL
       AND NOT EXISTS (SELECT FROM intents WHERE intents.run_id = approvals.run_id
                       AND intents.step_id = approvals.step_id AND intents.created_at >= approvals.decided_at)
     ORDER BY requested_at DESC LIMIT 1)
  END`;

/** The answer to a claim, for the Runs that a statement returns as `claimed`. */
export const CLAIMED_COLUMNS = `
  claimed.id, claimed.workspace_id, claimed.attempt, execution_target, task, workflow, runbook, blueprint, inputs, sealed_inputs,
  active_ms, lost_attempts, traceparent, options, started_at,
  ${COMPLETED_STEPS} AS completed_steps, ${GRANTED_APPROVAL} AS granted_approval`;

/**
 * Locks the Runs, then their outbox rows, then the loads of their workspaces until the commit, each in order, so that two
 * claims never take the same slot; a trigger counts the claimed Runs. The loads come last because an admission can hold an outbox
 * row for a while. Without a free slot a Run returns to the backlog; refused only a reserved slot, it stays admitted for the
 * other slots. $2: the limit of a workspace. The claims are JSON because PostgreSQL takes any number of its rows for a hundred, and
 * so plans once; of arrays it knows the length, and plans each time. CASE and the array of ids leave it nothing but the primary
 * key to find Runs by: a plan that was made before the table grew would otherwise read all Runs of a status.
 */
const CLAIM = `
  WITH asked AS (
    -- Two executors can ask for the same attempt; the first has it.
    SELECT DISTINCT ON (id, attempt) *
    FROM json_to_recordset($1::json) AS claim(n int, id uuid, attempt int, executor_id text, lease_ms int, reserved boolean)
    ORDER BY id, attempt, n
  ), candidate AS (
    SELECT runs.id, workspace_id, asked.attempt, executor_id, lease_ms, reserved, n
    FROM runs JOIN asked ON runs.id = asked.id AND runs.attempt = asked.attempt - 1
    WHERE runs.id = ANY(ARRAY(SELECT id FROM asked))
      AND CASE WHEN status IN ${sqlStatuses(RUN_TRANSITIONS.claim.from)} THEN true ELSE ${MAY_GO_ON} END
    ORDER BY runs.id FOR UPDATE OF runs
  ), locked_rows AS (
    SELECT run_id FROM outbox WHERE run_id IN (SELECT id FROM candidate) ORDER BY run_id FOR UPDATE
  ), loads AS (
    INSERT INTO workspace_loads AS load (workspace_id, active_runs)
    -- Always true: reading the count makes PostgreSQL lock the outbox rows before the loads.
    SELECT workspace_id, 0 FROM candidate WHERE (SELECT count(*) FROM locked_rows) >= 0
    GROUP BY workspace_id ORDER BY workspace_id
    ON CONFLICT (workspace_id) DO UPDATE SET active_runs = load.active_runs
    RETURNING workspace_id, active_runs
  ), slot AS (
    SELECT n AS slot FROM (
      SELECT n, reserved, active_runs + row_number() OVER (PARTITION BY workspace_id ORDER BY reserved, n) AS active_then
      FROM candidate JOIN loads USING (workspace_id)
    ) AS counted
    WHERE active_then <= CASE WHEN reserved THEN 1 ELSE $2::int END
  ), claimed AS (
    UPDATE runs
    SET status = '${RUN_TRANSITIONS.claim.to}', attempt = candidate.attempt, lease_owner = executor_id,
        lease_expires_at = now() + lease_ms * interval '1 ms', attempt_seq = 0,
        step_count = (SELECT count(*) FROM completed_steps WHERE run_id = runs.id AND step_id NOT LIKE '%[]'),
        running_since = now(), started_at = coalesce(started_at, now()), updated_at = now()
    FROM candidate JOIN slot ON slot = n
    WHERE runs.id = candidate.id
    RETURNING n, runs.id, runs.workspace_id, runs.attempt, execution_target, task, workflow, runbook, blueprint, inputs,
              sealed_inputs, active_ms, lost_attempts, traceparent, options, started_at
  ), dequeued AS (
    DELETE FROM outbox USING claimed WHERE outbox.run_id = claimed.id
  ), returned AS (
    UPDATE outbox
    SET admitted_at = CASE WHEN reserved THEN admitted_at END, published_at = CASE WHEN reserved THEN published_at END,
        reserved_at = NULL
    FROM candidate
    WHERE outbox.run_id = candidate.id AND n NOT IN (SELECT slot FROM slot)
  )
  SELECT n, ${CLAIMED_COLUMNS}
  FROM candidate LEFT JOIN claimed USING (n)`;

/** The Run is queued for this attempt, but its workspace has no free slot. */
interface NoSlot {
  n: number;
  id: null;
}

export interface ClaimRow {
  n: number;
  id: string;
  workspace_id: string;
  attempt: number;
  execution_target: ExecutionTarget;
  task: string;
  workflow: RunWorkflow | null;
  runbook: PinnedDefinition | null;
  blueprint: RunBlueprint | null;
  inputs: Record<string, unknown>;
  sealed_inputs: SealedInputs | null;
  active_ms: number;
  started_at: Date;
  lost_attempts: number;
  traceparent: string | null;
  options: RunOptions;
  completed_steps: ClaimedRun['completedSteps'];
  granted_approval: GrantedApproval | null;
}

/** A claim as the statement takes it. */
export interface ClaimRequest extends Pick<ClaimRun, 'attempt' | 'executorId' | 'reserved'> {
  runId: string;
  leaseMs: number;
}

export type ClaimResult = ClaimRow | NoSlot | null;

const MAX_BATCH_SIZE = 64;

/** Claims the Runs of one tick with one statement; resolves to null for a Run that is not queued for that attempt. */
export function createClaimWriter(pool: Pool, workspaceRunLimit: number): Batched<ClaimRequest, ClaimResult> {
  return batch(
    async (claims) => {
      const { rows } = await pool.query<ClaimRow | NoSlot>({
        name: 'claim',
        text: CLAIM,
        values: [
          JSON.stringify(
            claims.map(({ runId, attempt, executorId, leaseMs, reserved }, n) => ({
              n,
              id: runId,
              attempt,
              executor_id: executorId,
              lease_ms: leaseMs,
              reserved,
            })),
          ),
          workspaceRunLimit,
        ],
      });
      const found = new Map(rows.map((row) => [row.n, row]));
      return claims.map((_claim, index) => found.get(index) ?? null);
    },
    { largest: MAX_BATCH_SIZE, isFinal: isUnavailable },
  );
}

/** Of an attempt that begins when the Run's time is over: it reports the timeout and does nothing else. */
const MIN_TIMEOUT_MS = 1;

/**
 * Gives a queued Run, or a suspended one that was approved, to an executor for one attempt.
 * 409: the Run is not queued for that attempt, or its workspace has no free slot; the executor drops the job. The caller wakes
 * the relay, which has room for another Run.
 */
export async function claim(
  context: Context,
  runId: string,
  { attempt, executorId, reserved, publicKey }: ClaimRun,
): Promise<ClaimedRun> {
  const { leaseMs } = context.lease;
  const row = await context.writeClaim({ runId, attempt, executorId, reserved, leaseMs });
  if (row === null) throw conflict('The Run is not queued for this attempt.');
  context.claims.note();
  if (row.id === null) throw conflict('The workspace has reached its concurrent Run limit.');
  context.watch.changed(runId);
  return await toClaimedRun(context, row, { executorId, publicKey });
}

/** The executor's description of a claimed Run, with a lease token and its secret inputs sealed to `publicKey`. */
export async function toClaimedRun(
  context: Context,
  { id, attempt, ...row }: Omit<ClaimRow, 'n'>,
  { executorId, publicKey }: Pick<ClaimRun, 'executorId' | 'publicKey'>,
): Promise<ClaimedRun> {
  const { outputSchema, applicationScope, timeoutMs = Infinity } = row.options;
  return {
    id,
    workspaceId: row.workspace_id,
    attempt,
    lease: context.leaseTokens.issue(id, { attempt, executorId }),
    executionTarget: row.execution_target,
    task: row.task,
    runbook: row.runbook,
    inputs: row.inputs,
    secretInputs: await inputsForExecutor(
      context,
      { runId: id, attempt, sealed: row.sealed_inputs },
      publicKey,
    ),
    dryRun: row.workflow?.dry_run ?? false,
    completedSteps: row.completed_steps,
    grantedApproval: row.granted_approval,
    ...(row.blueprint !== null && { blueprint: toClaimed(row.blueprint) }),
    ...(row.lost_attempts > 0 && { lostAttempts: row.lost_attempts }),
    ...(row.traceparent !== null && { traceparent: row.traceparent }),
    ...(outputSchema !== undefined && { outputSchema }),
    ...(applicationScope !== undefined && { applicationScope }),
    startedAt: row.started_at.toISOString(),
    timeoutMs: Math.max(MIN_TIMEOUT_MS, Math.min(timeoutMs, context.runTimeoutMs) - row.active_ms),
    leaseMs: context.lease.stopAfterMs,
    heartbeatIntervalMs: context.lease.heartbeatIntervalMs,
  };
}

function toClaimed({ goal, startUrl, parameters, maxSteps }: RunBlueprint): ClaimedRun['blueprint'] {
  return { goal, startUrl, parameters, maxSteps };
}
