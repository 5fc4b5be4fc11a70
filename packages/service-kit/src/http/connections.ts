import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What callers that keep connections alive have, to learn that they are about to close; longer than ours keep one unused. */
const FAREWELL_MS = 2_000;

/** Tells the client of an event stream how long to wait, in ms, before it connects again, to whoever answers then. */
const RECONNECT = 'retry: 500\n\n';

/** A client that does not read the end of its stream within this time is cut off. */
const UNREAD_END_MS = 500;

const STREAM = Symbol('an event stream has begun');

/** Says that a response is an event stream from now on, its head sent: it ends when the server stops, for clients resume it. */
export function beginEventStream(response: ServerResponse): void {
  response.emit(STREAM);
}

function endEventStream(response: ServerResponse): void {
  if (response.writableEnded) return;
  response.end(RECONNECT);
  const cut = setTimeout(() => response.destroy(), UNREAD_END_MS);
  response.once('close', () => clearTimeout(cut));
}

/**
 * Knows which connections of a server are answering. Node counts one that never sent anything as active, and keeps one
 * alive that becomes idle while the server closes; either would hold up a shutdown.
 */
export const trackConnections = (server: Server): { drain(graceMs: number): void } => {
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
    // One that begins while the server stops came on a connection that was open already.
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
     * Ends event streams, whose clients resume elsewhere. Every other answer tells its caller that the connection closes
     * with it. A request may be on its way on an idle connection, so those are closed a little later.
     */
    drain: (graceMs) => {
      draining = true;
      for (const response of answering) response.shouldKeepAlive &&= response.headersSent;
      for (const response of streams) endEventStream(response);
      const farewell = setTimeout(
        () => {
          isOver = true;
          for (const socket of idle) socket.destroy();
        },
        Math.min(FAREWELL_MS, graceMs),
      );
      server.once('close', () => clearTimeout(farewell));
    },
  };
};
