import {
  type BrowserSession,
  type LivePicture,
  type Screencast,
  startScreencast,
} from '@errand/browser-runtime';
import { type ClaimedRun, executorRoutes } from '@errand/contracts/internal';
import type { Context } from './context.ts';

/** Sends pictures of the browser of a Run to the runs services where someone watches, and takes none while no one does. */
export interface LiveView {
  /** The browser is open. */
  attach(surface: BrowserSession): void;
  /** Where someone watches. */
  watchedAt(addresses: readonly string[]): void;
  end(): void;
}

export function createLiveView(
  { runsAt, executorId, log }: Pick<Context, 'runsAt' | 'executorId' | 'log'>,
  { id, attempt, lease }: Pick<ClaimedRun, 'id' | 'attempt' | 'lease'>,
): LiveView {
  let start: (() => Screencast) | null = null;
  let cast: Screencast | null = null;
  let watched: readonly string[] = [];
  let last: LivePicture | null = null;

  const send = async (address: string, { jpeg }: LivePicture): Promise<void> => {
    try {
      await runsAt(address).call(executorRoutes.showPicture, {
        params: { run_id: id },
        query: { attempt, executorId },
        body: jpeg ?? new Uint8Array(0),
        lease,
      });
    } catch (error) {
      log.debug({ err: error, runId: id }, 'live picture lost');
    }
  };
  const show = async (picture: LivePicture): Promise<void> => {
    last = picture;
    await Promise.all(watched.map((address) => send(address, picture)));
  };
  const update = (): void => {
    if (watched.length > 0 && start !== null) cast ??= start();
    else if (watched.length === 0) {
      cast?.stop();
      cast = null;
      last = null;
    }
  };
  return {
    attach: (surface) => {
      start = () => startScreencast(surface, show);
      update();
    },
    watchedAt: (addresses) => {
      const added = addresses.filter((address) => !watched.includes(address));
      watched = addresses;
      if (last !== null) for (const address of added) void send(address, last);
      update();
    },
    end: () => {
      start = null;
      watched = [];
      update();
    },
  };
}
