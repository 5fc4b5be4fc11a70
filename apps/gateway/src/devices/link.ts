import { randomBytes } from 'node:crypto';
import {
  DeviceMessage,
  type GatewayMessage,
  LINK_CLOSED,
  challengeText,
  readFileFrame,
} from '@errand/contracts/device';
import { type HeldLocalRun, deviceExecutorId, deviceRunRoutes } from '@errand/contracts/internal';
import type { WebSocket } from '@errand/service-kit';
import { createIncomingFiles } from './incoming-files.ts';
import { createLinkCalls } from './link-calls.ts';
import { createLinkLive } from './link-live.ts';
import { leavesDesktopRuns } from './leaves-desktop-runs.ts';
import type { LinkParts } from './links.ts';
import { type LinkedDevice, admitDevice } from './admit.ts';

/** The open link of a device that has proved itself. */
export interface DeviceLink {
  readonly deviceId: string;
  /** Rises with each link of the device. */
  readonly epoch: number;
  close(code: number): void;
  /** Resolves when the link is closed and its end recorded. */
  end(): Promise<void>;
}

const HELLO_TIMEOUT_MS = 10_000;
const TRY_AGAIN_LATER = 1_013;
const PING_INTERVAL_MS = 5_000;
/** A device that answers no ping for so long is gone. */
const MAX_UNANSWERED_PINGS = 4;
/** Before a Run that the device did not claim is offered to it again. */
const OFFER_INTERVAL_MS = 1_000;
const RETRY_MS = 1_000;

/** Serves one socket: challenge, hello, then calls and offers until it is closed. */
export function openLink(
  socket: WebSocket,
  parts: LinkParts,
  on: { onOpened: (link: DeviceLink) => Promise<void>; onClosed: (link: DeviceLink) => Promise<void> },
): void {
  const { log } = parts;
  const nonce = randomBytes(32).toString('base64');
  const send = (message: GatewayMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  let serve: ((message: Exclude<DeviceMessage, { type: 'hello' }>) => void) | null = null;
  let takeFrame: ((id: number, bytes: Uint8Array) => void) | null = null;
  let greeted = false;

  const hello = async (message: Extract<DeviceMessage, { type: 'hello' }>) => {
    greeted = true;
    const device = await admitDevice(parts.pool, message, challengeText(nonce, parts.origin));
    if (device === null) {
      socket.close(LINK_CLOSED.refused);
      return;
    }
    clearTimeout(helloTimeout);
    if (socket.readyState !== socket.OPEN) return;
    const opened = start(socket, parts, device, send, on.onClosed);
    serve = opened.serve;
    takeFrame = opened.takeFrame;
    await on.onOpened(opened.link);
    send({ type: 'welcome', name: device.name, workspace: device.workspace });
  };
  // Not as refused: whether the device or a busy database is slow is not known, and it may try again.
  const helloTimeout = setTimeout(() => socket.close(TRY_AGAIN_LATER), HELLO_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(helloTimeout));

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) {
      const frame = readFileFrame(data);
      if (frame === null || takeFrame === null) socket.close(LINK_CLOSED.protocol);
      else takeFrame(frame.id, frame.bytes);
      return;
    }
    const message = DeviceMessage.safeParse(parse(data));
    if (!message.success) {
      socket.close(LINK_CLOSED.protocol);
      return;
    }
    if (message.data.type !== 'hello') {
      if (serve === null) socket.close(LINK_CLOSED.protocol);
      else serve(message.data);
      return;
    }
    if (greeted) {
      socket.close(LINK_CLOSED.protocol);
      return;
    }
    hello(message.data).catch((error: unknown) => {
      log.warn({ err: error }, 'opening a device link failed');
      socket.close(1011);
    });
  });
  send({ type: 'challenge', nonce, origin: parts.origin });
}

function parse(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}

