import { z } from 'zod';
import { Cursor, Limit, NextCursor } from './paging.ts';
import { RunbookParameter } from './parameters.ts';
import { MAX_INSTRUCTION_LENGTH, Id, JsonObject, Name, Text, Timestamp, enumOf, textOf } from './text.ts';

export const StepId = Name;

/** Host patterns and applications that a step or Run may reach, such as `*.example.com` and `app:mousepad`. */
export const ApplicationScope = z
  .array(
    textOf(1, 260).describe('Such as `example.com`, `*.example.com`, `localhost:8080` or `app:mousepad`.'),
  )
  .max(100)
  .describe(
    'Host patterns; nothing else can be reached. `*.example.com` does not include `example.com`, a pattern without a port means any, an empty list allows nothing. Steps of `desktop.*` see and use only the applications that `app:` and a desktop id or program name.',
  );

/** The effects that a step may have on the world, weakest first. */
export const Effect = enumOf({
  read: 'Changes nothing.',
  write: 'May change something on the site.',
  irreversible: 'Cannot be undone; a person is asked for approval first.',
}).describe(
  'The strongest effect that a step may have. A step that declares less than its primitive has is raised.',
);
export type Effect = z.infer<typeof Effect>;

export const Risk = enumOf({
  low: 'Does not ask.',
  medium: 'Does not ask; shown as a hint.',
  high: 'A person is asked for approval before the step acts.',
}).describe('How much a mistake would cost.');
export type Risk = z.infer<typeof Risk>;

/** How often a `forEach` or `repeatWhile` can do its step. */
export const MAX_ITERATIONS = 1_000;
/** How many steps one Run can do, counting each iteration and each step of a Runbook that it runs. */
export const MAX_RUN_STEPS = 10_000;
/** How deep Runbooks can run each other, counting the outermost. */
export const MAX_RUNBOOK_DEPTH = 5;

/** Does the step, then judges `condition`, and does it again while it holds. */
export const RepeatWhile = z.strictObject({
  condition: textOf(1, 2_000).describe(
    'Judged after each iteration; may name the output of the step and `{{ index }}`.',
  ),
  maxIterations: z
    .int()
    .min(1)
    .max(MAX_ITERATIONS)
    .meta({ default: 100 })
    .describe('When the condition still holds after so many: `iteration_limit_reached`.')
    .optional(),
});
export type RepeatWhile = z.infer<typeof RepeatWhile>;

const stepCommon = {
  id: StepId.describe('Unique in the Runbook. Later steps refer to `{{ steps.id.output }}`.'),
  instruction: Text.describe(
    'Describes the step for people, in events and approvals. Default: derived from the primitive and its input.',
  ).optional(),
  surface: z
    .string()
    .describe('The part of `primitive` before the dot; `browser` for an agent step. Default: that.')
    .optional(),
  effect: Effect.meta({ default: 'read' })
    .describe('The strongest effect that the step may have.')
    .optional(),
  risk: Risk.meta({ default: 'low' }).describe('`high` asks for approval.').optional(),
  applicationScope: ApplicationScope.describe(
    'Host patterns; the step can reach nothing else. Default: the scope of the Run.',
  ).optional(),
  when: textOf(1, 2_000)
    .describe(
      'A condition, judged before the step, such as `value "{{ inputs.kind }}" equals "new"`. False: the step is skipped. Default: always done.',
    )
    .optional(),
  forEach: textOf(1, 2_000)
    .describe(
      'One whole template that resolves to a list; the step is done for each `{{ item }}`, and its output is the list of outputs. Default: done once.',
    )
    .optional(),
  repeatWhile: RepeatWhile.describe(
    'Does the step, and again while a condition holds. Not with `forEach`. Default: done once.',
  ).optional(),
  completionCondition: textOf(1, 2_000)
    .describe(
      'Condition that must hold after the step, such as `url contains "/done" and text "Saved" is visible`. Checked until the step times out. Default: no condition.',
    )
    .optional(),
  timeoutMs: z
    .int()
    .min(1)
    .max(600_000)
    .meta({ default: 60_000 })
    .describe('Milliseconds that the step may take; at most 10 minutes.')
    .optional(),
  retries: z
    .int()
    .min(0)
    .max(5)
    .meta({ default: 0 })
    .describe('How often the step is repeated, when it is known that it had no effect.')
    .optional(),
  onFailure: enumOf({
    fail: 'The Run fails.',
    continue: 'The Run goes on; the output of the step is null.',
  })
    .meta({ default: 'fail' })
    .describe('How the Run proceeds when the step fails.')
    .optional(),
  outputSchema: JsonObject.describe(
    'JSON Schema of the output, in a loop of each iteration; else `output_invalid`. Default: any output.',
  ).optional(),
};

/** The Runbook language validates `input` against the primitive. */
export const PrimitiveStep = z.strictObject({
  ...stepCommon,
  kind: z.literal('primitive').describe('A call of a primitive.'),
  primitive: z.string().describe('Name of the primitive.'),
  input: JsonObject.describe('Input of the primitive. Any string in it may hold templates.'),
});
export type PrimitiveStep = z.infer<typeof PrimitiveStep>;

