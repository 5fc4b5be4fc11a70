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
  'completed',
  'failed',
  'cancelled',
]);
export type RunStatus = z.infer<typeof RunStatus>;

/** Statuses that a Run never leaves. */
export const TERMINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const satisfies RunStatus[];
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];
export const isTerminal = (status: RunStatus): status is TerminalStatus =>
  TERMINAL_STATUSES.some((terminal) => terminal === status);

/** Why a Run failed, for programs. `error_message` says it for people. */
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
  'internal_error',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

const MAX_SECRETS = 20;
const MAX_SECRET_BYTES = 4_096;

/** Secrets of a Run by name; in a task they are named as `{{ secrets.name }}`. */
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
    'What to do, in words. `{{ secrets.name }}` stands for a secret, which is typed and never shown.',
  ),
  executionTarget: ExecutionTarget.optional(),
  metadata: Metadata.optional(),
  secrets: Secrets.describe(
    'Values that the task names as `{{ secrets.name }}`; at most 20. Stored sealed, masked wherever they would show.',
  ).optional(),
  outputSchema: JsonObject.describe(
    'JSON Schema of the outputs. A Run whose outputs do not fit fails with `output_invalid`.',
  ).optional(),
  applicationScope: ApplicationScope.describe(
    'Host patterns, such as `*.example.com`: the Run may reach nothing else.',
  ).optional(),
  timeoutMs: z
    .int()
    .min(1)
    .describe('Milliseconds that the Run may take, time spent waiting for people not counted.')
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

/** Body of POST /v1/runs/{run_id}/rerun: both are laid over those of the Run. */
export const RerunRun = z.strictObject({
  inputs: NamedValues.describe('Inputs of a Runbook Run that are to differ.').optional(),
  secrets: Secrets.describe('Every secret that the Run had: they are not kept beyond its end.').optional(),
});
export type RerunRun = z.infer<typeof RerunRun>;

/** Answer to both Run creations, 202. */
export const AcceptedRun = z.strictObject({
  id: Id,
  status: RunStatus,
  executionTarget: ExecutionTarget,
});
export type AcceptedRun = z.infer<typeof AcceptedRun>;

/** What a Runbook Run is pinned to. `revision_id` is null for a dry run of a draft. */
export const RunWorkflow = z.strictObject({
  runbook_id: Id,
  revision_id: Id.nullable(),
  version: z.int(),
  title: z.string(),
  dry_run: z.literal(true).optional(),
});
export type RunWorkflow = z.infer<typeof RunWorkflow>;

/** Outcome of a Run, at most 256 KiB as JSON. */
export const RunResult = z.strictObject({
  status: RunStatus,
  summary: z.string(),
  steps: z.int(),
  final_url: z.string().nullable(),
  events: z.array(RunEvent),
  outputs: z.record(z.string(), z.unknown()),
});
export type RunResult = z.infer<typeof RunResult>;

/** A Run as GET /v1/runs lists it. */
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

/** A Run as GET /v1/runs/{run_id} answers: exactly these fields. */
export const RunState = Run.pick({
  status: true,
  result: true,
  error_code: true,
  error_message: true,
  step_count: true,
});
export type RunState = z.infer<typeof RunState>;

/**
 * Why a Run waits to be carried out: for an executor that is free, for a place among the Runs of its workspace, for the end of
 * the pause after a loss, or for a device of its owner.
 */
export const QueueReason = z.enum(['executor', 'workspace_limit', 'retry', 'device']);
export type QueueReason = z.infer<typeof QueueReason>;

/** What a Run asks a person. */
export const PendingApproval = z.strictObject({
  step_id: z.string(),
  instruction: z.string().describe('What the step is about to do, in words.'),
  primitive: z.string().nullable().describe('Null where an agent step asks as a whole.'),
  input: z
    .unknown()
    .describe("The step's resolved input, to which an approval is bound; secrets as `[secret]`."),
  origin: z.string().nullable().describe('Origin of the page, to which an approval is bound.'),
  url: z.string().nullable().describe('Address of the page where the step acts.'),
  requested_at: Timestamp,
  expires_at: Timestamp,
  schema: JsonObject.nullable().describe(
    'JSON Schema of the `value` that the answer has to bring; null: none.',
  ),
  artifact_id: Id.nullable().describe('Latest screenshot of the Run.'),
  approve_url: z.string().describe('Where a signed-in person decides.'),
});
export type PendingApproval = z.infer<typeof PendingApproval>;

/** Everything about a Run, as GET /v1/runs/{run_id}/details answers. */
export const RunDetails = Run.extend({
  inputs: JsonObject.describe('Inputs of a Runbook Run, secret ones as `[secret]`; `{}` for an ad-hoc Run.'),
  attempt: z.int().min(0).describe('Counts the executions from 1; 0 until the first one.'),
  queue_reason: QueueReason.nullable(),
  pending_approval: PendingApproval.nullable(),
  warnings: z.array(RunWarning),
  failed_step_ids: z.array(z.string()).describe('Steps that failed, those that were passed over too.'),
  outputs: z.record(z.string(), z.unknown()),
  artifacts: z.array(Artifact).describe('The first 100 files that the Run left, oldest first.'),
  duration_ms: z
    .int()
    .min(0)
    .nullable()
    .describe('From its start to its end, or to now; null before its start.'),
  blueprint_id: Id.nullable(),
  live_view_url: z.string().nullable(),
});
export type RunDetails = z.infer<typeof RunDetails>;

export const RunList = z.strictObject({ data: z.array(Run).max(100), has_more: z.boolean() });
export type RunList = z.infer<typeof RunList>;

export const CancelledRun = z.strictObject({ status: RunStatus });

const MAX_METADATA_FILTERS = 3;

/** `metadata.<key>=<value>` in a query, as pairs: the metadata has that text, number or boolean under that key. */
export const MetadataFilter = z
  .array(z.tuple([Text, Text]))
  .max(MAX_METADATA_FILTERS, `at most ${MAX_METADATA_FILTERS} keys can be filtered by`);

/** Query of GET /v1/runs. The bounds of `createdAfter` and `createdBefore` are exclusive. */
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
