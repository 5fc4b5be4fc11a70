import { LINK_CLOSED } from '@errand/contracts/device';
import type { WebSocket } from '@errand/service-kit';

/** Bytes that a device may have on their way at once. */
const MAX_PENDING_BYTES = 80 * 1_048_576;

/** Files that a device sends in binary frames, before the message that describes them. */
export interface IncomingFiles {
  add(id: number, bytes: Uint8Array): void;
  /** All that came for a call or channel since it was last taken. */
  take(id: number): Uint8Array;
}

/** The files of one device, whose `socket` is closed when it has more than 80 MiB on their way. */
export function createIncomingFiles(socket: WebSocket): IncomingFiles {
  const files = new Map<number, Uint8Array[]>();
  let pendingBytes = 0;
  return {
    add: (id, bytes) => {
      pendingBytes += bytes.length;
      if (pendingBytes > MAX_PENDING_BYTES) {
        socket.close(LINK_CLOSED.protocol);
        return;
      }
      const parts = files.get(id) ?? [];
      parts.push(bytes);
      files.set(id, parts);
    },
    take: (id) => {
      const bytes = Buffer.concat(files.get(id) ?? []);
      files.delete(id);
      pendingBytes -= bytes.length;
      return bytes;
    },
  };
}
