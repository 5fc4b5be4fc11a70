import { z } from 'zod';
import { Cursor, Limit, NextCursor } from './paging.ts';
import { RunbookParameter } from './parameters.ts';
import { ApplicationScope, ExpectedVersion } from './runbooks.ts';
import { ExecutionTarget, Run } from './runs.ts';
import { MAX_INSTRUCTION_LENGTH, Id, JsonObject, Metadata, NamedValues, Timestamp, textOf } from './text.ts';

const definition = {
  name: textOf(1, 120).describe('Name that says what it is for.'),
  goal: textOf(1, MAX_INSTRUCTION_LENGTH).describe(
    'The goal, in plain English. `{{ inputs.name }}` inserts an input; secret inputs are typed and never shown.',
  ),
  startUrl: textOf(1, 8_192)
    .nullable()
    .describe(
      'Page that is opened first: an absolute http or https URL, which may contain inputs. Default: null; the goal says where to go.',
    )
    .optional(),
  parameters: z
    .array(RunbookParameter)
    .max(50)
    .nullable()
    .describe('The inputs of its Runs, at most 50. Default: null; none.')
    .optional(),
  applicationScope: ApplicationScope.nullable()
    .describe(
      'Host patterns, such as `*.example.com`. Runs cannot reach other hosts. Default: null; any host.',
    )
    .optional(),
  outputSchema: JsonObject.nullable()
    .describe(
      'JSON Schema of the outputs. A Run whose outputs do not match it fails with `output_invalid`. Default: null; any outputs.',
    )
    .optional(),
  maxSteps: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .describe('Most actions of a Run. Default: null; with a model the limit of the service, else no limit.')
    .optional(),
};

/** Body of POST /v1/blueprints. A field that is left out is null. */
export const CreateBlueprint = z.strictObject(definition);
export type CreateBlueprint = z.infer<typeof CreateBlueprint>;

/** Body of PUT /v1/blueprints/{blueprint_id}. 409 when `expectedVersion` is not the current version. */
export const ReplaceBlueprint = z.strictObject({ expectedVersion: ExpectedVersion, ...definition });
export type ReplaceBlueprint = z.infer<typeof ReplaceBlueprint>;

/** A stored definition: fields that were left out are null. */
export const BlueprintDefinition = z.strictObject({
  name: z.string().describe('Name that says what it is for.'),
  goal: z.string().describe('The goal, in plain English.'),
  startUrl: z.string().nullable().describe('Page that is opened first; null: the goal says where to go.'),
  parameters: z.array(RunbookParameter).nullable().describe('The inputs of its Runs; null: none.'),
  applicationScope: z
    .array(z.string())
    .nullable()
    .describe('Host patterns; Runs cannot reach other hosts. Null: any host.'),
  outputSchema: JsonObject.nullable().describe('JSON Schema of the outputs; null: any outputs.'),
  maxSteps: z
    .int()
    .nullable()
    .describe('Most actions of a Run; null: with a model the limit of the service, else no limit.'),
});
export type BlueprintDefinition = z.infer<typeof BlueprintDefinition>;

/** A reusable goal for the agent, with declared inputs. */
export const Blueprint = z.strictObject({
  id: Id.describe('Id of the Blueprint.'),
  ...BlueprintDefinition.shape,
  version: z.int().positive().describe('Counts the changes, from 1.'),
  createdAt: Timestamp.describe('When it was created.'),
  updatedAt: Timestamp.describe('When it was last changed.'),
});
export type Blueprint = z.infer<typeof Blueprint>;

export const BlueprintList = z.strictObject({
  data: z.array(Blueprint).max(100).describe('Newest first.'),
  next_cursor: NextCursor,
});
export type BlueprintList = z.infer<typeof BlueprintList>;

/** Query of GET /v1/blueprints and of GET /v1/blueprints/{blueprint_id}/runs. */
export const CursorQuery = z.object({ limit: Limit, cursor: Cursor.optional() });
export type CursorQuery = z.infer<typeof CursorQuery>;

/** Body of POST /v1/blueprints/{blueprint_id}/runs. `inputs` are checked against the Blueprint's parameters. */
export const StartBlueprint = z.strictObject({
  inputs: NamedValues.describe("Values for the Blueprint's parameters, by name. Default: none.").optional(),
  executionTarget: ExecutionTarget.meta({ default: 'cloud' })
    .describe('Where to execute it. `local` requires the scope `runs:local`.')
    .optional(),
  metadata: Metadata.describe(
    'Data of your application: at most 16,384 bytes as compact JSON. Default: `{}`.',
  ).optional(),
});
export type StartBlueprint = z.infer<typeof StartBlueprint>;

/** A Run of a Blueprint, which a person can watch and take over. */
export const BlueprintRun = Run.extend({
  blueprint_id: Id.describe('Id of the Blueprint.'),
  live_view_url: z
    .string()
    .nullable()
    .describe('Page that shows the live browser, valid for a short time; null while the Run has none.'),
});
export type BlueprintRun = z.infer<typeof BlueprintRun>;

export const BlueprintRunList = z.strictObject({
  data: z.array(BlueprintRun).max(100).describe('Newest first.'),
  next_cursor: NextCursor,
});
export type BlueprintRunList = z.infer<typeof BlueprintRunList>;
