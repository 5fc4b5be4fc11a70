import { z } from 'zod';
import { ErrorCode } from './error-codes.ts';
import { Limit, Offset } from './paging.ts';
import { ApplicationScope } from './runbooks.ts';
import {
  MAX_INSTRUCTION_LENGTH,
  Id,
  JsonObject,
  NamedValues,
  Metadata,
  Moment,
  Text,
  Timestamp,
  enumOf,
  isStorable,
  textOf,
  Name,
} from './text.ts';
import { RunWarning } from './run-event-data.ts';
import { Artifact, RunEvent } from './run-events.ts';

export const ExecutionTarget = enumOf({
  cloud: 'An executor of the service.',
  local: "The paired desktop application of the key's owner.",
}).describe('Where a Run is executed.');
export type ExecutionTarget = z.infer<typeof ExecutionTarget>;

export const RunStatus = enumOf({
  queued: 'Waits for an executor.',
  running: 'Is being executed.',
  waiting_for_approval: 'Waits for a person to decide.',
  paused: 'A person paused it, or its agent asks for a person.',
  user_controlling: 'A person drives its browser.',
  interrupted: 'Its executor was lost; it can be resumed.',
  completed: 'Done: everything that was asked for was seen to be done.',
  failed: 'Ended with an error; see `error_code`.',
  cancelled: 'Was cancelled.',
}).describe('Status of a Run. It never leaves the last three.');
export type RunStatus = z.infer<typeof RunStatus>;

/** Statuses that a Run never leaves. */
export const TERMINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const satisfies RunStatus[];
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];
export function isTerminal(status: RunStatus): status is TerminalStatus {
  return TERMINAL_STATUSES.some((terminal) => terminal === status);
}

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
  task: textOf(1, MAX_INSTRUCTION_LENGTH).describe(
    'What to do, in plain English. `{{ secrets.name }}` stands for a secret, which is typed and never shown.',
  ),
  executionTarget: ExecutionTarget.meta({ default: 'cloud' })
    .describe('Where to execute it. `local` requires the scope `runs:local`.')
    .optional(),
  metadata: Metadata.describe(
    'Data of your application: at most 16,384 bytes as compact JSON. Default: `{}`.',
  ).optional(),
  secrets: Secrets.describe(
    'Values that the task refers to as `{{ secrets.name }}`; at most 20. Stored encrypted and masked in all output. Default: none.',
  ).optional(),
  outputSchema: JsonObject.describe(
    'JSON Schema of the outputs. A Run whose outputs do not match it fails with `output_invalid`. Default: any outputs.',
  ).optional(),
  applicationScope: ApplicationScope.describe(
    'Host patterns, such as `*.example.com`. The Run cannot reach other hosts. Default: any host.',
  ).optional(),
  timeoutMs: z
    .int()
    .min(1)
    .describe(
      'Timeout in milliseconds, not counting time spent waiting for people. Default, and most: the limit of the service.',
    )
    .optional(),
});
export type CreateRun = z.infer<typeof CreateRun>;

/** Body of POST /v1/runbooks/{runbook_id}/runs. `inputs` are checked against the pinned revision's parameters. */
export const StartRunbook = z.strictObject({
  inputs: NamedValues.describe("Values for the Runbook's parameters, by name. Default: none.").optional(),
  executionTarget: ExecutionTarget.meta({ default: 'cloud' })
    .describe('Where to execute it. `local` requires the scope `runs:local`.')
    .optional(),
  revisionId: z.string().describe('The published revision to run. Default: the latest.').optional(),
  metadata: Metadata.describe(
    'Data of your application: at most 16,384 bytes as compact JSON. Default: `{}`.',
  ).optional(),
});
export type StartRunbook = z.infer<typeof StartRunbook>;

/** Body of POST /v1/runs/{run_id}/rerun. Its entries override the Run's. */
export const RerunRun = z.strictObject({
  inputs: NamedValues.describe('Inputs of a Runbook Run to change. Default: none.').optional(),
  secrets: Secrets.describe(
    'All secrets of the Run, which are deleted when it ends. Default: none.',
  ).optional(),
});
export type RerunRun = z.infer<typeof RerunRun>;

/** Response (202) of every request that creates a Run. */
export const AcceptedRun = z.strictObject({
  id: Id.describe('Id of the Run.'),
  status: RunStatus.describe('`queued`.'),
  executionTarget: ExecutionTarget.describe('Where it is executed.'),
});
export type AcceptedRun = z.infer<typeof AcceptedRun>;

/** The revision that a Runbook Run is pinned to. `revision_id` is null for a dry run of a draft. */
export const RunWorkflow = z.strictObject({
  runbook_id: Id.describe('Id of the Runbook.'),
  revision_id: Id.nullable().describe('Id of the revision; null for a dry run of a draft.'),
  version: z.int().describe('Version of the Runbook.'),
  title: z.string().describe('Title of that version.'),
  dry_run: z.literal(true).describe('Present for a dry run only.').optional(),
});
export type RunWorkflow = z.infer<typeof RunWorkflow>;

