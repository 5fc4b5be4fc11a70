import { spawn } from 'node:child_process';
import type { Scope } from '@errand/sdk';
import { Argument, type Command } from 'commander';
import type { Program } from '../command.ts';
import { completionScript, SHELLS, type Shell } from '../completion.ts';
import { findConnection, readText } from '../connection.ts';
import { runDoctor } from '../doctor.ts';
import { EXIT, usageError } from '../exit.ts';

const OPENERS: Readonly<Record<string, string>> = { darwin: 'open', win32: 'explorer' };

async function bodyOf(data: string | undefined, read: (file: string) => Promise<string>): Promise<unknown> {
  if (data === undefined) return undefined;
  const text = data.startsWith('@') ? await read(data.slice(1)) : data;
  try {
    return JSON.parse(text);
  } catch {
    throw usageError('-d takes JSON, or @file with JSON in it.');
  }
}

const SCOPES: Readonly<Record<Scope, true>> = {
  'runs:read': true,
  'runs:write': true,
  'runs:local': true,
  'runs:approve': true,
  'runbooks:read': true,
  'runbooks:write': true,
  'blueprints:read': true,
  'blueprints:write': true,
};

function collectScopes(value: string, previous: readonly string[] = []): string[] {
  const scopes = value.split(',');
  const unknown = scopes.find((scope) => !Object.hasOwn(SCOPES, scope));
  if (unknown !== undefined)
    throw usageError(`"${unknown}" is no scope. There are ${Object.keys(SCOPES).join(', ')}.`);
  return [...previous, ...scopes];
}

/** Adds `api`, `mcp`, `doctor`, `open` and `completion` to `root`. */
export function addToolCommands(program: Program, root: Command): void {
  program
    .add(
      root,
      'api <method> <path>',
      'send any request of the API',
      async (invocation, [method = '', path = ''], options) => {
        const { data, idempotencyKey } = options as { data?: string; idempotencyKey?: string };
        const { system } = invocation;
        if (!/^[a-z]+$/i.test(method)) throw usageError(`"${method}" is no HTTP method.`);
        if (data !== undefined && /^(get|head)$/i.test(method))
          throw usageError(`${method.toUpperCase()} takes no body: leave -d out.`);
        const body = await bodyOf(data, (file) => readText(system, file));
        const errand = await invocation.client();
        const response = await errand
          .request(method, path.startsWith('/') ? path : `/${path}`, {
            body,
            idempotencyKey,
            signal: system.signal,
          })
          .asResponse();
        const text = await response.text();
        if (text !== '') invocation.printJson(text);
      },
    )
    .option('-d, --data <json>', 'JSON body, or @file; "@-" is standard input')
    .option('--idempotency-key <key>', 'the same key creates once only');
  program
    .add(root, 'mcp', 'serve MCP on standard input and output', async (invocation, _args, options) => {
      const { readonly: readOnly = false, scope: scopes } = options as {
        readonly?: boolean;
        scope?: string[];
      };
      const errand = await invocation.client();
      const { serveErrandOnStdio } = await import('@errand/mcp/stdio');
      const { signal } = invocation.system;
      await serveErrandOnStdio(errand, { readOnly, signal, ...(scopes && { scopes }) });
    })
    .option('--readonly', 'only tools that change nothing')
    .option('--scope <scope>', 'only tools within these scopes of the key; repeatable', collectScopes);
  program.add(root, 'doctor', 'find what is wrong with key, address, clock, scopes and executors', runDoctor);
  program.add(root, 'open [run-id]', 'open the dashboard, or a Run in it', async (invocation, [id]) => {
    const { baseURL } = await findConnection(invocation.system, invocation.options);
    const url = id === undefined ? `${baseURL}/` : `${baseURL}/runs/${encodeURIComponent(id)}`;
    invocation.print(url);
    if (!invocation.system.stdout.isTTY) return;
    const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
    opener.on('error', () => {});
    opener.unref();
  });
  const completion = program.add(root, 'completion', 'print a completion script', (invocation, [shell]) => {
    invocation.print(completionScript(root, shell as Shell));
    return Promise.resolve(EXIT.done);
  });
  completion.addArgument(new Argument('<shell>', 'your shell').choices(SHELLS));
}
