import { Problem, parseOrThrow, unavailable } from '@errand/contracts';
import {
  type DeviceMessage,
  type GatewayMessage,
  LINK_CALLS,
  LINK_CLOSED,
  fileFrames,
} from '@errand/contracts/device';
import {
  type HeartbeatAnswer,
  type InternalRoute,
  deviceExecutorId,
  deviceRunRoutes,
} from '@errand/contracts/internal';
import type { InternalClient, Logger, ReceivedFile, WebSocket } from '@errand/service-kit';
import type { z } from 'zod';
import type { LinkedDevice } from './admit.ts';
import type { IncomingFiles } from './incoming-files.ts';

type Call = Extract<DeviceMessage, { type: 'call' }>;

const MAX_CALLS = 64;

/** Passes a device's calls on to the runs service, under the device's own executor id. */
export function createLinkCalls(parts: {
  runs: InternalClient;
  device: LinkedDevice;
  socket: WebSocket;
  files: IncomingFiles;
  send: (message: GatewayMessage) => void;
  log: Logger;
  signal: AbortSignal;
  /** Remembers the watchers' addresses from a heartbeat's answer; returns what the device gets instead. */
  watchedAt: (runId: string, addresses: readonly string[]) => string[];
}) {
  const { runs, device, socket, files, send, log, signal } = parts;
  const executorId = deviceExecutorId(device.id);
  const calls = new Map<number, AbortController>();

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
    const content = isFile ? files.take(message.id) : body;
    if (content instanceof Uint8Array && content.length !== message.bytes)
      throw new Problem(400, 'The file is incomplete.');
    const inBody = route.method === 'POST';
    const answered: unknown = await runs.call(route, {
      params: parseOrThrow(route.params, params),
      query: parseOrThrow(route.query, inBody ? query : { ...query, ...holder }),
      body: inBody ? parseOrThrow(route.body, { ...(content as object), ...holder }) : content,
      lease,
      signal: cancelled,
    } as never);
    if (call !== 'heartbeat') return answered;
    const heartbeat = answered as z.output<typeof HeartbeatAnswer>;
    return { ...heartbeat, watchers: parts.watchedAt(params['run_id'] ?? '', heartbeat.watchers) };
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
        log.error({ err: error, deviceId: device.id, call: message.call }, 'device call failed');
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
  };
}
