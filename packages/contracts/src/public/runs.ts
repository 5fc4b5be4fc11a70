import { z } from 'zod';
import { Limit, Offset } from './paging.ts';
import { ApplicationScope, Name } from './runbooks.ts';
import { Id, JsonObject, NamedValues, Metadata, Moment, Text, Timestamp, textOf } from './text.ts';
import { Artifact, RunEvent, RunWarning } from './run-events.ts';

export const ExecutionTarget = z.enum(['cloud', 'local']);
export type ExecutionTarget = z.infer<typeof ExecutionTarget>;

export const RunStatus = z.enum([
  'queued',
  'running',
  'waiting_for_approval',
  'paused',
  'user_controlling',
  'interrupted',
  'completed',
  'failed',
  'cancelled',
]);
export type RunStatus = z.infer<typeof RunStatus>;

/** Statuses that a Run never leaves. */
export const TERMINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const satisfies RunStatus[];
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];
export function isTerminal(status: RunStatus): status is TerminalStatus {
  return TERMINAL_STATUSES.some((terminal) => terminal === status);
}

/** Why a Run failed, for programs; `error_message` is for people. */
export const ErrorCode = z.enum([
  'agent_model_not_configured',
  'agent_model_error',
  'agent_gave_up',
  'task_not_understood',
  'navigation_failed',
  'element_not_found',
  'element_ambiguous',
  'action_failed',
  'assertion_failed',
  'completion_condition_unmet',
  'site_not_allowed',
  'download_failed',
  'step_timeout',
  'run_timeout',
  'approval_rejected',
  'approval_expired',
  'executor_lost',
  'browser_crashed',
  'device_disconnected',
  'output_invalid',
  'iteration_limit_reached',
  'internal_error',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

const MAX_SECRETS = 20;
const MAX_SECRET_BYTES = 4_096;

/** Secrets of a Run by name. A task refers to them as `{{ secrets.name }}`. */
export const Secrets = z
  .record(
    Name,
    Text.refine(
      (value) => new TextEncoder().encode(value).length <= MAX_SECRET_BYTES,
      `must be at most ${MAX_SECRET_BYTES} bytes long`,
    ),
  )
  .refine((secrets) => Object.keys(secrets).length <= MAX_SECRETS, `must be at most ${MAX_SECRETS} secrets`);

/** Body of POST /v1/runs. */
export const CreateRun = z.strictObject({
  task: textOf(1, 20_000).describe(
    'What to do, in plain English. `{{ secrets.name }}` stands for a secret, which is typed and never shown.',
  ),
  executionTarget: ExecutionTarget.optional(),
  metadata: Metadata.optional(),
  secrets: Secrets.describe(
    'Values that the task refers to as `{{ secrets.name }}`; at most 20. Stored encrypted and masked in all output.',
  ).optional(),
  outputSchema: JsonObject.describe(
    'JSON Schema of the outputs. A Run whose outputs do not match it fails with `output_invalid`.',
  ).optional(),
  applicationScope: ApplicationScope.describe(
    'Host patterns, such as `*.example.com`. The Run cannot reach other hosts.',
  ).optional(),
  timeoutMs: z
    .int()
    .min(1)
    .describe('Timeout in milliseconds, not counting time spent waiting for people.')
    .optional(),
});
export type CreateRun = z.infer<typeof CreateRun>;

/** Body of POST /v1/runbooks/{runbook_id}/runs. `inputs` are checked against the pinned revision's parameters. */
export const StartRunbook = z.strictObject({
  inputs: NamedValues.optional(),
  executionTarget: ExecutionTarget.optional(),
  revisionId: z.string().optional(),
  metadata: Metadata.optional(),
});
export type StartRunbook = z.infer<typeof StartRunbook>;

/** Body of POST /v1/runs/{run_id}/rerun. Its entries override those of the Run. */
export const RerunRun = z.strictObject({
  inputs: NamedValues.describe('Inputs of a Runbook Run to change.').optional(),
  secrets: Secrets.describe('All secrets of the Run, which are deleted when it ends.').optional(),
});
export type RerunRun = z.infer<typeof RerunRun>;

/** Response (202) of every request that creates a Run. */
export const AcceptedRun = z.strictObject({
  id: Id,
  status: RunStatus,
  executionTarget: ExecutionTarget,
});
export type AcceptedRun = z.infer<typeof AcceptedRun>;

/** The revision that a Runbook Run is pinned to. `revision_id` is null for a dry run of a draft. */
export const RunWorkflow = z.strictObject({
  runbook_id: Id,
  revision_id: Id.nullable(),
  version: z.int(),
  title: z.string(),
  dry_run: z.literal(true).optional(),
});
export type RunWorkflow = z.infer<typeof RunWorkflow>;

/** Result of a terminal Run, at most 256 KiB as JSON. */
export const RunResult = z.strictObject({
  status: RunStatus,
  summary: z.string(),
  steps: z.int(),
  final_url: z.string().nullable(),
  events: z.array(RunEvent),
  outputs: z.record(z.string(), z.unknown()),
});
export type RunResult = z.infer<typeof RunResult>;

/** A Run in the list of GET /v1/runs. */
export const Run = z.strictObject({
  id: Id,
  executionTarget: ExecutionTarget,
  status: RunStatus,
  task: z.string(),
  workflow: RunWorkflow.nullable(),
  result: RunResult.nullable(),
  error_code: ErrorCode.nullable(),
  error_message: z.string().nullable(),
  metadata: JsonObject,
  step_count: z.int(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  updated_at: Timestamp,
});
export type Run = z.infer<typeof Run>;

/** Response of GET /v1/runs/{run_id}: exactly these fields. */
export const RunState = Run.pick({
  status: true,
  result: true,
  error_code: true,
  error_message: true,
  step_count: true,
});
export type RunState = z.infer<typeof RunState>;

/**
 * What a queued Run waits for: a free executor, a slot within its workspace's limit, the end of the pause after a lost
 * attempt, or a device of its owner.
 */
export const QueueReason = z.enum(['executor', 'workspace_limit', 'retry', 'device']);
export type QueueReason = z.infer<typeof QueueReason>;

/** The approval that a Run waits for. */
export const PendingApproval = z.strictObject({
  step_id: z.string(),
  instruction: z.string().describe('What the step is about to do, in plain English.'),
  primitive: z.string().nullable().describe('Null when an agent step asks as a whole.'),
  input: z
    .unknown()
    .describe("The step's resolved input, with secrets as `[secret]`. The approval is bound to it."),
  origin: z.string().nullable().describe('Origin of the page. The approval is bound to it.'),
  url: z.string().nullable().describe('Address of the page where the step acts.'),
  requested_at: Timestamp,
  expires_at: Timestamp,
  schema: JsonObject.nullable().describe(
    'JSON Schema of the `value` that an approval must include; null: none.',
  ),
  artifact_id: Id.nullable().describe('The latest screenshot of the Run.'),
  approve_url: z.string().describe('Page where a signed-in person decides.'),
});
export type PendingApproval = z.infer<typeof PendingApproval>;

/** Response of GET /v1/runs/{run_id}/details. */
export const RunDetails = Run.extend({
  inputs: JsonObject.describe(
    'Inputs of a Runbook Run, with secret ones as `[secret]`; `{}` for an ad-hoc Run.',
  ),
  attempt: z.int().min(0).describe('Number of the current attempt, from 1; 0 before the first one.'),
  queue_reason: QueueReason.nullable(),
  pending_approval: PendingApproval.nullable(),
  warnings: z.array(RunWarning),
  failed_step_ids: z
    .array(z.string())
    .describe('Steps that failed, including those with `onFailure: "continue"`.'),
  outputs: z.record(z.string(), z.unknown()),
  artifacts: z.array(Artifact).describe('The first 100 files of the Run, oldest first.'),
  duration_ms: z
    .int()
    .min(0)
    .nullable()
    .describe('Milliseconds from start to end, or until now; null before the start.'),
  blueprint_id: Id.nullable(),
  live_view_url: z.string().nullable(),
});
export type RunDetails = z.infer<typeof RunDetails>;

export const RunList = z.strictObject({ data: z.array(Run).max(100), has_more: z.boolean() });
export type RunList = z.infer<typeof RunList>;

export const RunStatusResponse = z.strictObject({ status: RunStatus });

const MAX_METADATA_FILTERS = 3;

/** `metadata.<key>=<value>` in a query, as pairs. Matches a string, number or boolean of that spelling. */
export const MetadataFilter = z
  .array(z.tuple([Text, Text]))
  .max(MAX_METADATA_FILTERS, `at most ${MAX_METADATA_FILTERS} keys can be filtered by`);

/** Query of GET /v1/runs. `createdAfter` and `createdBefore` are exclusive. */
export const ListRunsQuery = z.object({
  limit: Limit,
  offset: Offset,
  status: RunStatus.optional(),
  executionTarget: ExecutionTarget.optional(),
  runbookId: Id.optional(),
  createdAfter: Moment.optional(),
  createdBefore: Moment.optional(),
  metadata: MetadataFilter.optional(),
});
export type ListRunsQuery = z.infer<typeof ListRunsQuery>;

/** `X-Idempotency-Key`: 1 to 255 printable ASCII characters without spaces. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 printable ASCII characters without spaces');
