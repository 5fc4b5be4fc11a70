import type { CreateRunbook, ReplaceRunbook } from '@errand/sdk';
import { z } from 'zod';
import { tool } from './tool.ts';

const RunbookId = z.string().describe('Id of the Runbook.');
const RunbookOutput = z.looseObject({
  id: z.string(),
  title: z.string(),
  version: z.number(),
  status: z.string(),
});
const Accepted = z.looseObject({ id: z.string(), status: z.string(), executionTarget: z.string() });
const SchemaVersion = z.literal(3).default(3);
const definition = {
  schemaVersion: SchemaVersion,
  title: z.string().min(1).max(120).describe('Unique in the workspace.'),
  parameters: z
    .array(z.looseObject({ name: z.string(), type: z.string() }))
    .max(50)
    .default([])
    .describe('Declared inputs, such as { "name": "page", "type": "url", "required": true }.'),
  steps: z
    .array(z.looseObject({ id: z.string(), kind: z.enum(['primitive', 'agent']) }))
    .min(1)
    .max(100)
    .describe(
      'Steps, such as { "id": "open", "kind": "primitive", "primitive": "browser.navigate", "input": { "url": "{{ inputs.page }}" } }.',
    ),
};
const start = {
  runbook_id: RunbookId,
  inputs: z.record(z.string(), z.unknown()).optional().describe('Values of the declared inputs. No secrets.'),
  executionTarget: z.enum(['cloud', 'local']).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
};

export const runbookTools = [
  tool({
    name: 'errand_list_runbooks',
    title: 'List Runbooks',
    description: 'Lists the Runbooks of the workspace, last updated first.',
    scopes: ['runbooks:read'],
    readOnly: true,
    input: z.strictObject({
      status: z.enum(['draft', 'published']).optional(),
      title: z.string().optional().describe('Exact title.'),
      limit: z.number().int().min(1).max(100).optional(),
      cursor: z.string().optional(),
    }),
    output: z.looseObject({ data: z.array(RunbookOutput) }),
    call: async (query, { errand, context }) => ({
      data: { ...(await errand.runbooks.list(query, { signal: context.mcpReq.signal })).body },
      isUntrusted: true,
    }),
  }),
  tool({
    name: 'errand_get_runbook',
    title: 'Get a Runbook',
    description: 'Shows a Runbook with its steps, parameters and version.',
    scopes: ['runbooks:read'],
    readOnly: true,
    input: z.strictObject({ runbook_id: RunbookId }),
    output: RunbookOutput,
    call: async ({ runbook_id: id }, { errand, context }) => ({
      data: { ...(await errand.runbooks.get(id, { signal: context.mcpReq.signal })) },
      // A Runbook made from a Run contains names that a page gave its controls.
      isUntrusted: true,
    }),
  }),
  tool({
    name: 'errand_create_runbook',
    title: 'Create a Runbook',
    description: 'Creates a Runbook, a draft by default. Validate it first with errand_validate_runbook.',
    scopes: ['runbooks:write'],
    readOnly: false,
    input: z.strictObject({
      ...definition,
      status: z
        .enum(['draft', 'published'])
        .optional()
        .describe('Default: `draft`. `published` only after a person has reviewed the definition.'),
    }),
    output: RunbookOutput,
    call: async (input, { errand, context, idempotencyKey }) => {
      const body = input as unknown as CreateRunbook;
      return {
        data: { ...(await errand.runbooks.create(body, { signal: context.mcpReq.signal, idempotencyKey })) },
      };
    },
  }),
  tool({
    name: 'errand_update_runbook',
    title: 'Replace a Runbook',
    description: 'Replaces the definition of a Runbook. What is published stays executable.',
    scopes: ['runbooks:write'],
    readOnly: false,
    destructive: true,
    input: z.strictObject({
      runbook_id: RunbookId,
      expectedVersion: z.number().int().min(1).describe('The version that was read last.'),
      ...definition,
    }),
    output: RunbookOutput,
    call: async ({ runbook_id: id, schemaVersion: _same, ...body }, { errand, context }) => ({
      data: {
        ...(await errand.runbooks.update(id, body as unknown as ReplaceRunbook, {
          signal: context.mcpReq.signal,
        })),
      },
    }),
  }),
  tool({
    name: 'errand_validate_runbook',
    title: 'Validate a Runbook',
    description: 'Reports every problem of a definition. Nothing is stored.',
    scopes: ['runbooks:write'],
    readOnly: true,
    // Every error is reported as a problem.
    input: z.looseObject({
      schemaVersion: z.unknown().default(3),
      title: z.unknown().optional(),
      parameters: z.unknown().default([]),
      steps: z.unknown().optional().describe('As errand_create_runbook takes them.'),
    }),
    output: z.looseObject({
      valid: z.boolean(),
      problems: z.array(z.looseObject({ path: z.string(), message: z.string() })),
    }),
    call: async (input, { errand, context }) => ({
      data: {
        ...(await errand.runbooks.validate(input, { signal: context.mcpReq.signal })),
      },
    }),
  }),
  tool({
    name: 'errand_publish_runbook',
    title: 'Publish a Runbook',
    description: 'Publishes the current version as an immutable revision, after a person has reviewed it.',
    scopes: ['runbooks:write'],
    readOnly: false,
    idempotent: true,
    input: z.strictObject({ runbook_id: RunbookId, expectedVersion: z.number().int().min(1) }),
    output: RunbookOutput,
    call: async ({ runbook_id: id, expectedVersion }, { errand, context }) => ({
      data: {
        ...(await errand.runbooks.publish(id, { expectedVersion }, { signal: context.mcpReq.signal })),
      },
    }),
  }),
  tool({
    name: 'errand_dry_run_runbook',
    title: 'Dry-run a Runbook',
    description:
      'Runs the current version, draft or not; only its read steps act, the others are located and reported.',
    scopes: ['runs:write'],
    readOnly: false,
    input: z.strictObject(start),
    output: Accepted,
    call: async ({ runbook_id: id, ...body }, { errand, context, idempotencyKey }) => ({
      data: {
        ...(await errand.runbooks.dryRun(id, body, { signal: context.mcpReq.signal, idempotencyKey })),
      },
    }),
  }),
  tool({
    name: 'errand_run_runbook',
    title: 'Run a Runbook',
    description:
      'Starts a Run of a published Runbook and returns at once. Use errand_wait_for_run for its outcome.',
    scopes: ['runs:write'],
    readOnly: false,
    destructive: true,
    input: z.strictObject({
      ...start,
      revisionId: z.string().optional().describe('Default: the latest revision.'),
    }),
    output: Accepted,
    call: async ({ runbook_id: id, ...body }, { errand, context, idempotencyKey }) => ({
      data: { ...(await errand.runbooks.run(id, body, { signal: context.mcpReq.signal, idempotencyKey })) },
    }),
  }),
  tool({
    name: 'errand_make_runbook_from_run',
    title: 'Make a Runbook from a Run',
    description: 'Turns a completed task into a draft Runbook that does the same without a model.',
    scopes: ['runs:read', 'runbooks:write'],
    readOnly: false,
    input: z.strictObject({ run_id: z.string().describe('Id of a completed Run.') }),
    output: RunbookOutput,
    call: async ({ run_id: id }, { errand, context, idempotencyKey }) => ({
      data: { ...(await errand.runs.toRunbook(id, { signal: context.mcpReq.signal, idempotencyKey })) },
      isUntrusted: true,
    }),
  }),
];
