import { Worker } from 'node:worker_threads';
import type { Logger } from '@errand/service-kit';

/** What the main thread tells the watchdog's: a Run's lease and whose browser it uses, or that it needs none any more. */
export type WatchdogMessage =
  | { hold: number; killAt: number; browserPid: number | null }
  | { hold: number; over: true };

export interface Hold {
  /** The runs service accepted a beat that was sent at `sentAt`, by `monotonicMs`. */
  accepted(sentAt: number): void;
  /** The browser is not used under this lease any more. */
  release(): void;
}

/**
 * Kills the browser when a lease has lapsed and whoever held it has not let go: by a thread of its own, because the main
 * thread may be what is stuck. It waits a quarter of the lease for the main thread to stop the Run by itself.
 */
export interface Watchdog {
  hold(leaseMs: number, acceptedAt: number): Hold;
  close(): Promise<void>;
}

const GRACE = 1 / 4;

/** Milliseconds of a clock that only goes forward and is the same in every thread. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

/** @param browserPid the browser's process as it is now, the leader of its group; null while there is none */
export const startWatchdog = (browserPid: () => number | null, log: Logger): Watchdog => {
  const worker = new Worker(new URL('watchdog-thread.ts', import.meta.url));
  worker.unref();
  worker.on('error', (error) => log.error({ err: error }, 'the watchdog died'));
  worker.on('message', ({ killed }: { killed: number }) =>
    log.warn({ browserPid: killed }, 'a lease lapsed and its browser was killed'),
  );
  const tell = (message: WatchdogMessage) => worker.postMessage(message);
  let holds = 0;
  return {
    hold: (leaseMs, acceptedAt) => {
      holds += 1;
      const hold = holds;
      let over = false;
      const accepted = (sentAt: number) => {
        if (!over) tell({ hold, killAt: sentAt + leaseMs * (1 + GRACE), browserPid: browserPid() });
      };
      accepted(acceptedAt);
      return {
        accepted,
        release: () => {
          over = true;
          tell({ hold, over });
        },
      };
    },
    close: async () => void (await worker.terminate()),
  };
};
