import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import Errand, { APIError } from '@errand/sdk';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Answer, Client } from './client.ts';
import type { CommandLine } from './command-line.ts';
import { sharedStack } from './stack.ts';

type Json = Record<string, unknown>;

interface ToolResult {
  isError?: boolean;
  structuredContent?: Json;
  content?: { text: string }[];
}

const ENTRY = path.resolve(import.meta.dirname, '../../apps/cli/src/main.ts');

/** The caller's result: the data, or the refusal as this client reports it. */
export type Outcome = { readonly data: unknown } | { readonly refusal: Refusal };

export interface Refusal {
  /** The HTTP status, if the client reports it. */
  readonly status?: number;
  /** The exit code, of the command line only. */
  readonly code?: number;
  readonly detail: string;
}

/** One way to the API. Each method does the same by the means of this door. */
export interface Door {
  createRun(body: Json, key?: string): Promise<Outcome>;
  getRun(id: string): Promise<Outcome>;
  listRuns(limit: number): Promise<Outcome>;
  cancelRun(id: string): Promise<Outcome>;
  /** Waits until the Run has ended. */
  waitForRun(id: string): Promise<Outcome>;
  createRunbook(definition: Json): Promise<Outcome>;
  getRunbook(id: string): Promise<Outcome>;
  updateRunbook(id: string, replacement: Json): Promise<Outcome>;
  validateRunbook(definition: Json): Promise<Outcome>;
  publishRunbook(id: string, expectedVersion: number): Promise<Outcome>;
  runRunbook(id: string, inputs: Json): Promise<Outcome>;
  dryRunRunbook(id: string): Promise<Outcome>;
}

function overRest(apiKey: string, baseUrl: string): Door {
  const client = new Client({ authorization: `Bearer ${apiKey}` }, baseUrl);
  const outcome = async (sent: Promise<Answer>): Promise<Outcome> => {
    const { status, json } = await sent;
    if (status < 400) return { data: json };
    return { refusal: { status, detail: (json as { detail: string }).detail } };
  };
  const door: Door = {
    createRun: (body, key) =>
      outcome(client.post('/v1/runs', body, key === undefined ? {} : { 'x-idempotency-key': key })),
    getRun: (id) => outcome(client.get(`/v1/runs/${id}`)),
    listRuns: (limit) => outcome(client.get(`/v1/runs?limit=${limit}`)),
    cancelRun: (id) => outcome(client.post(`/v1/runs/${id}/cancel`)),
    waitForRun: async (id) => {
      await client.get(`/v1/runs/${id}/events`, { accept: 'text/event-stream' });
      return door.getRun(id);
    },
    createRunbook: (definition) => outcome(client.post('/v1/runbooks', definition)),
    getRunbook: (id) => outcome(client.get(`/v1/runbooks/${id}`)),
    updateRunbook: (id, replacement) => outcome(client.put(`/v1/runbooks/${id}`, replacement)),
    validateRunbook: (definition) => outcome(client.post('/v1/runbooks/validate', definition)),
    publishRunbook: (id, expectedVersion) =>
      outcome(client.post(`/v1/runbooks/${id}/publish`, { expectedVersion })),
    runRunbook: (id, inputs) => outcome(client.post(`/v1/runbooks/${id}/runs`, { inputs })),
    dryRunRunbook: (id) => outcome(client.post(`/v1/runbooks/${id}/dry-run`, {})),
  };
  return door;
}

function overSdk(apiKey: string, baseURL: string): Door {
  const errand = new Errand({ apiKey, baseURL });
  const outcome = async (sent: PromiseLike<unknown>): Promise<Outcome> => {
    try {
      return { data: await sent };
    } catch (error) {
      if (!(error instanceof APIError)) throw error;
      return { refusal: { status: error.status, detail: error.detail ?? '' } };
    }
  };
  return {
    createRun: (body, idempotencyKey) => outcome(errand.runs.create(body as never, { idempotencyKey })),
    getRun: (id) => outcome(errand.runs.get(id)),
    listRuns: (limit) => outcome(errand.runs.list({ limit }).then(({ body }) => body)),
    cancelRun: (id) => outcome(errand.runs.cancel(id)),
    waitForRun: (id) => outcome(errand.runs.wait(id)),
    createRunbook: (definition) => outcome(errand.runbooks.create(definition as never)),
    getRunbook: (id) => outcome(errand.runbooks.get(id)),
    updateRunbook: (id, replacement) => outcome(errand.runbooks.update(id, replacement as never)),
    validateRunbook: (definition) => outcome(errand.runbooks.validate(definition)),
    publishRunbook: (id, expectedVersion) => outcome(errand.runbooks.publish(id, { expectedVersion })),
    runRunbook: (id, inputs) => outcome(errand.runbooks.run(id, { inputs })),
    dryRunRunbook: (id) => outcome(errand.runbooks.dryRun(id, {})),
  };
}

