import { LEASE_HEADER, LiveOrder, type LiveReport, liveLinkPath } from '@errand/contracts/internal';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { WebSocket } from '@errand/service-kit';
import type { Context } from './context.ts';

/** The connection to one runs service where someone watches the Run. Connects again for as long as it is wanted. */
export interface LiveLink {
  /** Resolves when the picture, or a newer one in its place, was sent or lost; the next should not be taken before. */
  show(picture: Uint8Array): Promise<void>;
  tell(report: LiveReport): void;
  end(): void;
}

const RETRY_INTERVAL_MS = 500;
/** The runs service has no watchers any more. */
const NOT_WATCHED = 1000;

export function createLiveLink(
  { executorId, log }: Pick<Context, 'executorId' | 'log'>,
  connectLive: NonNullable<Context['connectLive']>,
  { id, attempt, lease }: Pick<ClaimedRun, 'id' | 'attempt' | 'lease'>,
  address: string,
  on: { open: () => void; order: (order: LiveOrder) => void; unwanted: () => void },
): LiveLink {
  const query = new URLSearchParams({ attempt: String(attempt), executorId });
  const url = `${address}${liveLinkPath(id)}?${query}`;
  let isOver = false;
  let retry: NodeJS.Timeout | undefined;
  let waiting: Uint8Array | null = null;
  let sending: Promise<void> | null = null;

  const connect = (): WebSocket => {
    const opened = connectLive(url, { [LEASE_HEADER]: lease });
    opened.on('open', on.open);
    opened.on('message', (data: Buffer) => {
      try {
        on.order(LiveOrder.parse(JSON.parse(data.toString('utf8'))));
      } catch (error) {
        log.warn({ err: error, runId: id }, 'input of a person rejected');
      }
    });
    opened.on('close', (code) => {
      if (isOver) return;
      if (code === NOT_WATCHED) on.unwanted();
      else retry = setTimeout(reconnect, RETRY_INTERVAL_MS).unref();
    });
    return opened;
  };
  let socket = connect();
  const reconnect = () => {
    socket = connect();
  };
  const isOpen = () => socket.readyState === socket.OPEN;

  const send = async (): Promise<void> => {
    for (let picture = waiting; picture !== null; picture = waiting) {
      waiting = null;
      const bytes = picture;
      await new Promise<void>((resolve) => {
        if (isOpen()) socket.send(bytes, () => resolve());
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
      if (isOpen()) socket.send(JSON.stringify(report));
    },
    end: () => {
      isOver = true;
      clearTimeout(retry);
      // One that opened later would take the place of a newer link.
      socket.close(NOT_WATCHED);
    },
  };
}
