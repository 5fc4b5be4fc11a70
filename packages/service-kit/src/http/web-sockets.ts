import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, unavailable } from '@errand/contracts';
import { WebSocket, WebSocketServer } from 'ws';
import { type Logger, withRequestId } from '../logging.ts';
import { endWithProblem, problemOf } from './answer.ts';
import { requestIdOf } from './request-id.ts';

export type { WebSocket } from 'ws';

/** Decides about a request for a WebSocket: throws a Problem, or returns what is done with the open socket. */
export type SocketHandler = (
  request: IncomingMessage,
) => Promise<(socket: WebSocket) => void> | ((socket: WebSocket) => void);

/** A service restart, in the words of RFC 6455: the client connects again. */
const GOING_AWAY = 1012;
/** How long a client has to answer the end of its socket. */
const CLOSE_TIMEOUT_MS = 500;
const NO_HANDSHAKE = new Problem(400, 'The request is not a valid WebSocket handshake.');

/** Serves WebSockets on an HTTP server. `close` ends those that are open, whose clients connect again elsewhere. */
export function serveWebSockets(
  server: Server,
  { handle, maxPayload }: { handle: SocketHandler; maxPayload: number },
  log: Logger,
): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  let isClosing = false;
  const open = async (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (isClosing) throw unavailable();
    const serve = await handle(request);
    if (connection.destroyed) return;
    sockets.handleUpgrade(request, connection, head, (socket) => {
      socket.on('error', () => socket.terminate());
      serve(socket);
    });
  };
  sockets.on('wsClientError', (_error, connection, request) =>
    endWithProblem(connection, NO_HANDSHAKE, requestIdOf(request)),
  );
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    const requestId = requestIdOf(request);
    request.headers['x-request-id'] = requestId;
    void withRequestId(requestId, () =>
      open(request, connection, head).catch((error: unknown) =>
        endWithProblem(connection, problemOf(error, log), requestId),
      ),
    );
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
