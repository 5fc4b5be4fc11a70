import { createHash } from 'node:crypto';
import { MAX_LIVE_INPUT_BYTES } from '@errand/contracts';
import {
  type DeviceMessage,
  type GatewayMessage,
  LINK_CLOSED,
  MAX_UNTAKEN_PICTURES,
  fileFrames,
} from '@errand/contracts/device';
import { LEASE_HEADER, MAX_PICTURE_BYTES, deviceExecutorId, liveLinkUrl } from '@errand/contracts/internal';
import { type WebSocket, connectWebSocket } from '@errand/service-kit';
import type { LinkedDevice } from './admit.ts';
import type { IncomingFiles } from './incoming-files.ts';

type Open = Extract<DeviceMessage, { type: 'live.open' }>;
type Message = Extract<DeviceMessage, { type: 'live.message' }>;

/** Several runs services can have watchers of each held Run. */
const MAX_CHANNELS = 64;
const MAX_BUFFERED_BYTES = 2 * MAX_UNTAKEN_PICTURES * MAX_PICTURE_BYTES;
/** No WebSocket was opened, as after a connection that broke. */
const NOT_CONNECTED = 1006;
const NOT_WATCHED = 1000;

/** The name by which a device calls a runs service, whose address people's machines must not know. */
function placeOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url').slice(0, 16);
}

/**
 * The channels by which a device shows its Runs where someone watches: each is a WebSocket to a runs service, as an
 * executor opens one, whose messages travel on the device's link.
 */
export function createLinkLive(parts: {
  token: string;
  device: LinkedDevice;
  socket: WebSocket;
  files: IncomingFiles;
  send: (message: GatewayMessage) => void;
  signal: AbortSignal;
  /** Where Runs are watched, as far as the device knows, has changed. */
  onChanged: () => void;
}) {
  const { token, device, socket, files, send, signal, onChanged } = parts;
  const executorId = deviceExecutorId(device.id);
  const channels = new Map<number, WebSocket>();
  /** By Run: the addresses of the last heartbeat's answer by the names that the device knows. */
  const known = new Map<string, Map<string, string>>();
  signal.addEventListener('abort', () => channels.forEach((upstream) => upstream.terminate()), {
    once: true,
  });

  const open = ({ id, place, runId, attempt, lease }: Open): void => {
    const address = known.get(runId)?.get(place);
    if (address === undefined || channels.size >= MAX_CHANNELS || channels.has(id)) {
      send({ type: 'live.closed', id, code: NOT_CONNECTED });
      return;
    }
    const upstream = connectWebSocket(liveLinkUrl(address, runId, { attempt, executorId }), {
      token,
      headers: { [LEASE_HEADER]: lease },
      maxPayload: MAX_LIVE_INPUT_BYTES,
    });
    channels.set(id, upstream);
    upstream.on('open', () => send({ type: 'live.opened', id }));
    upstream.on('message', (data: Buffer) => {
      // A slow device must not let its input pile up here.
      upstream.pause();
      for (const frame of fileFrames(id, data)) socket.send(frame);
      const message: GatewayMessage = { type: 'live.message', id, bytes: data.length };
      socket.send(JSON.stringify(message), () => upstream.resume());
    });
    upstream.on('close', (code) => {
      channels.delete(id);
      files.take(id);
      if (code === NOT_WATCHED && known.get(runId)?.delete(place) === true) onChanged();
      send({ type: 'live.closed', id, code });
    });
  };
  const pass = ({ id, bytes, isBinary }: Message): void => {
    const message = files.take(id);
    if (message.length !== bytes) {
      socket.close(LINK_CLOSED.protocol);
      return;
    }
    const upstream = channels.get(id);
    if (upstream === undefined || upstream.readyState !== upstream.OPEN) return;
    // Of a device that waits for `live.taken` there is never so much.
    if (upstream.bufferedAmount > MAX_BUFFERED_BYTES) upstream.terminate();
    upstream.send(message, { binary: isBinary }, () => {
      if (isBinary) send({ type: 'live.taken', id });
    });
  };
  return {
    open,
    pass,
    close: (id: number) => channels.get(id)?.close(NOT_WATCHED),
    /** Remembers where a heartbeat's answer says that the Run is watched; returns the names of these for the device. */
    watchedAt: (runId: string, addresses: readonly string[]): string[] => {
      const before = [...(known.get(runId)?.values() ?? [])];
      known.set(runId, new Map(addresses.map((address) => [placeOf(address), address])));
      if (before.toSorted().join() !== addresses.toSorted().join()) onChanged();
      return addresses.map(placeOf);
    },
    /** Where the device knows that the Run is watched. */
    watchersOf: (runId: string): string[] => [...(known.get(runId)?.values() ?? [])],
    /** Forgets all Runs but these. */
    keep: (runIds: readonly string[]): void => {
      for (const runId of known.keys()) if (!runIds.includes(runId)) known.delete(runId);
    },
  };
}
