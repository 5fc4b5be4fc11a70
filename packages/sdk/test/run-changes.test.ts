import { afterEach, expect, jest, test } from '@jest/globals';
import { APIUserAbortError, PermissionDeniedError, type RunChange } from '../src/index.ts';
import { RUN_ID, ScriptedServer, drop, events, page, refuse } from './scripted-server.ts';

const RESET = 'data: {"type":"reset"}\n\n';
function changed(status: string): string {
  return `data: ${JSON.stringify({ type: 'changed', run: { id: RUN_ID, status } })}\n\n`;
}

/** Reads so many changes, as `reset` or the status of the Run. */
async function read(count: number, changes: AsyncIterable<RunChange>): Promise<string[]> {
  const seen: string[] = [];
  for await (const change of changes) {
    seen.push(change.type === 'changed' ? change.run.status : change.type);
    if (seen.length === count) break;
  }
  return seen;
}

test('changes go on through broken connections, each of which is told of, and begin again with a reset', async () => {
  await using server = await ScriptedServer.start(
    events(': still here\n\n', RESET, changed('queued'), changed('running')),
    drop,
    page(502),
    refuse(503),
    events(RESET, changed('completed')),
  );
  let disconnects = 0;
  const changes = server.client().runs.changes({ onDisconnect: () => (disconnects += 1) });
  expect(await read(5, changes)).toEqual(['reset', 'queued', 'running', 'reset', 'completed']);
  expect(disconnects).toBe(4);
  expect(server.requests[0]).toMatchObject({
    url: '/v1/runs/changes',
    headers: { accept: 'text/event-stream' },
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('a connection that was quiet for minutes is made again like any other', async () => {
  const { now } = Date;
  let passedMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + passedMs);
  let close: () => void = () => undefined;
  await using server = await ScriptedServer.start(
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(RESET + changed('running'));
      close = () => response.end();
    },
    refuse(503),
    events(RESET),
  );
  const seen: string[] = [];
  for await (const change of server.client().runs.changes()) {
    if (seen.push(change.type) === 3) break;
    if (change.type === 'reset') continue;
    passedMs = 600_000;
    close();
  }
  expect(seen).toEqual(['reset', 'changed', 'reset']);
});

test('messages that are garbled or of an unknown type are passed over', async () => {
  await using server = await ScriptedServer.start(
    events(RESET, 'data: {"type":"chan\n\n', 'data: {"type":"later"}\n\n', changed('running')),
  );
  expect(await read(2, server.client().runs.changes())).toEqual(['reset', 'running']);
});

test('changes fail when the key may not read Runs, and end when their signal is aborted', async () => {
  await using server = await ScriptedServer.start(refuse(403), (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(RESET);
  });
  const { runs } = server.client();
  await expect(read(1, runs.changes())).rejects.toBeInstanceOf(PermissionDeniedError);
  const controller = new AbortController();
  const follow = async () => {
    for await (const _ of runs.changes({ signal: controller.signal })) controller.abort();
  };
  await expect(follow()).rejects.toBeInstanceOf(APIUserAbortError);
});
