import type { ClaimedRun } from '@errand/contracts/internal';
import type { WebSocket } from '@errand/service-kit';

/** A Run, and where someone watches it, as a heartbeat answered. */
export interface LivePlace {
  place: string;
  run: Pick<ClaimedRun, 'id' | 'attempt' | 'lease'>;
}

export interface LiveSocketEvents {
  onOpen(): void;
  onMessage(data: Buffer): void;
  onClose(code: number): void;
}

/** A connection by which pictures and reports of a Run go to where someone watches, and orders come back. */
export interface LiveSocket {
  readonly isOpen: boolean;
  /** Text, or the bytes of a picture. `onSent` is called when the next picture may follow. */
  send(data: string | Uint8Array, onSent?: () => void): void;
  close(code: number): void;
}

export type ConnectLive = (to: LivePlace, on: LiveSocketEvents) => LiveSocket;

/** A `ConnectLive` over a WebSocket of its own. */
export function liveOverWebSocket(open: (to: LivePlace) => WebSocket): ConnectLive {
  return (to, on) => {
    const socket = open(to);
    socket.on('open', () => on.onOpen());
    socket.on('message', (data: Buffer) => on.onMessage(data));
    socket.on('close', (code) => on.onClose(code));
    return {
      get isOpen() {
        return socket.readyState === socket.OPEN;
      },
      send: (data, onSent) => socket.send(data, () => onSent?.()),
      close: (code) => socket.close(code),
    };
  };
}
