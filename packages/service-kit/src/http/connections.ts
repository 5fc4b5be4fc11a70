import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What callers that keep connections alive have, to learn that they are about to close; longer than ours keep one unused. */
const FAREWELL_MS = 2_000;

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
  server.prependListener('request', ({ headers, socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    answering.add(response);
    if (draining) response.shouldKeepAlive = false;
    if (headers.accept?.includes('text/event-stream')) streams.add(response);
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
      for (const response of streams) response.end();
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
