import { z } from 'zod';
import { Id, Timestamp, isStorable, textOf } from './text.ts';

export const RunEventType = z.enum([
  'run.started',
  'step.started',
  'step.completed',
  'step.failed',
  'step.retried',
  'step.warned',
  'agent.thought',
  'agent.action',
  'approval.requested',
  'approval.granted',
  'approval.rejected',
  'control.paused',
  'control.taken',
  'control.released',
  'step.skipped',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'log',
]);
export type RunEventType = z.infer<typeof RunEventType>;

/** `data.reason` of `step.warned`: a sign on the page, after a step acted, that it may have failed. */
export const WarningReason = z.enum([
  'http_error',
  'form_not_sent',
  'field_invalid',
  'error_shown',
  'dialog_closed',
  'form_shown_again',
  'sign_in_asked',
  'change_taken_back',
  'nothing_changed',
]);
export type WarningReason = z.infer<typeof WarningReason>;

/** A warning as repeated in `data.warnings` of a terminal event and in the details of a Run. */
export const RunWarning = z.strictObject({
  step_id: z.string().nullable(),
  reason: z.string(),
  quote: z.string().describe("The page's own words, or a description of what was observed."),
});
export type RunWarning = z.infer<typeof RunWarning>;

/** An event of a Run. `seq` counts from 1 without gaps; `step_id` is null for events of the whole Run. */
export const RunEvent = z.strictObject({
  seq: z.int().positive(),
  at: Timestamp,
  type: RunEventType,
  step_id: z.string().nullable(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type RunEvent = z.infer<typeof RunEvent>;

export const RunEventPage = z.strictObject({ data: z.array(RunEvent), has_more: z.boolean() });
export type RunEventPage = z.infer<typeof RunEventPage>;

/** PostgreSQL's largest integer; no Run has this many events. */
const LAST_SEQ = 2_147_483_647;

/** The `seq` of the last event that a client received, as digits. It may exceed the last event's. */
export const SeenSeq = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a sequence number')
  .transform((digits) => Math.min(Number(digits), LAST_SEQ));

/** Query of GET /v1/runs/{run_id}/events. Only events with a `seq` greater than `after` are returned. */
export const RunEventsQuery = z.object({ after: SeenSeq.default(0) });

/** Size limit of a Run's file in bytes: downloads, screenshots, PDFs and traces. */
export const MAX_FILE_BYTES = 64 * 1_048_576;

export const ArtifactKind = z.enum(['screenshot', 'trace', 'download', 'pdf']);
export type ArtifactKind = z.infer<typeof ArtifactKind>;

/** A stored file of a Run. GET /v1/runs/{run_id}/artifacts/{artifact_id} returns its bytes. */
export const Artifact = z.strictObject({
  id: Id,
  kind: ArtifactKind,
  step_id: z.string().nullable(),
  filename: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  created_at: Timestamp,
});
export type Artifact = z.infer<typeof Artifact>;

export const ArtifactList = z.strictObject({ data: z.array(Artifact).max(100) });

/** Body of POST /v1/runs/{run_id}/approval. `value` is the value that a `human.input` step requested. */
export const Decision = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  comment: textOf(0, 2_000).optional(),
  value: z.unknown().refine(isStorable, 'must not contain NUL or unpaired surrogate characters').optional(),
});
export type Decision = z.infer<typeof Decision>;
