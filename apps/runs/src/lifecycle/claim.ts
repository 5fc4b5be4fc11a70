import { type ExecutionTarget, type RunWorkflow, type RunbookDefinition, conflict } from '@errand/contracts';
import type { ClaimRun, ClaimedRun, GrantedApproval, SealedInputs } from '@errand/contracts/internal';
import type { Context } from '../context.ts';

/** A parked Run has a doorbell again once it is approved. */
const PARKED_AND_APPROVED = `(status = 'waiting_for_approval' AND lease_owner IS NULL
  AND EXISTS (SELECT FROM outbox WHERE run_id = runs.id))`;

const COMPLETED_STEPS = `
  CASE WHEN attempt = 1 THEN '[]' ELSE
    (SELECT coalesce(json_agg(json_build_object('id', step_id, 'output', output)), '[]')
     FROM completed_steps WHERE run_id = claimed.id)
  END`;

/** An approval is used up by the first intent of its step; a step of people leaves none, and is complete once it was used. */
const GRANTED_APPROVAL = `
  CASE WHEN attempt > 1 THEN
    (SELECT json_build_object('stepId', step_id, 'input', input, 'origin', origin, 'decision', decision)
     FROM approvals
     WHERE run_id = claimed.id AND decision IS NOT NULL
       AND NOT EXISTS (SELECT FROM intents WHERE intents.run_id = approvals.run_id
                       AND intents.step_id = approvals.step_id AND intents.created_at >= approvals.decided_at)
     ORDER BY requested_at DESC LIMIT 1)
  END`;

const CLAIM = `
  WITH claimed AS (
    UPDATE runs
    SET status = 'running', attempt = $2, lease_owner = $3, lease_expires_at = now() + $4 * interval '1 ms',
        attempt_seq = 0, step_count = (SELECT count(*) FROM completed_steps WHERE run_id = $1),
        running_since = now(), started_at = coalesce(started_at, now()), updated_at = now()
    WHERE id = $1 AND attempt = $2 - 1 AND (status = 'queued' OR ${PARKED_AND_APPROVED})
    RETURNING id, workspace_id, attempt, execution_target, task, workflow, runbook, inputs, sealed_inputs, ran_ms
  ), answered AS (
    DELETE FROM outbox USING claimed WHERE outbox.run_id = claimed.id
  )
  SELECT *, ${COMPLETED_STEPS} AS completed_steps, ${GRANTED_APPROVAL} AS granted_approval FROM claimed`;

interface ClaimRow {
  id: string;
  workspace_id: string;
  attempt: number;
  execution_target: ExecutionTarget;
  task: string;
  workflow: RunWorkflow | null;
  runbook: RunbookDefinition | null;
  inputs: Record<string, unknown>;
  sealed_inputs: SealedInputs | null;
  ran_ms: number;
  completed_steps: ClaimedRun['completedSteps'];
  granted_approval: GrantedApproval | null;
}

/** The least that an execution is given, so that it can say that the time is over. */
const LEAST_MS = 1_000;

/** Gives a queued Run, or an approved one that is parked, to an executor for one attempt. 409: it does not wait for that attempt (any more); drop the bell. */
export const claim = async (
  context: Context,
  runId: string,
  { attempt, executorId }: ClaimRun,
): Promise<ClaimedRun> => {
  const { rows } = await context.pool.query<ClaimRow>({
    name: 'claim',
    text: CLAIM,
    values: [runId, attempt, executorId, context.leaseMs],
  });
  const [row] = rows;
  if (row === undefined) throw conflict('The Run does not wait for this attempt.');
  context.watch.changed(runId);
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    attempt: row.attempt,
    executionTarget: row.execution_target,
    task: row.task,
    runbook: row.runbook,
    inputs: row.inputs,
    sealedInputs: row.sealed_inputs,
    dryRun: row.workflow?.dry_run ?? false,
    completedSteps: row.completed_steps,
    grantedApproval: row.granted_approval,
    timeoutMs: Math.max(LEAST_MS, context.runTimeoutMs - row.ran_ms),
    leaseMs: Math.floor((context.leaseMs * 2) / 3),
    beatMs: Math.floor(context.leaseMs / 3),
  };
};