export const AgentStep = z.strictObject({
  ...stepCommon,
  kind: z.literal('agent').describe('Work for the agent; needs a model.'),
  instruction: textOf(1, MAX_INSTRUCTION_LENGTH).describe('The task of the agent, in plain English.'),
  maxSteps: z
    .int()
    .min(1)
    .max(100)
    .meta({ default: 25 })
    .describe('How many actions the agent may take.')
    .optional(),
});
export type AgentStep = z.infer<typeof AgentStep>;

export const RunbookStep = z.discriminatedUnion('kind', [PrimitiveStep, AgentStep]);
export type RunbookStep = z.infer<typeof RunbookStep>;

/** Of the title of a Runbook, in code points. */
export const MAX_TITLE_LENGTH = 120;

const definition = {
  title: textOf(1, MAX_TITLE_LENGTH).describe('Unique in the workspace.'),
  steps: z.array(RunbookStep).min(1).max(100).describe('The steps in order, 1 to 100.'),
  parameters: z.array(RunbookParameter).max(50).describe('The inputs of its Runs, at most 50.'),
};

export const RunbookDefinition = z.strictObject(definition);
export type RunbookDefinition = z.infer<typeof RunbookDefinition>;

export const RunbookStatus = enumOf({
  draft: 'The current version is not published; an earlier one may be.',
  published: 'The current version is published.',
}).describe('Whether the current version is published.');
export type RunbookStatus = z.infer<typeof RunbookStatus>;

/** Body of POST /v1/runbooks and of POST /v1/runbooks/validate. */
export const CreateRunbook = z.strictObject({
  schemaVersion: z.literal(3).describe('Version of the Runbook language.'),
  ...definition,
  status: RunbookStatus.meta({ default: 'draft' })
    .describe('`published` publishes version 1 at once.')
    .optional(),
});
export type CreateRunbook = z.infer<typeof CreateRunbook>;

export const ExpectedVersion = z
  .int()
  .min(1)
  .describe('The current `version`. Any other value gets 409: it was changed in the meantime.');

/** Body of PUT /v1/runbooks/{runbook_id}. 409 when `expectedVersion` is not the current version. */
export const ReplaceRunbook = z.strictObject({ expectedVersion: ExpectedVersion, ...definition });
export type ReplaceRunbook = z.infer<typeof ReplaceRunbook>;

export const PublishRunbook = z.strictObject({ expectedVersion: ExpectedVersion });

export const Runbook = z.strictObject({
  id: Id.describe('Id of the Runbook.'),
  title: z.string().describe('Its title.'),
  schemaVersion: z.literal(3).describe('Version of the Runbook language.'),
  steps: z.array(RunbookStep).describe('The steps in order, as they were written.'),
  parameters: z.array(RunbookParameter).describe('The inputs of its Runs.'),
  version: z.int().positive().describe('Counts the changes, from 1.'),
  status: RunbookStatus.describe('Whether this version is published.'),
  createdAt: Timestamp.describe('When it was created.'),
  updatedAt: Timestamp.describe('When it was last changed or published.'),
});
export type Runbook = z.infer<typeof Runbook>;

/** Response of publish, and of create with `status: "published"`. */
export const PublishedRunbook = Runbook.extend({
  revisionId: Id.describe('Id of the published revision.'),
});
export type PublishedRunbook = z.infer<typeof PublishedRunbook>;

export const RunbookList = z.strictObject({
  data: z.array(Runbook).max(100).describe('Last updated first.'),
  next_cursor: NextCursor,
});
export type RunbookList = z.infer<typeof RunbookList>;

/** Query of GET /v1/runbooks. `title` matches exactly. */
export const ListRunbooksQuery = z.object({
  limit: Limit,
  status: RunbookStatus.describe('Only Runbooks of this status.').optional(),
  title: Text.describe('Only the Runbook of exactly this title.').optional(),
  cursor: Cursor.optional(),
});
export type ListRunbooksQuery = z.infer<typeof ListRunbooksQuery>;

/** An immutable published version of a Runbook. */
export const Revision = z.strictObject({
  revisionId: Id.describe('Id of the revision.'),
  runbookId: Id.describe('Id of its Runbook.'),
  version: z.int().positive().describe('The version that was published.'),
  title: z.string().describe('The title of that version.'),
  steps: z.array(RunbookStep).describe('The steps of that version.'),
  parameters: z.array(RunbookParameter).describe('The parameters of that version.'),
  publishedAt: Timestamp.describe('When it was published.'),
});
export type Revision = z.infer<typeof Revision>;

export const RevisionList = z.strictObject({ data: z.array(Revision).max(100).describe('Newest first.') });

/** A problem of a Runbook. `path` is like `steps[3].input.url`, or empty for the whole Runbook. */
export const RunbookProblem = z.strictObject({
  path: z.string().describe('Where it is, such as `steps[3].input.url`; empty: the whole Runbook.'),
  message: z.string().describe('The problem and how to fix it.'),
});
export type RunbookProblem = z.infer<typeof RunbookProblem>;

export const RunbookValidation = z.strictObject({
  valid: z.boolean().describe('True when there are no problems.'),
  problems: z.array(RunbookProblem).describe('Every problem, in the order of the document.'),
});
