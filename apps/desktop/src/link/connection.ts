import { sign } from 'node:crypto';
import {
  GatewayMessage,
  LINK_CLOSED,
  LINK_PATH,
  LINK_PROTOCOL,
  MAX_LINK_FRAME_BYTES,
  type DeviceMessage,
  challengeText,
} from '@errand/contracts/device';
import type { DeviceCapabilities } from '@errand/contracts';
import type { Logger } from '@errand/service-kit';
import { WebSocket } from 'ws';
import type { Pairing } from '../pairing/store.ts';
import { VERSION } from '../version.ts';

/** The outgoing connection to the gateway, which is made again whenever it is lost. */
export interface Connection {
  readonly isOpen: boolean;
  /** False: there is no link at the moment, and nothing was sent. */
  send(message: DeviceMessage, frames?: Iterable<Uint8Array>): boolean;
  close(): void;
}

export interface ConnectionEvents {
  onOpen(): void;
  onMessage(message: GatewayMessage): void;
  onFrame(frame: Uint8Array): void;
  onLost(): void;
  /** The pairing is no longer valid: the link stays closed. */
  onRefused(): void;
  /** Another process took the link with the same key: this one gives it up. */
  onReplaced(): void;
}

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const OPEN_TIMEOUT_MS = 10_000;
/** The gateway pings every five seconds. */
const SILENCE_TIMEOUT_MS = 20_000;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether the gateway that asks is the one that this machine was paired with; loopback is one machine. */
function isSameOrigin(asked: string, known: string): boolean {
  const [a, b] = [new URL(asked), new URL(known)];
  if (a.origin === b.origin) return true;
  return LOOPBACK.test(a.hostname) && LOOPBACK.test(b.hostname);
}

/**
 * Opens the link at once and proves the pairing's key to the gateway. A lost link is retried after up to 15 seconds, until it is
 * refused, replaced or closed.
 */
export function connect(
  pairing: Pairing,
  capabilities: DeviceCapabilities,
  on: ConnectionEvents,
  log: Logger,
): Connection {
  let socket: WebSocket | null = null;
  let isOpen = false;
  let isClosed = false;
  let retryMs = MIN_RETRY_MS;
  let retry: NodeJS.Timeout | undefined;
  const url = new URL(LINK_PATH, pairing.baseUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';

  const write = (to: WebSocket, message: DeviceMessage) => to.send(JSON.stringify(message));

  const open = (): void => {
    const opening = new WebSocket(url, LINK_PROTOCOL, {
      maxPayload: MAX_LINK_FRAME_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: OPEN_TIMEOUT_MS,
    });
    socket = opening;
    let silence: NodeJS.Timeout | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => opening.terminate(), SILENCE_TIMEOUT_MS);
    };
    opening.on('error', (error) => log.debug({ err: error }, 'link failed'));
    opening.on('open', heard);
    opening.on('ping', heard);
    opening.on('message', (data: Buffer, isBinary: boolean) => {
      heard();
      if (isBinary) {
        on.onFrame(data);
        return;
      }
      const message = GatewayMessage.safeParse(JSON.parse(data.toString('utf8')));
      if (!message.success) {
        log.warn({ issues: message.error.issues }, 'unknown gateway message');
        return;
      }
      if (message.data.type === 'challenge') {
        const { nonce, origin } = message.data;
        if (!isSameOrigin(origin, pairing.baseUrl)) {
          log.error({ origin }, 'gateway differs from the paired one');
          opening.close();
          return;
        }
        const signature = sign(null, Buffer.from(challengeText(nonce, origin)), pairing.privateKey);
        write(opening, {
          type: 'hello',
          deviceId: pairing.deviceId,
          signature: signature.toString('base64'),
          appVersion: VERSION,
          capabilities,
        });
        return;
      }
      if (message.data.type === 'welcome') {
        isOpen = true;
        retryMs = MIN_RETRY_MS;
        on.onOpen();
      }
      on.onMessage(message.data);
    });
    opening.on('close', (code) => {
      clearTimeout(silence);
      const wasOpen = isOpen;
      isOpen = false;
      if (wasOpen) on.onLost();
      if (isClosed) return;
      if (code === LINK_CLOSED.refused) on.onRefused();
      else if (code === LINK_CLOSED.replaced) on.onReplaced();
      else {
        retry = setTimeout(open, retryMs * (0.5 + Math.random() / 2));
        retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
      }
    });
  };
  open();

  return {
    get isOpen() {
      return isOpen;
    },
    send: (message, frames = []) => {
      if (!isOpen || socket === null) return false;
      for (const frame of frames) socket.send(frame);
      write(socket, message);
      return true;
    },
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      socket?.close();
    },
  };
}