function start(
  socket: WebSocket,
  { pool, runs, internalToken, log }: LinkParts,
  device: LinkedDevice,
  send: (message: GatewayMessage) => void,
  onClosed: (link: DeviceLink) => Promise<void>,
) {
  const { id: deviceId, workspaceId, userId } = device;
  const closed = new AbortController();
  const ended = Promise.withResolvers<void>();
  const files = createIncomingFiles(socket);
  let state: { ready: boolean; held: readonly HeldLocalRun[] } = { ready: false, held: [] };
  let stateChanged = new AbortController();
  /** Polls again with the current state. */
  const askAnew = () => {
    const changed = stateChanged;
    stateChanged = new AbortController();
    changed.abort();
  };
  const { signal } = closed;
  const live = createLinkLive({
    token: internalToken,
    device,
    socket,
    files,
    send,
    signal,
    onChanged: askAnew,
  });
  const { watchedAt } = live;
  const calls = createLinkCalls({ runs, device, socket, files, send, log, signal, watchedAt });

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      closed.signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
    });

  /** Polls the runs service for work that fits the device's current state. */
  const follow = async () => {
    while (!closed.signal.aborted) {
      const { ready, held } = state;
      const { signal } = stateChanged;
      if (!ready && held.length === 0) {
        await new Promise((resolve) => {
          AbortSignal.any([signal, closed.signal]).addEventListener('abort', resolve, { once: true });
        });
        continue;
      }
      const known = held.map((run) => ({ ...run, watchers: live.watchersOf(run.runId) }));
      try {
        const work = await runs.call(deviceRunRoutes.awaitWork, {
          body: {
            workspaceId,
            userId,
            executorId: deviceExecutorId(deviceId),
            ready,
            ...((await leavesDesktopRuns(pool, device)) && { leavesDesktopRuns: true }),
            held: known,
          },
          signal: AbortSignal.any([signal, closed.signal]),
        });
        if (signal.aborted) continue;
        for (const { runId, status } of work.changed) send({ type: 'changed', runId, status });
        if (work.offer !== null) send({ type: 'offer', ...work.offer });
        // The device answers with a new state; an offer that it ignores is repeated after a while.
        if (work.changed.length > 0 || work.offer !== null)
          await Promise.race([
            pause(OFFER_INTERVAL_MS),
            new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
          ]);
      } catch (error) {
        if (signal.aborted || closed.signal.aborted) continue;
        log.warn({ err: error, deviceId }, 'polling the local Runs of a device failed');
        await pause(RETRY_MS);
      }
    }
  };

  let unanswered = 0;
  const pinging = setInterval(() => {
    if (unanswered >= MAX_UNANSWERED_PINGS) socket.terminate();
    unanswered += 1;
    socket.ping();
  }, PING_INTERVAL_MS);
  socket.on('pong', () => (unanswered = 0));
  socket.on('message', () => (unanswered = 0));

  const link: DeviceLink = {
    deviceId,
    epoch: device.epoch,
    close: (code) => {
      // Nothing is passed on for a device that is slow to answer the close.
      closed.abort();
      socket.close(code);
    },
    end: () => ended.promise,
  };
  socket.once('close', () => {
    clearInterval(pinging);
    closed.abort();
    onClosed(link)
      .catch((error: unknown) => log.warn({ err: error, deviceId }, 'recording the end of a link failed'))
      .finally(ended.resolve);
  });
  void follow();
  return {
    link,
    takeFrame: (id: number, bytes: Uint8Array) => files.add(id, bytes),
    serve: (message: Exclude<DeviceMessage, { type: 'hello' }>) => {
      if (message.type === 'call') calls.begin(message);
      else if (message.type === 'abort') calls.abort(message.id);
      else if (message.type === 'live.open') live.open(message);
      else if (message.type === 'live.message') live.pass(message);
      else if (message.type === 'live.close') live.close(message.id);
      else {
        state = { ready: message.ready, held: message.held };
        live.keep(message.held.map(({ runId }) => runId));
        askAnew();
      }
    },
  };
}
