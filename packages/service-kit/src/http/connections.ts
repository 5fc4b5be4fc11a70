import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Knows which connections of a server are answering. Node counts one that never sent anything as active, and keeps one
 * alive that becomes idle while the server closes; either would hold up a shutdown.
 */
export const trackConnections = (server: Server): { drain(): void } => {
  const idle = new Set<Socket>();
  const streams = new Set<ServerResponse>();
  let draining = false;

  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.on('close', () => idle.delete(socket));
  });
  server.on('request', ({ headers, socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    if (headers.accept?.includes('text/event-stream')) streams.add(response);
    response.on('close', () => {
      streams.delete(response);
      if (draining) socket.destroySoon();
      else if (!socket.destroyed) idle.add(socket);
    });
  });

  return {
    /** Closes idle connections now, busy ones after their answer, and ends event streams: their clients resume elsewhere. */
    drain: () => {
      draining = true;
      for (const response of streams) response.end();
      for (const socket of idle) socket.destroy();
    },
  };
};
