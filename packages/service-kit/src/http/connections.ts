import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { IDLE_CLOSE_GRACE_MS } from '@errand/contracts/internal';

/** Tells the client of an event stream to reconnect after this many ms. */
const RECONNECT = 'retry: 500\n\n';

/** How long a client may take to read the end of its event stream before it is cut off. */
const UNREAD_END_MS = 500;

const STREAM = Symbol('an event stream has begun');

/** Marks a response, whose head is sent, as an event stream: it ends when the server stops, because clients resume it. */
export function beginEventStream(response: ServerResponse): void {
  response.emit(STREAM);
}

function endEventStream(response: ServerResponse): void {
  if (response.writableEnded) return;
  response.end(RECONNECT);
  // It does nothing to a response whose end was read. A listener that clears the timer would be the eleventh, of which Node warns.
  setTimeout(() => response.destroy(), UNREAD_END_MS).unref();
}

/**
 * Tracks which connections of a server are answering a request. Node counts a connection that never sent anything as
 * active, and keeps one alive that becomes idle while the server closes; either would delay a shutdown.
 */
export function trackConnections(server: Server): { drain(graceMs: number): void } {
  const idle = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  const streams = new Set<ServerResponse>();
  let draining = false;
  let isOver = false;

  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.on('close', () => idle.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    answering.add(response);
    if (draining) response.shouldKeepAlive = false;
    // A stream can still begin while the server stops, on a connection that was already open.
    response.once(STREAM, () => {
      if (draining) endEventStream(response);
      else streams.add(response);
    });
    response.on('close', () => {
      answering.delete(response);
      streams.delete(response);
      if (isOver || !response.shouldKeepAlive) socket.destroySoon();
      else if (!socket.destroyed) idle.add(socket);
    });
  });

  return {
    /**
     * Ends event streams, whose clients resume elsewhere. Other responses carry `Connection: close`. Idle connections
     * are closed after a grace, because a request may be on its way.
     */
    drain: (graceMs) => {
      draining = true;
      for (const response of answering) response.shouldKeepAlive &&= response.headersSent;
      for (const response of streams) endEventStream(response);
      const closeTimer = setTimeout(
        () => {
          isOver = true;
          for (const socket of idle) socket.destroy();
        },
        Math.min(IDLE_CLOSE_GRACE_MS, graceMs),
      );
      server.once('close', () => clearTimeout(closeTimer));
    },
  };
}
