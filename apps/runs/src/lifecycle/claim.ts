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
import type { Context } from '../context.ts';
import type { RunBlueprint, RunOptions } from './accept.ts';
import { inputsForExecutor } from './inputs-for-executor.ts';

/** A Run without executor is queued again once it is approved or resumed. */
const MAY_GO_ON = `(status IN ('${RUN_TRANSITIONS.requestApproval.to}', '${RUN_TRANSITIONS.resume.to}') AND lease_owner IS NULL
  AND (EXISTS (SELECT FROM outbox WHERE run_id = runs.id)
    OR EXISTS (SELECT FROM device_queue AS queue WHERE run_id = runs.id AND queue.attempt = runs.attempt + 1)))`;

const COMPLETED_STEPS = `
  CASE WHEN attempt = 1 THEN '[]' ELSE
    (SELECT coalesce(json_agg(json_build_object('id', step_id, 'output', output)), '[]')
     FROM completed_steps WHERE run_id = claimed.id)
  END`;

/** The first intent of a step uses up its approval. A human step has no intents: it is complete once the approval was used. */
const GRANTED_APPROVAL = `
  CASE WHEN attempt > 1 THEN
    (SELECT json_build_object('stepId', step_id, 'input', input, 'origin', origin, 'pageDigest', page_digest, 'decision', decision)
     FROM approvals
     WHERE run_id = claimed.id AND decision IS NOT NULL
       AND NOT EXISTS (SELECT FROM intents WHERE intents.run_id = approvals.run_id
                       AND intents.step_id = approvals.step_id AND intents.created_at >= approvals.decided_at)
     ORDER BY requested_at DESC LIMIT 1)
  END`;

/**
 * Locks the Run, then its outbox row, then the workspace's load until the commit, so that two claims never take the same
 * slot; a trigger counts the claimed Run. The load comes last because the relay can hold the outbox row for a while.
 * Without a free slot the Run returns to the backlog; refused only a reserved slot, it stays admitted for the other slots.
 */
const CLAIM = `
  WITH candidate AS (
    SELECT id, workspace_id FROM runs
    WHERE id = $1 AND attempt = $2 - 1 AND (status IN ${sqlStatuses(RUN_TRANSITIONS.claim.from)} OR ${MAY_GO_ON})
    FOR UPDATE
  ), locked_row AS (
    SELECT run_id FROM outbox WHERE run_id IN (SELECT id FROM candidate) FOR UPDATE
  ), slot AS (
    INSERT INTO workspace_loads AS load (workspace_id, active_runs)
    -- Always true: reading the count makes PostgreSQL lock the outbox row before the load.
    SELECT workspace_id, 0 FROM candidate WHERE (SELECT count(*) FROM locked_row) >= 0
    ON CONFLICT (workspace_id) DO UPDATE SET active_runs = load.active_runs
      WHERE load.active_runs < CASE WHEN $6 THEN 1 ELSE $5 END
    RETURNING workspace_id
  ), claimed AS (
    UPDATE runs
    SET status = '${RUN_TRANSITIONS.claim.to}', attempt = $2, lease_owner = $3, lease_expires_at = now() + $4 * interval '1 ms',
        attempt_seq = 0, step_count = (SELECT count(*) FROM completed_steps WHERE run_id = $1 AND step_id NOT LIKE '%[]'),
        running_since = now(), started_at = coalesce(started_at, now()), updated_at = now()
    FROM candidate JOIN slot USING (workspace_id)
    WHERE runs.id = candidate.id
    RETURNING runs.id, runs.workspace_id, attempt, execution_target, task, workflow, runbook, blueprint, inputs, sealed_inputs,
              active_ms, lost_attempts, traceparent, options, started_at
  ), dequeued AS (
    DELETE FROM outbox USING claimed WHERE outbox.run_id = claimed.id
  ), returned AS (
    UPDATE outbox
    SET admitted_at = CASE WHEN $6 THEN admitted_at END, published_at = CASE WHEN $6 THEN published_at END, reserved_at = NULL
    FROM candidate
    WHERE outbox.run_id = candidate.id AND NOT EXISTS (SELECT FROM slot)
  )
  SELECT claimed.*, ${COMPLETED_STEPS} AS completed_steps, ${GRANTED_APPROVAL} AS granted_approval
  FROM candidate LEFT JOIN claimed USING (id)`;

/** The Run is queued for this attempt, but its workspace has no free slot. */
interface NoSlot {
  id: null;
}

interface ClaimRow {
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

/** The shortest timeout of an attempt, so that it can still report that the time is up. */
const MIN_TIMEOUT_MS = 1_000;

/**
 * Gives a queued Run, or a suspended one that was approved, to an executor for one attempt.
 * 409: the Run is not queued for that attempt, or its workspace has no free slot; the executor drops the job.
 */
export const claim = async (
  context: Context,
  runId: string,
  { attempt, executorId, reserved, publicKey }: ClaimRun,
): Promise<ClaimedRun> => {
  const { rows } = await context.pool.query<ClaimRow | NoSlot>({
    name: 'claim',
    text: CLAIM,
    values: [runId, attempt, executorId, context.lease.leaseMs, context.workspaceRunLimit, reserved],
  });
  const [row] = rows;
  if (row === undefined) throw conflict('The Run is not queued for this attempt.');
  context.claims.note();
  context.wakeRelay();
  if (row.id === null) throw conflict('The workspace has reached its concurrent Run limit.');
  context.watch.changed(runId);
  const { outputSchema, applicationScope, timeoutMs = Infinity } = row.options;
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    attempt: row.attempt,
    lease: context.leaseTokens.issue(runId, { attempt, executorId }),
    executionTarget: row.execution_target,
    task: row.task,
    runbook: row.runbook,
    inputs: row.inputs,
    secretInputs: await inputsForExecutor(context, { runId, attempt, sealed: row.sealed_inputs }, publicKey),
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
};

function toClaimed({ goal, startUrl, parameters, maxSteps }: RunBlueprint): ClaimedRun['blueprint'] {
  return { goal, startUrl, parameters, maxSteps };
}
