import { Problem, parseOrThrow, unavailable } from '@errand/contracts';
import {
  type DeviceMessage,
  type GatewayMessage,
  LINK_CALLS,
  LINK_CLOSED,
  fileFrames,
} from '@errand/contracts/device';
import { type InternalRoute, deviceExecutorId, deviceRunRoutes } from '@errand/contracts/internal';
import type { InternalClient, Logger, ReceivedFile, WebSocket } from '@errand/service-kit';
import type { LinkedDevice } from './admit.ts';

type Call = Extract<DeviceMessage, { type: 'call' }>;

/** Bytes of files that a device may have on their way at once. */
const MAX_PENDING_BYTES = 80 * 1_048_576;
const MAX_CALLS = 64;

/** Passes a device's calls on to the runs service, under the device's own executor id. */
export function createLinkCalls(parts: {
  runs: InternalClient;
  device: LinkedDevice;
  socket: WebSocket;
  send: (message: GatewayMessage) => void;
  log: Logger;
  signal: AbortSignal;
}) {
  const { runs, device, socket, send, log, signal } = parts;
  const executorId = deviceExecutorId(device.id);
  const calls = new Map<number, AbortController>();
  const files = new Map<number, Uint8Array[]>();
  let pendingBytes = 0;

  const takeFile = (id: number): Uint8Array => {
    const bytes = Buffer.concat(files.get(id) ?? []);
    files.delete(id);
    pendingBytes -= bytes.length;
    return bytes;
  };

  const perform = async (message: Call, cancelled: AbortSignal): Promise<unknown> => {
    const { call, params, query, body, lease = '' } = message;
    if (call === 'claim') {
      const { workspaceId, userId, sealKey: publicKey } = device;
      const { attempt } = (body ?? {}) as { attempt?: unknown };
      const claim = { attempt, executorId, workspaceId, userId, publicKey };
      const route = deviceRunRoutes.claim;
      return await runs.call(route, {
        params: parseOrThrow(route.params, params),
        body: parseOrThrow(route.body, claim),
        signal: cancelled,
      });
    }
    const route: InternalRoute = LINK_CALLS[call];
    const holder = { executorId };
    const isFile = message.bytes !== undefined;
    const content = isFile ? takeFile(message.id) : body;
    if (content instanceof Uint8Array && content.length !== message.bytes)
      throw new Problem(400, 'Some of the file is missing.');
    const inBody = route.method === 'POST';
    return await runs.call(route, {
      params: parseOrThrow(route.params, params),
      query: parseOrThrow(route.query, inBody ? query : { ...query, ...holder }),
      body: inBody ? parseOrThrow(route.body, { ...(content as object), ...holder }) : content,
      lease,
      signal: cancelled,
    } as never);
  };

  const answer = async (message: Call): Promise<void> => {
    const { id } = message;
    const cancel = new AbortController();
    calls.set(id, cancel);
    try {
      const result = await perform(message, AbortSignal.any([cancel.signal, signal]));
      if (LINK_CALLS[message.call as keyof typeof LINK_CALLS]?.answer === 'file') {
        const { bytes, ...file } = result as ReceivedFile;
        for (const frame of fileFrames(id, bytes)) socket.send(frame);
        send({ type: 'answer', id, file: { ...file, bytes: bytes.length } });
      } else send({ type: 'answer', id, ...(result !== undefined && { answer: result }) });
    } catch (error) {
      if (cancel.signal.aborted || signal.aborted) return;
      if (!(error instanceof Problem))
        log.error({ err: error, deviceId: device.id, call: message.call }, 'a call of a device failed');
      const { status, message: detail } = error instanceof Problem ? error : unavailable();
      send({ type: 'problem', id, status, detail });
    } finally {
      calls.delete(id);
    }
  };

  return {
    begin: (message: Call) => {
      if (calls.size >= MAX_CALLS || calls.has(message.id)) socket.close(LINK_CLOSED.protocol);
      else void answer(message);
    },
    abort: (id: number) => calls.get(id)?.abort(),
    takeFrame: (id: number, bytes: Uint8Array) => {
      pendingBytes += bytes.length;
      if (pendingBytes > MAX_PENDING_BYTES) {
        socket.close(LINK_CLOSED.protocol);
        return;
      }
      const parts = files.get(id) ?? [];
      parts.push(bytes);
      files.set(id, parts);
    },
  };
}
