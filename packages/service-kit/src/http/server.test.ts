import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
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
    handle: (_request, response) => void response.end(),
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
