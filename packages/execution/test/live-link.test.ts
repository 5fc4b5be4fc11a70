import { createHash, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectWebSocket, createLogger } from '@errand/service-kit';
import { expect, test } from '@jest/globals';
import { createLiveLink } from '../src/live-link.ts';
import { liveOverWebSocket } from '../src/live-socket.ts';

/** The answer that opens a WebSocket, as RFC 6455 says. */
function acceptOf({ headers }: IncomingMessage): string {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

test('a link that is no longer wanted is given up while it connects', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'upgrade') as Promise<[IncomingMessage, Duplex]>;
  const told: string[] = [];
  const link = createLiveLink(
    {
      connectLive: liveOverWebSocket(({ place }) =>
        connectWebSocket(place, { token: 'secret', maxPayload: 1_000 }),
      ),
      log: createLogger('test', 'silent'),
    },
    {
      place: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      run: { id: randomUUIDv7(), attempt: 1, lease: 'lease' },
    },
    {
      open: () => void told.push('open'),
      order: () => void told.push('order'),
      unwanted: () => void told.push('unwanted'),
    },
  );
  const [request, connection] = await asked;
  connection.on('error', () => undefined).resume();
  link.end();
  connection.write(acceptOf(request));
  await once(connection, 'end');
  expect(told).toEqual([]);
  connection.destroy();
  server.close();
});
