import {
  type DeviceMessage,
  type GatewayMessage,
  MAX_UNTAKEN_PICTURES,
  fileFrames,
  readFileFrame,
} from '@errand/contracts/device';
import type { ConnectLive, LiveSocketEvents } from '@errand/execution';

type LiveMessage = Extract<GatewayMessage, { type: `live.${string}` }>;

/** The live view of Runs on this machine: channels to where someone watches, through the link. */
export interface LiveOverLink {
  connect: ConnectLive;
  heard(message: LiveMessage): void;
  received(frame: Uint8Array): void;
  /** The link was lost, and its channels with it. */
  lost(): void;
}

interface Channel {
  on: LiveSocketEvents;
  isOpen: boolean;
  frames: Uint8Array[];
  /** Pictures that the gateway has not passed on. */
  untaken: number;
  /** Called when the next picture may follow. */
  waiting: (() => void)[];
}

/** As of a WebSocket that broke. */
const LOST = 1006;

/** True for messages of the live view, which the link hands to `heard`. */
export function isLive(message: GatewayMessage): message is LiveMessage {
  return message.type.startsWith('live.');
}

/** `send` is false without a link, which closes the new channel with code 1006; `nextId` numbers channels. */
export function createLiveOverLink(
  send: (message: DeviceMessage, frames?: Iterable<Uint8Array>) => boolean,
  nextId: () => number,
): LiveOverLink {
  const channels = new Map<number, Channel>();

  const end = (id: number, code: number): void => {
    const channel = channels.get(id);
    if (channel === undefined) return;
    channels.delete(id);
    channel.isOpen = false;
    channel.on.onClose(code);
  };
  const takeMessage = (channel: Channel): void => {
    const message = Buffer.concat(channel.frames);
    channel.frames = [];
    channel.on.onMessage(message);
  };
  const takePicture = (channel: Channel): void => {
    channel.untaken -= 1;
    channel.waiting.shift()?.();
  };
  return {
    connect: ({ place, run: { id: runId, attempt, lease } }, on) => {
      const id = nextId();
      const channel: Channel = { on, isOpen: false, frames: [], untaken: 0, waiting: [] };
      channels.set(id, channel);
      // Notified later, as by a WebSocket.
      if (!send({ type: 'live.open', id, place, runId, attempt, lease })) setImmediate(end, id, LOST);
      return {
        get isOpen() {
          return channel.isOpen;
        },
        send: (data, onSent) => {
          const isBinary = typeof data !== 'string';
          const bytes = isBinary ? data : new TextEncoder().encode(data);
          send({ type: 'live.message', id, bytes: bytes.length, isBinary }, fileFrames(id, bytes));
          if (!isBinary) return onSent?.();
          channel.untaken += 1;
          if (onSent === undefined) return;
          if (channel.untaken < MAX_UNTAKEN_PICTURES) onSent();
          else channel.waiting.push(onSent);
        },
        close: (code) => {
          send({ type: 'live.close', id });
          end(id, code);
        },
      };
    },
    heard: (message) => {
      const channel = channels.get(message.id);
      if (channel === undefined) return;
      if (message.type === 'live.closed') end(message.id, message.code);
      else if (message.type === 'live.message') takeMessage(channel);
      else if (message.type === 'live.taken') takePicture(channel);
      else {
        channel.isOpen = true;
        channel.on.onOpen();
      }
    },
    received: (frame) => {
      const part = readFileFrame(frame);
      if (part !== null) channels.get(part.id)?.frames.push(part.bytes);
    },
    lost: () => {
      for (const id of channels.keys()) end(id, LOST);
    },
  };
}
