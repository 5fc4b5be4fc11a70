import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type ClaimedRun, killAfterMs } from '@errand/contracts/internal';
import type { Logger } from '@errand/service-kit';

/** How the watchdog speaks for the executor when that cannot. */
export interface WatchdogService {
  runsUrl: string;
  token: string;
  executorId: string;
}

/** A Run that the executor holds, as the watchdog has to know it. */
export interface HeldRun {
  runId: string;
  attempt: number;
  /** Proves that the executor claimed it. */
  lease: string;
  /** When the browser is killed, by `monotonicMs`. */
  killAt: number;
  /** Null once the Run needs its browser no more. */
  browserPid: number | null;
  /** How many events of the attempt are in the queue, and how many may be. */
  sent: number;
  sending: number;
}

/** What the executor tells the watchdog; without a content it only says that its event loop turns. */
export type WatchdogMessage =
  | { service: WatchdogService }
  | { hold: number; run: HeldRun }
  | { hold: number; over: true }
  | { alive: true };

export interface Hold {
  /** The runs service accepted a heartbeat that was sent at `sentAt`, by `monotonicMs`. */
  accepted(sentAt: number): void;
  /** So many events of the attempt are in the queue; before they are, so many may be. */
  reported(counts: { sent: number; sending: number }): void;
  /** The browser is not used under this lease any more. */
  leaveBrowser(): void;
  /** The Run is not held any more. */
  release(): void;
}

/**
 * Kills the browser when a lease has lapsed and the executor has not let go: from a process of its own, because the
 * executor's may be stuck, stopped or gone. While the executor stands still it asks whether its Runs were cancelled; when the
 * executor is gone, it kills the browser and reports the loss of each Run, so that no lease has to be waited for.
 */
export interface Watchdog {
  /** @param run its `leaseMs` is what the executor was told: how long it may go on without an accepted heartbeat */
  hold(run: Pick<ClaimedRun, 'id' | 'attempt' | 'lease' | 'leaseMs'>, acceptedAt: number): Hold;
  close(): Promise<void>;
}

const ALIVE_INTERVAL_MS = 250;

/** @param browserPid the browser's process as it is now, the leader of its group; null while there is none */
export const startWatchdog = (
  browserPid: () => number | null,
  service: WatchdogService,
  log: Logger,
): Watchdog => {
  const holds = new Map<number, HeldRun>();
  let closing = false;
  const tell = (message: WatchdogMessage) => {
    if (child.connected) child.send(message, () => undefined);
  };
  const start = (): ChildProcess => {
    const started = fork(path.join(import.meta.dirname, 'watchdog-process.ts'), {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('error', (error) => log.error({ err: error }, 'the watchdog cannot be reached'));
    started.on('message', ({ killed }: { killed: number }) =>
      log.warn({ browserPid: killed }, 'the watchdog killed a browser'),
    );
    started.once('exit', (code, signal) => {
      if (closing) return;
      log.error({ code, signal }, 'the watchdog died and is started again');
      child = start();
      tell({ service });
      for (const [hold, run] of holds) tell({ hold, run });
    });
    started.unref();
    started.channel?.unref();
    return started;
  };
  let child = start();
  tell({ service });
  const alive = setInterval(() => {
    if (holds.size > 0) tell({ alive: true });
  }, ALIVE_INTERVAL_MS).unref();
  let last = 0;
  return {
    hold: ({ id, attempt, lease, leaseMs }, acceptedAt) => {
      last += 1;
      const hold = last;
      let over = false;
      let run: HeldRun = {
        runId: id,
        attempt,
        lease,
        killAt: acceptedAt + killAfterMs(leaseMs),
        browserPid: browserPid(),
        sent: 0,
        sending: 0,
      };
      const update = (change: Partial<HeldRun>) => {
        if (over) return;
        run = { ...run, ...change };
        holds.set(hold, run);
        tell({ hold, run });
      };
      let usesBrowser = true;
      update({});
      return {
        accepted: (sentAt) =>
          update({
            killAt: sentAt + killAfterMs(leaseMs),
            browserPid: usesBrowser ? browserPid() : null,
          }),
        reported: update,
        leaveBrowser: () => {
          usesBrowser = false;
          update({ browserPid: null });
        },
        release: () => {
          over = true;
          holds.delete(hold);
          tell({ hold, over });
        },
      };
    },
    close: async () => {
      closing = true;
      clearInterval(alive);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      // Not by its channel: that would look like the end of the executor.
      child.kill('SIGKILL');
      await exited;
    },
  };
};
