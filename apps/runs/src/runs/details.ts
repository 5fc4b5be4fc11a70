import {
  type PendingApproval,
  RunWarning,
  type RunDetails,
  type RunbookDefinition,
  SECRET_MASK,
  notFound,
} from '@errand/contracts';
import { listArtifacts } from '../artifacts/artifacts.ts';
import type { Principal } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import { PUBLIC_COLUMNS, type RunRow, toRun } from '../db/run-row.ts';
import { liveViewUrl } from '../live/url.ts';
import type { StoredOptions } from '../lifecycle/accept.ts';
import { queueReason } from '../scheduling/queue-reasons.ts';

interface DetailedRow extends RunRow {
  attempt: number;
  runbook: RunbookDefinition | null;
  blueprint_id: string | null;
  lease_owner: string | null;
  inputs: Record<string, unknown>;
  options: StoredOptions;
  duration_ms: number | null;
}

const READ = `
  SELECT ${PUBLIC_COLUMNS}, attempt, runbook, blueprint_id, lease_owner, inputs, options,
         (extract(epoch FROM coalesce(completed_at, now()) - started_at) * 1000)::float8 AS duration_ms
  FROM runs WHERE id = $1 AND workspace_id = $2`;

const MAX_ARTIFACTS = 100;

/**
 * The details of a Run. 404: no such Run in the workspace.
 * @param publicOrigin the origin that people open in a browser, for links
 */
export async function readDetails(
  context: Context,
  principal: Principal,
  runId: string,
  publicOrigin: string,
): Promise<RunDetails> {
  const { rows } = await context.pool.query<DetailedRow>({
    name: 'run-details',
    text: READ,
    values: [runId, principal.workspaceId],
  });
  const [row] = rows;
  if (row === undefined) throw notFound();
  const isWaiting = row.status === 'waiting_for_approval';
  const [reason, approval, signs, artifacts] = await Promise.all([
    row.status === 'queued' ? queueReason(context, runId) : null,
    isWaiting ? readPendingApproval(context, runId, `${publicOrigin}/runs/${runId}`) : null,
    readSigns(context, runId),
    listArtifacts(context, runId, { limit: MAX_ARTIFACTS, offset: 0 }),
  ]);
  return {
    ...toRun(row),
    inputs: shownInputs(row),
    attempt: row.attempt,
    queue_reason: reason,
    pending_approval: approval,
    ...signs,
    outputs: row.result?.outputs ?? {},
    artifacts,
    duration_ms: row.duration_ms === null ? null : Math.max(0, Math.round(row.duration_ms)),
    blueprint_id: row.blueprint_id,
    live_view_url: liveViewUrl(context, principal, row, publicOrigin),
  };
}

/** The inputs of a Runbook's or Blueprint's Run, secret ones masked. */
export function shownInputs({
  runbook,
  blueprint_id: blueprintId,
  inputs,
  options,
}: Pick<DetailedRow, 'runbook' | 'blueprint_id' | 'inputs' | 'options'>): Record<string, unknown> {
  if (runbook === null && blueprintId === null) return {};
  // Those inside lists and objects are stored masked.
  const whole = (options.secretNames ?? []).filter((name) => !/[.[]/.test(name));
  return { ...inputs, ...Object.fromEntries(whole.map((name) => [name, SECRET_MASK])) };
}

/** The warnings and the ids of failed steps, in the order of their events. */
async function readSigns(
  { pool }: Context,
  runId: string,
): Promise<Pick<RunDetails, 'warnings' | 'failed_step_ids'>> {
  const { rows } = await pool.query<{ type: string; step_id: string | null; data: unknown }>({
    name: 'run-signs',
    text: `SELECT type, step_id, data FROM run_events
           WHERE run_id = $1 AND type IN ('step.warned', 'step.failed') ORDER BY seq`,
    values: [runId],
  });
  const failed = rows.flatMap(({ type, step_id: id }) => (type === 'step.failed' && id !== null ? [id] : []));
  const warnings = rows.flatMap(({ type, step_id, data }) => {
    if (type !== 'step.warned') return [];
    const { reason, quote } = (data ?? {}) as Record<string, unknown>;
    const parsed = RunWarning.safeParse({ step_id, reason, quote });
    return parsed.success ? [parsed.data] : [];
  });
  return { warnings, failed_step_ids: [...new Set(failed)] };
}

interface ApprovalRow extends Omit<PendingApproval, 'requested_at' | 'expires_at' | 'approve_url'> {
  requested_at: Date;
  expires_at: Date;
}

/** The primitive comes from the step's latest event that names one; a step reports it before it requests approval. */
const PENDING = `
  SELECT approvals.step_id, message AS instruction, input, origin, url, answer_schema AS schema, requested_at, expires_at,
         (SELECT data ->> 'primitive' FROM run_events
          WHERE run_id = approvals.run_id AND step_id = approvals.step_id AND data ->> 'primitive' IS NOT NULL
          ORDER BY seq DESC LIMIT 1) AS primitive,
         (SELECT id FROM artifacts WHERE run_id = approvals.run_id AND kind = 'screenshot'
          ORDER BY id DESC LIMIT 1) AS artifact_id
  FROM approvals WHERE run_id = $1 AND decision IS NULL ORDER BY requested_at DESC LIMIT 1`;

async function readPendingApproval(
  { pool }: Context,
  runId: string,
  approveUrl: string,
): Promise<PendingApproval | null> {
  const { rows } = await pool.query<ApprovalRow>({
    name: 'pending-approval',
    text: PENDING,
    values: [runId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  return {
    ...row,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    approve_url: approveUrl,
  };
}
