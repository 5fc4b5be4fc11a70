import { z } from 'zod';
import { Limit, Offset } from './paging.ts';
import { Id, JsonObject, NamedValues, Metadata, Moment, Timestamp, textOf } from './text.ts';
import { RunEvent } from './run-events.ts';

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

/** Body of POST /v1/runs. */
export const CreateRun = z.strictObject({
  task: textOf(1, 20_000),
  executionTarget: ExecutionTarget.optional(),
  metadata: Metadata.optional(),
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

export const RunList = z.strictObject({ data: z.array(Run).max(100), has_more: z.boolean() });
export type RunList = z.infer<typeof RunList>;

export const CancelledRun = z.strictObject({ status: RunStatus });

/** Query of GET /v1/runs. The bounds of `createdAfter` and `createdBefore` are exclusive. */
export const ListRunsQuery = z.object({
  limit: Limit,
  offset: Offset,
  status: RunStatus.optional(),
  executionTarget: ExecutionTarget.optional(),
  runbookId: Id.optional(),
  createdAfter: Moment.optional(),
  createdBefore: Moment.optional(),
});
export type ListRunsQuery = z.infer<typeof ListRunsQuery>;

/** `X-Idempotency-Key`: 1 to 255 printable ASCII characters without spaces. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 printable ASCII characters without spaces');
