import { z } from 'zod';
import { Cursor, Limit, NextCursor } from './paging.ts';
import { Id, JsonList, JsonObject, Text, Timestamp, textOf } from './text.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const NAME_RULE = 'must begin with a letter and have at most 64 letters, digits, "_" or "-"';

/** Name of a step, a parameter or a secret. */
export const Name = z.string().regex(NAME, NAME_RULE);
export const StepId = Name;

/** Host patterns that a step or Run may reach, such as `*.example.com`. */
export const ApplicationScope = z.array(textOf(1, 260)).max(100);

/** What a step may do to the world, weakest first. */
export const Effect = z.enum(['read', 'write', 'irreversible']);
export type Effect = z.infer<typeof Effect>;

export const Risk = z.enum(['low', 'medium', 'high']);
export type Risk = z.infer<typeof Risk>;

/** How often a `forEach` or `repeatWhile` can do its step. */
export const MAX_ITERATIONS = 1_000;
/** How many steps one Run can do, counting each iteration and each step of a Runbook that it runs. */
export const MAX_RUN_STEPS = 10_000;
/** How deep Runbooks can run each other, counting the outermost. */
export const MAX_RUNBOOK_DEPTH = 5;

/** Does the step, then judges `condition`, and does it again while it holds. */
export const RepeatWhile = z.strictObject({
  condition: textOf(1, 2_000),
  /** 100 by default; `iteration_limit_reached` when the condition still holds after so many. */
  maxIterations: z.int().min(1).max(MAX_ITERATIONS).optional(),
});
export type RepeatWhile = z.infer<typeof RepeatWhile>;

const stepCommon = {
  id: StepId,
  instruction: Text.optional(),
  surface: z.string().optional(),
  effect: Effect.optional(),
  risk: Risk.optional(),
  applicationScope: ApplicationScope.optional(),
  /** A condition; when it is false, the step is skipped. */
  when: textOf(1, 2_000).optional(),
  /** One whole template that resolves to a list; the step is done for each item. */
  forEach: textOf(1, 2_000).optional(),
  repeatWhile: RepeatWhile.optional(),
  completionCondition: textOf(1, 2_000).optional(),
  timeoutMs: z.int().min(1).max(600_000).optional(),
  retries: z.int().min(0).max(5).optional(),
  onFailure: z.enum(['fail', 'continue']).optional(),
  /** JSON Schema of the output, in a loop of each iteration's. */
  outputSchema: JsonObject.optional(),
};

/** The Runbook language validates `input` against the primitive. */
export const PrimitiveStep = z.strictObject({
  ...stepCommon,
  kind: z.literal('primitive'),
  primitive: z.string(),
  input: JsonObject,
});
export type PrimitiveStep = z.infer<typeof PrimitiveStep>;

export const AgentStep = z.strictObject({
  ...stepCommon,
  kind: z.literal('agent'),
  instruction: textOf(1, 20_000),
  maxSteps: z.int().min(1).max(100).optional(),
});
export type AgentStep = z.infer<typeof AgentStep>;

export const RunbookStep = z.discriminatedUnion('kind', [PrimitiveStep, AgentStep]);
export type RunbookStep = z.infer<typeof RunbookStep>;

export const ParameterType = z.enum([
  'string',
  'number',
  'integer',
  'boolean',
  'date',
  'url',
  'email',
  'secret',
  'list',
  'object',
]);
export type ParameterType = z.infer<typeof ParameterType>;

const parameterRules = {
  type: ParameterType,
  required: z.boolean().optional(),
  default: z.union([Text, z.number(), z.boolean(), JsonObject, JsonList]).optional(),
  description: Text.optional(),
  enum: z
    .array(z.union([Text, z.number()]))
    .min(1)
    .max(100)
    .optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  pattern: z.string().max(1_000).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** Of a `list`: what each item is. Absent: anything. */
  get items() {
    return NestedParameter.optional();
  },
  /** Of an `object`: what each property is, by name. Absent: anything. */
  get properties() {
    return z.record(Name, NestedParameter).optional();
  },
};

/** An item of a list, or a property of an object: a parameter without a name. */
export const NestedParameter = z.strictObject(parameterRules);
export type NestedParameter = z.infer<typeof NestedParameter>;

/** The Runbook language checks that the rules fit the type, and that `default` satisfies them. */
export const RunbookParameter = z.strictObject({ name: Name, ...parameterRules });
export type RunbookParameter = z.infer<typeof RunbookParameter>;

/** Of the title of a Runbook, in code points. */
export const MAX_TITLE_LENGTH = 120;

const definition = {
  title: textOf(1, MAX_TITLE_LENGTH),
  steps: z.array(RunbookStep).min(1).max(100),
  parameters: z.array(RunbookParameter).max(50),
};

export const RunbookDefinition = z.strictObject(definition);
export type RunbookDefinition = z.infer<typeof RunbookDefinition>;

export const RunbookStatus = z.enum(['draft', 'published']);
export type RunbookStatus = z.infer<typeof RunbookStatus>;

/** Body of POST /v1/runbooks and of POST /v1/runbooks/validate. */
export const CreateRunbook = z.strictObject({
  schemaVersion: z.literal(3),
  ...definition,
  status: RunbookStatus.optional(),
});
export type CreateRunbook = z.infer<typeof CreateRunbook>;

/** Body of PUT /v1/runbooks/{runbook_id}. 409 when `expectedVersion` is not the current version. */
export const ReplaceRunbook = z.strictObject({ expectedVersion: z.int().min(1), ...definition });
export type ReplaceRunbook = z.infer<typeof ReplaceRunbook>;

export const PublishRunbook = z.strictObject({ expectedVersion: z.int().min(1) });

export const Runbook = z.strictObject({
  id: Id,
  title: z.string(),
  schemaVersion: z.literal(3),
  steps: z.array(RunbookStep),
  parameters: z.array(RunbookParameter),
  version: z.int().positive(),
  status: RunbookStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Runbook = z.infer<typeof Runbook>;

/** Response of publish, and of create with `status: "published"`. */
export const PublishedRunbook = Runbook.extend({ revisionId: Id });
export type PublishedRunbook = z.infer<typeof PublishedRunbook>;

export const RunbookList = z.strictObject({ data: z.array(Runbook).max(100), next_cursor: NextCursor });
export type RunbookList = z.infer<typeof RunbookList>;

/** Query of GET /v1/runbooks. `title` matches exactly. */
export const ListRunbooksQuery = z.object({
  limit: Limit,
  status: RunbookStatus.optional(),
  title: Text.optional(),
  cursor: Cursor.optional(),
});
export type ListRunbooksQuery = z.infer<typeof ListRunbooksQuery>;

/** An immutable published version of a Runbook. */
export const Revision = z.strictObject({
  revisionId: Id,
  runbookId: Id,
  version: z.int().positive(),
  title: z.string(),
  steps: z.array(RunbookStep),
  parameters: z.array(RunbookParameter),
  publishedAt: Timestamp,
});
export type Revision = z.infer<typeof Revision>;

export const RevisionList = z.strictObject({ data: z.array(Revision).max(100) });

/** A problem of a Runbook. `path` is like `steps[3].input.url`, or empty for the whole Runbook. */
export const RunbookProblem = z.strictObject({ path: z.string(), message: z.string() });
export type RunbookProblem = z.infer<typeof RunbookProblem>;

export const RunbookValidation = z.strictObject({
  valid: z.boolean(),
  problems: z.array(RunbookProblem),
});
