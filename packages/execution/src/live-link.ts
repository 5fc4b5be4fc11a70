import { LiveOrder, type LiveReport } from '@errand/contracts/internal';
import type { Context } from './context.ts';
import type { LivePlace, LiveSocket } from './live-socket.ts';

/** The connection to one runs service with watchers. Reconnects as long as it is wanted. */
export interface LiveLink {
  /** Resolves when the picture, or a newer one instead, was sent or lost; take the next one only then. */
  show(picture: Uint8Array): Promise<void>;
  tell(report: LiveReport): void;
  end(): void;
}

const RETRY_INTERVAL_MS = 500;
/** There are no watchers any more. */
const NOT_WATCHED = 1000;

/**
 * Connects at once.
 * @param on.open called after each connection, also a repeated one
 * @param on.unwanted called when the service says that no one watches any more; the link then stays closed
 */
export function createLiveLink(
  { connectLive, log }: Pick<Context, 'connectLive' | 'log'>,
  to: LivePlace,
  on: { open: () => void; order: (order: LiveOrder) => void; unwanted: () => void },
): LiveLink {
  let isOver = false;
  let retry: NodeJS.Timeout | undefined;
  let waiting: Uint8Array | null = null;
  let sending: Promise<void> | null = null;
  /** Called when the connection is lost, with which the rest of a picture is. */
  let onLost = () => undefined as void;

  const connect = (): LiveSocket =>
    connectLive(to, {
      onOpen: on.open,
      onMessage: (data) => {
        try {
          on.order(LiveOrder.parse(JSON.parse(data.toString('utf8'))));
        } catch (error) {
          log.warn({ err: error, runId: to.run.id }, 'input rejected');
        }
      },
      onClose: (code) => {
        onLost();
        if (isOver) return;
        if (code === NOT_WATCHED) on.unwanted();
        else retry = setTimeout(reconnect, RETRY_INTERVAL_MS).unref();
      },
    });
  let socket = connect();
  const reconnect = () => {
    socket = connect();
  };

  const send = async (): Promise<void> => {
    for (let picture = waiting; picture !== null; picture = waiting) {
      waiting = null;
      const bytes = picture;
      await new Promise<void>((resolve) => {
        onLost = resolve;
        if (socket.isOpen) socket.send(bytes, resolve);
        else resolve();
      });
    }
    sending = null;
  };
  return {
    show: (picture) => {
      waiting = picture;
      sending ??= send();
      return sending;
    },
    tell: (report) => {
      if (socket.isOpen) socket.send(JSON.stringify(report));
    },
    end: () => {
      isOver = true;
      clearTimeout(retry);
      // One that opened later would take the place of a newer link.
      socket.close(NOT_WATCHED);
    },
  };
}
