import { z } from 'zod';
import { RUN_EVENT_DATA } from './run-event-data.ts';
import { Id, Timestamp, enumOf, isStorable, textOf } from './text.ts';

const MEANINGS = {
  'run.started': 'The Run began to be executed.',
  'step.started': 'A step began.',
  'step.completed': 'A step is done.',
  'step.failed': 'A step failed.',
  'step.retried': 'A step failed without effect and is tried again.',
  'step.warned': 'The page may have refused what a step did.',
  'agent.thought': 'A thought or finding of the agent or planner.',
  'agent.action': 'The next action of the agent or planner.',
  'approval.requested': 'A step waits for a person.',
  'approval.granted': 'A person approved it.',
  'approval.rejected': 'A person rejected it.',
  'control.paused': 'A person paused the Run, or its agent asks for a person.',
  'control.taken': 'A person drives the browser.',
  'control.released': 'The person gave the browser back.',
  'step.skipped': 'The condition of a step did not hold.',
  'run.completed': 'The Run completed.',
  'run.failed': 'The Run failed.',
  'run.cancelled': 'The Run was cancelled.',
  log: 'Anything else that is worth knowing.',
} as const;

export const RunEventType = enumOf(MEANINGS).describe('The kind of event.');
export type RunEventType = z.infer<typeof RunEventType>;

const common = {
  seq: z.int().positive().describe('Counts the events of the Run from 1, without gaps.'),
  at: Timestamp.describe('When it happened.'),
  step_id: z.string().nullable().describe('The step; null for the whole Run.'),
  message: z.string().describe('Describes the event for people.'),
};

function eventOf<const Type extends RunEventType>(type: Type) {
  return z.strictObject({
    ...common,
    type: z.literal(type).describe(MEANINGS[type]),
    data: RUN_EVENT_DATA[type].nullable().describe('Facts for programs; null when there are none.'),
  });
}

/** An event of a Run. Its `type` decides about its `data`. */
export const RunEvent = z.discriminatedUnion('type', [
  eventOf('run.started'),
  eventOf('step.started'),
  eventOf('step.completed'),
  eventOf('step.failed'),
  eventOf('step.retried'),
  eventOf('step.warned'),
  eventOf('step.skipped'),
  eventOf('agent.thought'),
  eventOf('agent.action'),
  eventOf('approval.requested'),
  eventOf('approval.granted'),
  eventOf('approval.rejected'),
  eventOf('control.paused'),
  eventOf('control.taken'),
  eventOf('control.released'),
  eventOf('run.completed'),
  eventOf('run.failed'),
  eventOf('run.cancelled'),
  eventOf('log'),
]);
export type RunEvent = z.infer<typeof RunEvent>;

export const RunEventPage = z.strictObject({
  data: z.array(RunEvent).describe('Oldest first.'),
  has_more: z.boolean().describe('True when there are more after these.'),
});
export type RunEventPage = z.infer<typeof RunEventPage>;

/** PostgreSQL's largest integer; no Run has this many events. */
const LAST_SEQ = 2_147_483_647;

/** The `seq` of the last event that a client received, as digits. It may exceed the last event's. */
export const SeenSeq = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a sequence number')
  .transform((digits) => Math.min(Number(digits), LAST_SEQ));

/** Query of GET /v1/runs/{run_id}/events. Only events with a `seq` greater than `after` are returned. */
export const RunEventsQuery = z.object({
  after: SeenSeq.default(0).describe('Only events with a greater `seq`.'),
});

/** Size limit of a Run's file in bytes: downloads, screenshots, PDFs and traces. */
export const MAX_FILE_BYTES = 64 * 1_048_576;

export const ArtifactKind = enumOf({
  screenshot: 'A picture of a page.',
  trace: 'A Playwright trace of a failed Run.',
  download: 'A file that a site offered.',
  pdf: 'A page as PDF.',
}).describe('The kind of a file.');
export type ArtifactKind = z.infer<typeof ArtifactKind>;

/** A stored file of a Run. GET /v1/runs/{run_id}/artifacts/{artifact_id} returns its bytes. */
export const Artifact = z.strictObject({
  id: Id.describe('Id of the file.'),
  kind: ArtifactKind.describe('The kind of the file.'),
  step_id: z.string().nullable().describe('The step that stored it; null for the whole Run.'),
  filename: z.string().describe('Its name.'),
  contentType: z.string().describe('Its media type.'),
  bytes: z.int().describe('Its size in bytes.'),
  created_at: Timestamp.describe('When it was stored.'),
});
export type Artifact = z.infer<typeof Artifact>;

export const ArtifactList = z.strictObject({ data: z.array(Artifact).max(100).describe('Oldest first.') });

/** Body of POST /v1/runs/{run_id}/approval. `value` is the value that a `human.input` step requested. */
export const Decision = z.strictObject({
  decision: z.enum(['approve', 'reject']).describe('A rejected Run fails.'),
  comment: textOf(0, 2_000).describe('Why, for the events of the Run. Default: no text.').optional(),
  value: z
    .unknown()
    .refine(isStorable, 'must not contain NUL or unpaired surrogate characters')
    .describe(
      'The value that a `human.input` step asks for. Required to approve one, refused for any other step.',
    )
    .optional(),
});
export type Decision = z.infer<typeof Decision>;