function overCli(commandLine: CommandLine, apiKey: string, baseUrl: string): Door {
  const env = { ERRAND_BASE_URL: baseUrl, ERRAND_API_KEY: apiKey };
  const call = async (args: readonly string[], input = ''): Promise<Outcome> => {
    const { code, out, err } = await commandLine.call([...args, '--json'], { env, input });
    if (out !== '') return { data: JSON.parse(out) };
    const detail = err
      .trim()
      .replace(/^errand: (?:\d{3}: )?/, '')
      .replace(/ \(request \S+\)$/, '');
    return { refusal: { code, detail } };
  };
  const inFile = async (value: Json): Promise<string> => {
    const file = path.join(commandLine.home, 'body.json');
    await writeFile(file, JSON.stringify(value));
    return file;
  };
  return {
    createRun: ({ task, executionTarget, metadata = {} }, key) =>
      call(
        [
          'runs',
          'create',
          ...(executionTarget === 'local' ? ['--local'] : []),
          ...Object.entries(metadata as Json).flatMap(([name, value]) => [
            '--metadata',
            `${name}=${String(value)}`,
          ]),
          ...(key === undefined ? [] : ['--idempotency-key', key]),
          '-',
        ],
        String(task),
      ),
    getRun: (id) => call(['runs', 'get', id]),
    listRuns: (limit) => call(['runs', 'list', '--limit', String(limit)]),
    cancelRun: (id) => call(['runs', 'cancel', id]),
    waitForRun: async (id) => {
      await commandLine.call(['runs', 'watch', id], { env });
      return call(['runs', 'get', id]);
    },
    createRunbook: async (definition) => call(['runbooks', 'create', '-f', await inFile(definition)]),
    getRunbook: (id) => call(['runbooks', 'get', id]),
    updateRunbook: async (id, replacement) =>
      call(['api', 'PUT', `/v1/runbooks/${id}`, '-d', `@${await inFile(replacement)}`]),
    validateRunbook: async (definition) => call(['runbooks', 'validate', await inFile(definition)]),
    publishRunbook: (id, version) => call(['runbooks', 'publish', id, '--expected-version', String(version)]),
    runRunbook: async (id, inputs) => call(['runbooks', 'run', id, '--inputs', await inFile(inputs)]),
    dryRunRunbook: (id) => call(['runbooks', 'dry-run', id]),
  };
}

let sessions = 0;

/** The answer of a tool, as an outcome. */
function outcomeOf(result: ToolResult | undefined, error?: { message: string }): Outcome {
  if (result !== undefined && result.isError !== true) return { data: result.structuredContent };
  const told = result?.content?.[0]?.text ?? error?.message ?? '';
  const [, status, detail = told] = /^(\d{3}): (.*?)(?: \(request \S+\))?$/s.exec(told) ?? [];
  return { refusal: { ...(status !== undefined && { status: Number(status) }), detail } };
}

type CallTool = (tool: string, args: Json, key?: string) => Promise<Outcome>;

/** Plain JSON-RPC, so that a request can be repeated with its id: `key` is the id of the request. */
function overMcp(apiKey: string): Door {
  sessions += 1;
  const session = `doors-${process.pid}-${sessions}`;
  let requests = 0;
  return toolsAsDoor(async (tool, args, key) => {
    requests += 1;
    const response = await fetch(new URL('/mcp', sharedStack().baseUrl), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
        'mcp-session-id': session,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: key ?? requests,
        method: 'tools/call',
        params: { name: tool, arguments: args },
      }),
    });
    const text = await response.text();
    if (!response.ok)
      return {
        refusal: { status: response.status, detail: (JSON.parse(text) as { detail: string }).detail },
      };
    const message = text.startsWith('{')
      ? text
      : (/^data: (\{.*"(?:result|error)".*)$/m.exec(text)?.[1] ?? '{}');
    const { result, error } = JSON.parse(message) as { result?: ToolResult; error?: { message: string } };
    return outcomeOf(result, error);
  });
}

/** `errand mcp` on standard input and output, with the API at `baseUrl`. */
export async function openMcpOnStdio(apiKey: string, baseUrl: string): Promise<Door & AsyncDisposable> {
  const client = new McpClient({ name: 'tests', version: '1.0.0' });
  const env = { PATH: process.env['PATH'] ?? '', ERRAND_API_KEY: apiKey, ERRAND_BASE_URL: baseUrl };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [ENTRY, 'mcp'], env }));
  const door = toolsAsDoor(async (name, args) =>
    outcomeOf((await client.callTool({ name, arguments: args })) as ToolResult),
  );
  return Object.assign(door, { [Symbol.asyncDispose]: () => client.close() });
}

function toolsAsDoor(call: CallTool): Door {
  return {
    createRun: (body, key) => call('errand_run_task', body, key),
    getRun: (id) => call('errand_get_run', { run_id: id }),
    listRuns: (limit) => call('errand_list_runs', { limit }),
    cancelRun: (id) => call('errand_cancel_run', { run_id: id }),
    waitForRun: (id) => call('errand_wait_for_run', { run_id: id, timeout_seconds: 60 }),
    createRunbook: ({ schemaVersion: _version, ...definition }) => call('errand_create_runbook', definition),
    getRunbook: (id) => call('errand_get_runbook', { runbook_id: id }),
    updateRunbook: (id, replacement) => call('errand_update_runbook', { runbook_id: id, ...replacement }),
    validateRunbook: ({ schemaVersion: _version, ...definition }) =>
      call('errand_validate_runbook', definition),
    publishRunbook: (id, expectedVersion) =>
      call('errand_publish_runbook', { runbook_id: id, expectedVersion }),
    runRunbook: (id, inputs) => call('errand_run_runbook', { runbook_id: id, inputs }),
    dryRunRunbook: (id) => call('errand_dry_run_runbook', { runbook_id: id }),
  };
}

export const DOORS = ['REST', 'SDK', 'CLI', 'MCP'] as const;
export type DoorName = (typeof DOORS)[number];

export function openDoors(commandLine: CommandLine, apiKey: string): Record<DoorName, Door> {
  return { ...openThreeDoors(commandLine, apiKey, sharedStack().baseUrl), MCP: overMcp(apiKey) };
}

/** Those that do not need a gateway at `baseUrl` to serve MCP. */
export function openThreeDoors(
  commandLine: CommandLine,
  apiKey: string,
  baseUrl: string,
): Record<Exclude<DoorName, 'MCP'>, Door> {
  return {
    REST: overRest(apiKey, baseUrl),
    SDK: overSdk(apiKey, baseUrl),
    CLI: overCli(commandLine, apiKey, baseUrl),
  };
}
