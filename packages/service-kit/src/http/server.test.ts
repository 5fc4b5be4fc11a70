import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Problem } from '@errand/contracts';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '../logging.ts';
import { type HttpServer, startHttpServer } from './server.ts';

const ACCEPTED = 'net.server.socket';

let server: HttpServer;
let client: Socket;
let accepted: PromiseWithResolvers<Socket>;
function tell(message: unknown) {
  return accepted.resolve((message as { socket: Socket }).socket);
}

beforeEach(async () => {
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    log: createLogger('test', 'silent'),
    handle: ({ method, url }) => {
      throw new Problem(405, `No ${method} of ${url}.`);
    },
  });
  accepted = Promise.withResolvers();
  subscribe(ACCEPTED, tell);
  client = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port), allowHalfOpen: true });
  client.on('error', () => undefined);
});
afterEach(() => void unsubscribe(ACCEPTED, tell));
afterEach(() => void client?.destroy());
afterEach(() => server?.close(0));

test('a rejected client that keeps its connection open is disconnected', async () => {
  const held = await accepted.promise;
  const closed = once(held, 'close');
  client.write('garbage\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 400 .*\{"detail":"The request is not valid HTTP\."\}$/s);
  expect(client.writable).toBe(true);
  await closed;
});

test.each([
  ['example.com:443', '404 Not Found', 'Not found.'],
  ['/page', '405 Method Not Allowed', 'No CONNECT of /page.'],
])('a CONNECT to %s is answered as other requests are: %s', async (target, status, detail) => {
  client.write(`CONNECT ${target} HTTP/1.1\r\nHost: example.com\r\nX-Request-ID: mine\r\n\r\n`);
  const [head = '', body = ''] = (await text(client)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status}\r\n`);
  expect(head).toContain(
    'X-Request-ID: mine\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n',
  );
  expect(JSON.parse(body)).toEqual({ detail });
});
