import { type Artifact, WaitTimeoutError } from '@errand/sdk';
import { z } from 'zod';
import { Progress } from './progress.ts';
import { type ToolCall, type ToolResult, tool } from './tool.ts';

const RunId = z.string().describe('Id of the Run.');
const Accepted = z.looseObject({ id: z.string(), status: z.string(), executionTarget: z.string() });
const RunOutput = z.looseObject({ id: z.string(), status: z.string() });
const Target = z
  .enum(['cloud', 'local'])
  .optional()
  .describe('`cloud` (default), or `local` for the desktop of the key owner.');

const MAX_WAIT_SECONDS = 60;
const PROGRESS_INTERVAL_MS = 5_000;
const MAX_PICTURE_BYTES = 4 * 1_048_576;

/** A Run without its events, which have a tool of their own. */
async function describeRun({ errand, context }: ToolCall, id: string): Promise<ToolResult> {
  const run = await errand.runs.details(id, { signal: context.mcpReq.signal });
  const { result, ...rest } = run;
  const { events: _events, ...summary } = result ?? { events: [] };
  return { data: { ...rest, result: result === null ? null : summary }, isUntrusted: true };
}

async function waitForRun(call: ToolCall, id: string, seconds: number): Promise<ToolResult> {
  const progress = new Progress(call.context);
  let status = 'waiting';
  const tell = (): void => void progress.report(`Run is ${status}`);
  const timer = setInterval(tell, PROGRESS_INTERVAL_MS);
  try {
    await call.errand.runs.wait(id, {
      timeout: seconds * 1_000,
      signal: call.context.mcpReq.signal,
      returnOn: ['waiting_for_approval'],
      onStatus: (next) => {
        status = next;
        tell();
      },
    });
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
  } finally {
    clearInterval(timer);
  }
  return describeRun(call, id);
}

async function latestScreenshot(
  { errand, context }: ToolCall,
  id: string,
  stepId?: string,
): Promise<ToolResult> {
  const { signal } = context.mcpReq;
  let latest: Artifact | undefined;
  for await (const artifact of errand.runs.artifacts.list(id, {}, { signal }))
    if (artifact.kind === 'screenshot' && (stepId === undefined || artifact.step_id === stepId))
      latest = artifact;
  if (latest === undefined) return { data: { artifact: null } };
  if (latest.bytes > MAX_PICTURE_BYTES) return { data: { artifact: latest } };
  const response = await errand.runs.artifacts.download(id, latest.id, { signal });
  const data = Buffer.from(await response.arrayBuffer()).toString('base64');
  return {
    data: { artifact: latest },
    isUntrusted: true,
    content: [{ type: 'image', data, mimeType: latest.contentType }],
  };
}

export const runTools = [
  tool({
    name: 'errand_run_task',
    title: 'Run a task',
    description:
      'Starts a browser task described in plain English and returns at once. Use errand_wait_for_run for its outcome. Never put passwords or other secrets into the task.',
    scopes: ['runs:write'],
    readOnly: false,
    destructive: true,
    input: z.strictObject({
      task: z.string().min(1).max(20_000).describe('What to do, in plain English, with full addresses.'),
      executionTarget: Target,
      applicationScope: z
        .array(z.string())
        .optional()
        .describe('Hosts that the Run may reach, such as `*.example.com`.'),
      metadata: z.record(z.string(), z.unknown()).optional().describe('Data of your own.'),
    }),
    output: Accepted,
    call: async (input, { errand, context, idempotencyKey }) => ({
      data: { ...(await errand.runs.create(input, { signal: context.mcpReq.signal, idempotencyKey })) },
    }),
  }),
  tool({
    name: 'errand_get_run',
    title: 'Get a Run',
    description:
      'Shows status, outputs, error and warnings of a Run. For a Run that waits for approval it gives the address where a person decides.',
    scopes: ['runs:read'],
    readOnly: true,
    input: z.strictObject({ run_id: RunId }),
    output: RunOutput,
    call: ({ run_id: id }, call) => describeRun(call, id),
  }),
  tool({
    name: 'errand_wait_for_run',
    title: 'Wait for a Run',
    description:
      'Waits until a Run ends or waits for approval, at most 60 seconds, and shows it. Call again if it still runs.',
    scopes: ['runs:read'],
    readOnly: true,
    input: z.strictObject({
      run_id: RunId,
      timeout_seconds: z.number().int().min(1).max(MAX_WAIT_SECONDS).optional().describe('Default 30.'),
    }),
    output: RunOutput,
    call: ({ run_id: id, timeout_seconds: seconds = 30 }, call) => waitForRun(call, id, seconds),
  }),
  tool({
    name: 'errand_list_runs',
    title: 'List Runs',
    description: 'Lists Runs of the workspace, newest first.',
    scopes: ['runs:read'],
    readOnly: true,
    input: z.strictObject({
      status: z
        .enum([
          'queued',
          'running',
          'waiting_for_approval',
          'paused',
          'user_controlling',
          'interrupted',
          'completed',
          'failed',
          'cancelled',
        ])
        .optional(),
      limit: z.number().int().min(1).max(100).optional(),
      offset: z.number().int().min(0).optional(),
    }),
    output: z.looseObject({ data: z.array(RunOutput), has_more: z.boolean() }),
    call: async (query, { errand, context }) => {
      const { body } = await errand.runs.list(query, { signal: context.mcpReq.signal });
      const data = body.data.map(({ result, ...run }) => ({ ...run, summary: result?.summary ?? null }));
      return { data: { ...body, data }, isUntrusted: true };
    },
  }),
  tool({
    name: 'errand_cancel_run',
    title: 'Cancel a Run',
    description: 'Cancels a Run. What it has done on websites stays done.',
    scopes: ['runs:write'],
    readOnly: false,
    destructive: true,
    idempotent: true,
    input: z.strictObject({ run_id: RunId }),
    output: z.looseObject({ status: z.string() }),
    call: async ({ run_id: id }, { errand, context }) => ({
      data: { ...(await errand.runs.cancel(id, { signal: context.mcpReq.signal })) },
    }),
  }),
  tool({
    name: 'errand_list_run_events',
    title: 'List the events of a Run',
    description: 'Lists what a Run did so far, oldest first.',
    scopes: ['runs:read'],
    readOnly: true,
    input: z.strictObject({
      run_id: RunId,
      after: z.number().int().min(0).optional().describe('`seq` of the last event that is known.'),
    }),
    output: z.looseObject({ data: z.array(z.looseObject({ seq: z.number() })), has_more: z.boolean() }),
    call: async ({ run_id: id, after }, { errand, context }) => {
      const { body } = await errand.runs.events(id, { after }, { signal: context.mcpReq.signal });
      return { data: { ...body }, isUntrusted: true };
    },
  }),
  tool({
    name: 'errand_get_run_screenshot',
    title: 'Get a screenshot of a Run',
    description: 'Returns the latest screenshot of a Run, or of one of its steps, as an image.',
    scopes: ['runs:read'],
    readOnly: true,
    input: z.strictObject({ run_id: RunId, step_id: z.string().optional() }),
    output: z.looseObject({ artifact: z.looseObject({ id: z.string() }).nullable() }),
    call: ({ run_id: id, step_id: stepId }, call) => latestScreenshot(call, id, stepId),
  }),
];
