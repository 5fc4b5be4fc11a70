import { getEventListeners, once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalRoute } from '@errand/contracts/internal';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type InternalClient, createInternalClient } from './internal-client.ts';

const CONNECTIONS = 64;
/** More than the buffers of a connection take. */
const LARGE = Buffer.alloc(8 * 1024 * 1024);

let server: Server;
let client: InternalClient;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

function post(path: string) {
  return internalRoute({ method: 'POST', path });
}

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = createInternalClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
});
afterEach(() => server?.closeAllConnections());
afterEach(() => client?.close());
afterEach(() => void server?.close());

test('a call that waits for a connection ends on abort or timeout and is never sent', async () => {
  answer = ({ url }, response) => void response.end(url === '/large' ? LARGE : undefined);
  const unread = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => client.forward({ method: 'GET', path: '/large' })),
  );
  const left = new AbortController();
  const reason = new Error('The caller has left.');
  const abandoned = client.call(post('/left'), { signal: left.signal });
  left.abort(reason);
  await expect(abandoned).rejects.toBe(reason);
  await expect(client.call(post('/late'), {})).rejects.toMatchObject({ status: 503 });
  for (const { body } of unread) body.on('error', () => undefined).destroy();
  await client.call(post('/next'), {});
  expect(asked.filter((path) => path !== '/large')).toEqual(['/next']);
});

test('calls remove their listeners from a long-lived signal, whether or not they were answered', async () => {
  answer = ({ url }, response) => void response.writeHead(url === '/refused' ? 404 : 200).end('{}');
  const { signal } = new AbortController();
  for (const path of ['/answered', '/refused', '/answered'])
    await client.call(post(path), { signal }).catch(() => undefined);
  while (getEventListeners(signal, 'abort').length > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toHaveLength(3);
});

test('a forwarded response ends when its signal is aborted', async () => {
  answer = (_request, response) => void response.writeHead(200).write('begun');
  const left = new AbortController();
  const { body } = await client.stream({ method: 'GET', path: '/endless', signal: left.signal });
  await once(body, 'readable');
  left.abort();
  await expect(body.text()).rejects.toThrow();
});
