import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { notFound } from '@errand/contracts';
import { createLogger } from '../logging.ts';
import { type HttpServer, startHttpServer } from './server.ts';
import { connectWebSocket } from './web-sockets.ts';

let server: HttpServer;
beforeEach(async () => {
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    log: createLogger('test', 'silent'),
    handle: (request, response) => void response.end(`plain ${request.url}`),
    sockets: {
      maxPayload: 100,
      handle: ({ url, headers }) => {
        if (url !== '/echo') throw notFound();
        return (socket) => {
          socket.send(headers.authorization ?? '');
          socket.on('message', (data) => socket.send(data as Buffer));
        };
      },
    },
  });
});
afterEach(() => server?.close(0));

function connect(path: string) {
  return connectWebSocket(`${server.url}${path}`, { token: 'secret', maxPayload: 100 });
}

test('a WebSocket is opened with the token of the caller, and ended when the server closes', async () => {
  const socket = connect('/echo');
  const [first] = (await once(socket, 'message')) as [Buffer];
  expect(first.toString()).toBe('Bearer secret');
  socket.send('hello');
  expect(String(((await once(socket, 'message')) as [Buffer])[0])).toBe('hello');
  const closed = once(socket, 'close') as Promise<[number]>;
  await Promise.all([server.close(0), expect(closed).resolves.toEqual([1012, expect.anything()])]);
});

test('a larger message than allowed ends the socket', async () => {
  const socket = connect('/echo');
  await once(socket, 'open');
  socket.send('x'.repeat(101));
  expect(((await once(socket, 'close')) as [number])[0]).toBe(1009);
});

test('a refused WebSocket gets the status and detail of the Problem', async () => {
  const socket = connect('/nowhere');
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(response.statusCode).toBe(404);
});

test.each([
  ['/nowhere', 'bm9uZSBvZiBpdHMgb3duIQ==', 404, 'Not found.'],
  ['/echo', 'no key', 400, 'The request is not a valid WebSocket handshake.'],
])(
  'a refused WebSocket at %s with the key "%s" gets the headers of every answer',
  async (path, key, status, detail) => {
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
      'x-request-id': 'mine',
    };
    const [response] = (await once(get(server.url + path, { headers }), 'response')) as [IncomingMessage];
    expect(response).toMatchObject({
      statusCode: status,
      headers: { 'x-request-id': 'mine', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    });
    expect(JSON.parse(await text(response))).toEqual({ detail });
  },
);

test('a request for another protocol is answered as any other', async () => {
  const request = get(`${server.url}/page`, { headers: { connection: 'upgrade', upgrade: 'h2c' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('plain /page');
});
