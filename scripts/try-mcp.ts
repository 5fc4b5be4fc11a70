/**
 * Runs the official conformance suite of the Model Context Protocol, and Inspector's command line, against the MCP server as
 * the gateway serves it. Both come from the npm registry; they stay out of the lock file, because nothing else needs them.
 *
 *     npm run mcp:conformance
 */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createMcpOverHttp } from '@errand/mcp/http';

const CONFORMANCE = '@modelcontextprotocol/conformance@0.1.16';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
/**
 * Those that any server can pass. The others call tools, resources and prompts of the suite's own example server, or need
 * logging and completion, which this server does not offer. That foreign origins are refused is tested at the gateway.
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'];

const serve = createMcpOverHttp('http://127.0.0.1:9', (error) => {
  throw error;
});
const caller = { apiKey: 'erk_none', scopes: ['runs:read', 'runs:write', 'runbooks:read', 'runbooks:write'] };

const server = createServer((request, response) => {
  const answer = async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { status, headers, body } = await serve(
      new Request(new URL(request.url ?? '/', 'http://127.0.0.1'), {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      }),
      caller,
    );
    response.writeHead(status, Object.fromEntries(headers));
    if (body === null) response.end();
    else Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
  };
  answer().catch(() => response.destroy());
});

async function npx(name: string, command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['exec', '--yes', '--package', name, '--', command, ...args],
    { maxBuffer: 16 * 1_048_576 },
  );
  return stdout;
}

await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
try {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  for (const scenario of SCENARIOS) {
    const output = await npx(CONFORMANCE, 'conformance', ['server', '--url', url, '--scenario', scenario]);
    process.stdout.write(`${scenario}: ${/Passed: .*/.exec(output)?.[0] ?? 'no verdict'}\n`);
    if (!/Passed: (\d+)\/\1, 0 failed/.test(output)) process.exitCode = 1;
  }
  const inspected = await npx(INSPECTOR, 'mcp-inspector', [
    '--cli',
    url,
    '--transport',
    'http',
    '--method',
    'tools/list',
  ]);
  const { tools } = JSON.parse(inspected) as { tools: unknown[] };
  process.stdout.write(`Inspector lists ${tools.length} tools\n`);
  if (tools.length === 0) process.exitCode = 1;
} finally {
  server.closeAllConnections();
  server.close();
}
