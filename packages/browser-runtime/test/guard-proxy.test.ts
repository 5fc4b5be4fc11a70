import { once } from 'node:events';
import { createServer as createHttpServer, get, request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createNetwork } from '../src/network/network.ts';
import { startGuardProxy, type GuardProxy } from '../src/network/proxy.ts';

const network = createNetwork({ allowPrivateNetwork: true });
const refused: string[] = [];
let proxy: GuardProxy;
let site: Server;
let answer: string;

beforeAll(async () => {
  proxy = await startGuardProxy();
  proxy.guard(network, (url) => refused.push(url.host));
  site = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(answer, 'latin1'));
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => proxy.close());
afterAll(() => new Promise((resolve) => site.close(resolve)));

/** What a browser gets that asks the proxy for a page of a site that answers so. */
function ask(answered: string): Promise<number | undefined> {
  answer = answered;
  const { hostname, port } = new URL(proxy.url);
  const path = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}

test.each([
  ['a reason with a control character', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n'],
  ['a status that is no status', 'HTTP/1.1 042 X\r\nContent-Length: 0\r\n\r\n'],
  [
    'a change of protocol without a request for it',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  ],
  ['nothing', ''],
])('a site that answers with %s breaks off its own request alone', async (_what, broken) => {
  await expect(ask(broken)).rejects.toThrow('socket hang up');
  expect(await ask('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')).toBe(200);
});

/** A tunnel through the proxy to the site, as a browser opens one for a WebSocket. */
async function openTunnel() {
  const { hostname, port } = new URL(proxy.url);
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const connecting = request({ hostname, port, method: 'CONNECT', path: host, agent: false }).end();
  const [, socket] = (await once(connecting, 'connect')) as [unknown, Socket];
  socket.on('error', () => undefined);
  return { host, socket };
}

describe('when the scope changes', () => {
  beforeEach(() => {
    network.scope = null;
    refused.length = 0;
  });

  test('a tunnel that it does not admit is closed, and one that it admits stays', async () => {
    const { host, socket } = await openTunnel();
    network.scope = [host];
    expect(refused).toEqual([]);
    network.scope = ['example.com'];
    await once(socket.resume(), 'close');
    expect(refused).toEqual([host]);
  });

  test('an answer that it does not admit is cut off', async () => {
    const { hostname, port } = new URL(proxy.url);
    const stream = createHttpServer((_request, response) => void response.write('data'));
    stream.listen(0, '127.0.0.1');
    await once(stream, 'listening');
    const path = `http://127.0.0.1:${(stream.address() as AddressInfo).port}/`;
    const [response] = (await once(get({ hostname, port, path, agent: false }), 'response')) as [
      IncomingMessage,
    ];
    await once(response, 'data');
    network.scope = ['example.com'];
    await expect(once(response, 'end')).rejects.toThrow('aborted');
    stream.close();
  });
});
