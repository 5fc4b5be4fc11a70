import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { type HttpServer, createLogger, startHttpServer } from '@errand/service-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let server: HttpServer;
let socket: Socket;
let received: string;

beforeEach(async () => {
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    log: createLogger('test', 'silent'),
    handle: (_request, response) => void response.end('answered'),
  });
  socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  received = '';
  socket.on('data', (bytes) => (received += bytes.toString()));
  await once(socket, 'connect');
});
afterEach(() => void socket?.destroy());
afterEach(() => server?.close(0));

async function answerOf(): Promise<string> {
  received = '';
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  while (!received.includes('answered')) {
    if (socket.closed) throw new Error('the connection was closed without an answer');
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  }
  return received;
}

test('a connection that was idle when the server began to stop gets one more answer', async () => {
  expect(await answerOf()).toContain('Connection: keep-alive');
  const closed = server.close(60_000);
  expect(await answerOf()).toContain('Connection: close');
  await closed;
});
