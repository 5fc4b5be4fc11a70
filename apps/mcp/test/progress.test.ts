import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { expect, test } from '@jest/globals';
import { Progress } from '../src/progress.ts';

const MESSAGES = Array.from({ length: 20 }, (_each, index) => `Run is at ${index}`);

function createServer(): McpServer {
  const server = new McpServer({ name: 'reports', version: '1.0.0' });
  server.registerTool('report', {}, async (context) => {
    const progress = new Progress(context);
    for (const message of MESSAGES) await progress.report(message);
    return { content: [] };
  });
  return server;
}

interface Report {
  readonly progress: number;
  readonly message: string;
}

/** The progress that a call of the tool reports before it is answered. */
async function reportsOf(meta: object): Promise<Report[]> {
  const response = await createMcpHandler(createServer).fetch(
    new Request('http://mcp.test/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'report', arguments: {}, _meta: meta },
      }),
    }),
  );
  expect(response.status).toBe(200);
  const messages = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as { method?: string; params: Report });
  return messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
}

test('reports of progress in the same moment still increase, as the protocol demands', async () => {
  const reports = await reportsOf({ progressToken: 'token' });
  expect(reports.map(({ message }) => message)).toEqual(MESSAGES);
  const values = reports.map(({ progress }) => progress);
  expect(new Set(values).size).toBe(MESSAGES.length);
  expect(values.toSorted((a, b) => a - b)).toEqual(values);
});

test('no progress is reported to a client that asked for none', async () => {
  expect(await reportsOf({})).toEqual([]);
});
