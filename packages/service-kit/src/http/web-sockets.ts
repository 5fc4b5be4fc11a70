import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { unavailable } from '@errand/contracts';
import { WebSocket, WebSocketServer } from 'ws';
import type { Logger } from '../logging.ts';
import { problemOf } from './answer.ts';

export type { WebSocket } from 'ws';

/** Decides about a request for a WebSocket: throws a Problem, or returns what is done with the open socket. */
export type SocketHandler = (
  request: IncomingMessage,
) => Promise<(socket: WebSocket) => void> | ((socket: WebSocket) => void);

/** A service restart, in the words of RFC 6455: the client connects again. */
const GOING_AWAY = 1012;
/** How long a client has to answer the end of its socket. */
const CLOSE_TIMEOUT_MS = 500;

function refuse(socket: Duplex, error: unknown, log: Logger): void {
  const { status, message, headers } = problemOf(error, log);
  const body = JSON.stringify({ detail: message });
  const lines = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Serves WebSockets on an HTTP server. `close` ends those that are open, whose clients connect again elsewhere. */
export function serveWebSockets(
  server: Server,
  { handle, maxPayload }: { handle: SocketHandler; maxPayload: number },
  log: Logger,
): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  let isClosing = false;
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    Promise.try(() => {
      if (isClosing) throw unavailable();
      return handle(request);
    })
      .then((serve) => {
        if (connection.destroyed) return;
        sockets.handleUpgrade(request, connection, head, (socket) => {
          socket.on('error', () => socket.terminate());
          serve(socket);
        });
      })
      .catch((error: unknown) => refuse(connection, error, log));
  });
  return {
    close: () => {
      isClosing = true;
      for (const socket of sockets.clients) {
        socket.close(GOING_AWAY);
        const cut = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
        socket.once('close', () => clearTimeout(cut));
      }
    },
  };
}

const OPEN_TIMEOUT_MS = 5_000;

/** Connects to a WebSocket of another service, of which `httpUrl` is the address. Its messages may have `maxPayload` bytes. */
export function connectWebSocket(
  httpUrl: string,
  { token, headers, maxPayload }: { token: string; headers?: Record<string, string>; maxPayload: number },
): WebSocket {
  const socket = new WebSocket(httpUrl.replace(/^http/, 'ws'), {
    headers: { ...headers, authorization: `Bearer ${token}` },
    maxPayload,
    perMessageDeflate: false,
    handshakeTimeout: OPEN_TIMEOUT_MS,
  });
  socket.on('error', () => socket.terminate());
  return socket;
}
