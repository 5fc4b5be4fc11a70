import { once } from 'node:events';
import { WebSocket } from 'ws';
import {
  type BoundTransport,
  type ProtocolMessage,
  type Transport,
  MAX_PICTURE_BYTES,
  boundTransport,
} from '../connection/bound-connection.ts';
import type { Wire } from './confined-transport.ts';

/** As the browser ends its messages on a pipe. */
const END = Buffer.alloc(1);

/**
 * Connects to a browser's debugging endpoint. What it sends is bounded as it is for a browser that was launched here; a message
 * larger than any may be ends the connection.
 * @param timeoutMs for the browser to answer, which may ask its person first
 */
export async function openSocketWire(
  url: string,
  timeoutMs: number,
): Promise<{ wire: Wire; bound: BoundTransport }> {
  const socket = new WebSocket(url, {
    handshakeTimeout: timeoutMs,
    maxPayload: MAX_PICTURE_BYTES,
    perMessageDeflate: false,
  });
  // A failed connection closes, too.
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const wire: Wire & Transport = {
    send: (message: ProtocolMessage) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close: () => socket.terminate(),
    _dispatch: () => undefined,
  };
  const bound = boundTransport(wire, { kill: () => socket.terminate() });
  socket.on('message', (data: Buffer) => {
    wire._dispatch(data);
    wire._dispatch(END);
  });
  socket.on('close', (_code, reason) => wire.onclose?.(String(reason)));
  return { wire, bound };
}
