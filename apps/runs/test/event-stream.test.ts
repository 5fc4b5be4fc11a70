import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type HttpServer, createLogger, startHttpServer } from '@errand/service-kit';
import { afterEach, expect, test } from '@jest/globals';
import type { Context } from '../src/context.ts';
import { streamEvents } from '../src/http/event-stream.ts';

const log = createLogger('test', 'silent');
const GRACE_MS = 200;

let server: HttpServer | undefined;
let client: Socket | undefined;
afterEach(async () => {
  client?.destroy();
  await server?.close(0);
});

/** One more row than a page holds means that there are more. */
const ROWS = 101;

/** A Run that has `count` events of `bytes` each and has ended; `onPage` hears of each page that is read of them. */
function runOf(count: number, bytes: number, onPage: () => void): Context {
  const rowOf = (seq: number) => ({
    status: 'completed',
    seq,
    at: new Date(),
    type: 'log',
    step_id: null,
    message: 'x'.repeat(bytes),
    data: null,
  });
  const query = ({ values: [, after] }: { values: [string, number] }) => {
    onPage();
    const left = Math.min(ROWS, count - after);
    return Promise.resolve({ rows: Array.from({ length: left }, (_, index) => rowOf(after + index + 1)) });
  };
  return { log, pool: { query }, watch: { next: () => Promise.resolve() } } as unknown as Context;
}

/** Streams the Run to a client that does not read yet. */
async function stream(contextOf: (response: ServerResponse) => Context) {
  const { promise: answered, resolve } = Promise.withResolvers<ServerResponse>();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    log,
    handle: async (_request, response) => {
      resolve(response);
      await streamEvents(contextOf(response), 'a-run', 0, response);
      leave();
    },
  });
  client = connect(Number(new URL(server.url).port), '127.0.0.1').pause();
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write('GET / HTTP/1.1\r\nHost: runs\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n');
  return { server, client, response: await answered, left };
}

/** Longer than a test may take. */
const NEVER_MS = 3_600_000;
/** A Run that continues without events. */
const running = { query: () => Promise.resolve({ rows: [{ status: 'running', seq: null }] }) };
const untilGone = {
  next: (_runId: string, _ms: number, signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('gone'))),
    ),
};

async function unread(response: ServerResponse): Promise<void> {
  while (!response.writableNeedDrain && !response.writableEnded) await new Promise(setImmediate);
}

test('a shutdown cuts a stream that is not read, and nothing more is written to it', async () => {
  const { server, response, left } = await stream(() => runOf(100_000, 10_000, () => undefined));
  await unread(response);
  await server.close(GRACE_MS);
  await left;
  expect(response.destroyed).toBe(true);
});

test('a shutdown ends a stream at once and says when to connect again', async () => {
  const { server, client, left } = await stream(
    () => ({ ...runOf(0, 0, () => undefined), pool: running, watch: untilGone }) as unknown as Context,
  );
  const read = text(client);
  const closed = server.close(NEVER_MS);
  expect(await read).toContain('retry: 500\n\n');
  await Promise.all([closed, left]);
});

test('a stream that begins while the server stops also ends at once', async () => {
  const asked = Promise.withResolvers<void>();
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    log,
    handle: async (_request, response) => {
      asked.resolve();
      await stopped.promise;
      await streamEvents(
        { ...runOf(0, 0, () => undefined), pool: running, watch: untilGone } as unknown as Context,
        'a-run',
        0,
        response,
      );
    },
  });
  const stopped = Promise.withResolvers<void>();
  client = connect(Number(new URL(server.url).port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: runs\r\nAccept: text/event-stream\r\n\r\n');
  await asked.promise;
  const closed = server.close(NEVER_MS);
  stopped.resolve();
  expect(await text(client)).toContain('retry: 500\n\n');
  await closed;
});

test('an event that arrives after the end of a stream is left to the next stream', async () => {
  const { client, left } = await stream((response) => runOf(1, 10, () => response.end()));
  expect(await text(client)).not.toContain('data:');
  await left;
});

test('a slow reader gets all events in the end, while at most one page is buffered', async () => {
  let longest = 0;
  const { client, response, left } = await stream((response) =>
    runOf(4_000, 10_000, () => {
      longest = Math.max(longest, response.writableLength);
    }),
  );
  await unread(response);
  const read = await text(client);
  await left;
  expect(read.match(/^id: /gm)).toHaveLength(4_000);
  expect(read).toContain('event: end\ndata: {"status":"completed"}');
  expect(longest).toBeLessThan(2_000_000);
});