/** Result of a terminal Run, at most 256 KiB as JSON. */
export const RunResult = z.strictObject({
  status: RunStatus.describe('How the Run ended.'),
  summary: z.string().describe('The result or the failure, in a sentence.'),
  steps: z.int().describe('How many steps were completed.'),
  final_url: z.string().nullable().describe('Address of the last page; null without a browser.'),
  events: z.array(RunEvent).describe('The newest events; when they were too many, the first one says so.'),
  outputs: z
    .record(z.string(), z.unknown())
    .describe('Output of each step of a Runbook by its id; of an ad-hoc Run the values that it reports.'),
});
export type RunResult = z.infer<typeof RunResult>;

/** A Run in the list of GET /v1/runs. */
export const Run = z.strictObject({
  id: Id.describe('Id of the Run.'),
  executionTarget: ExecutionTarget.describe('Where it is executed.'),
  status: RunStatus.describe('Status of the Run.'),
  task: z.string().describe('The task as it was given; the title of a Runbook.'),
  workflow: RunWorkflow.nullable().describe(
    'The revision that a Runbook Run is pinned to; null for an ad-hoc Run.',
  ),
  result: RunResult.nullable().describe('The result; null until the Run has ended.'),
  error_code: ErrorCode.nullable().describe('Why it failed, for programs; null unless it failed.'),
  error_message: z.string().nullable().describe('Why it failed, for people; null unless it failed.'),
  metadata: JsonObject.describe('The metadata that it was created with.'),
  step_count: z.int().describe('How many steps are completed.'),
  created_at: Timestamp.describe('When it was created.'),
  started_at: Timestamp.nullable().describe('When it was first executed; null: not yet.'),
  completed_at: Timestamp.nullable().describe('When it ended; null: not yet.'),
  updated_at: Timestamp.describe('When it last changed.'),
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
export const QueueReason = enumOf({
  executor: 'A free executor.',
  workspace_limit: 'A slot within the limit of its workspace.',
  retry: 'The end of the pause after an attempt that was lost.',
  device: 'A device of its owner to come online.',
}).describe('Why a Run is queued.');
export type QueueReason = z.infer<typeof QueueReason>;

/** The approval that a Run waits for. */
export const PendingApproval = z.strictObject({
  step_id: z.string().describe('Id of the step that asks.'),
  instruction: z.string().describe('The next action of the step, in plain English.'),
  primitive: z.string().nullable().describe('Null when an agent step asks as a whole.'),
  input: z
    .unknown()
    .describe("The step's resolved input, with secrets as `[secret]`. The approval is bound to it."),
  origin: z.string().nullable().describe('Origin of the page. The approval is bound to it.'),
  url: z.string().nullable().describe('Address of the page where the step acts.'),
  requested_at: Timestamp.describe('When it was asked for.'),
  expires_at: Timestamp.describe('When the Run fails with `approval_expired`.'),
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
  queue_reason: QueueReason.nullable().describe('Why the Run is queued; null when it is not.'),
  pending_approval: PendingApproval.nullable().describe('The approval that the Run waits for; else null.'),
  warnings: z.array(RunWarning).describe('Signs that a page refused something.'),
  failed_step_ids: z
    .array(z.string())
    .describe('Steps that failed, including those with `onFailure: "continue"`.'),
  outputs: z.record(z.string(), z.unknown()).describe('The outputs of the result; `{}` before.'),
  artifacts: z.array(Artifact).describe('The first 100 files of the Run, oldest first.'),
  duration_ms: z
    .int()
    .min(0)
    .nullable()
    .describe('Milliseconds from start to end, or until now; null before the start.'),
  blueprint_id: Id.nullable().describe('The Blueprint of the Run; null for other Runs.'),
  live_view_url: z.string().nullable().describe('Where to watch the Run; null when it cannot be watched.'),
});
export type RunDetails = z.infer<typeof RunDetails>;

export const RunList = z.strictObject({
  data: z.array(Run).max(100).describe('Newest first.'),
  has_more: z.boolean().describe('True when there are more after these.'),
});
export type RunList = z.infer<typeof RunList>;

export const RunStatusResponse = z.strictObject({
  status: RunStatus.describe('The current status of the Run.'),
});

const MAX_METADATA_FILTERS = 3;

/** `metadata.<key>=<value>` in a query, as pairs. Matches a string, number or boolean of that spelling. */
export const MetadataFilter = z
  .array(z.tuple([z.string(), z.string()]))
  .refine(isStorable, 'must not contain NUL or unpaired surrogate characters')
  .max(MAX_METADATA_FILTERS, `at most ${MAX_METADATA_FILTERS} keys can be filtered by`);

/** Query of GET /v1/runs. `createdAfter` and `createdBefore` are exclusive. */
export const ListRunsQuery = z.object({
  limit: Limit,
  offset: Offset,
  status: RunStatus.describe('Only Runs of this status.').optional(),
  executionTarget: ExecutionTarget.describe('Only Runs of this target.').optional(),
  runbookId: Id.describe('Only Runs of this Runbook.').optional(),
  createdAfter: Moment.describe('Only Runs created after this moment.').optional(),
  createdBefore: Moment.describe('Only Runs created before this moment.').optional(),
  metadata: MetadataFilter.optional(),
});
export type ListRunsQuery = z.infer<typeof ListRunsQuery>;

/** `X-Idempotency-Key`: 1 to 255 printable ASCII characters without spaces. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 printable ASCII characters without spaces')
  .describe('1 to 255 printable ASCII characters without spaces; a UUID will do.');
