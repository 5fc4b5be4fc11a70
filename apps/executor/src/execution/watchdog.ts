import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Logger } from '@errand/service-kit';

/** What the executor tells the watchdog: a Run's lease and whose browser it uses, or that it needs none any more. */
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
 * Kills the browser when a lease has lapsed and whoever held it has not let go: from a process of its own, because the
 * executor's may be stuck, stopped or gone. It waits a quarter of the lease for the executor to stop the Run by itself.
 */
export interface Watchdog {
  hold(leaseMs: number, acceptedAt: number): Hold;
  close(): Promise<void>;
}

const GRACE = 1 / 4;

/** Milliseconds of a clock that only goes forward and is the same in every process of this machine. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

/** @param browserPid the browser's process as it is now, the leader of its group; null while there is none */
export const startWatchdog = (browserPid: () => number | null, log: Logger): Watchdog => {
  const holds = new Map<number, WatchdogMessage>();
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
      log.warn({ browserPid: killed }, 'a lease lapsed and its browser was killed'),
    );
    started.once('exit', (code, signal) => {
      if (closing) return;
      log.error({ code, signal }, 'the watchdog died and is started again');
      child = start();
      for (const message of holds.values()) tell(message);
    });
    started.unref();
    started.channel?.unref();
    return started;
  };
  let child = start();
  let last = 0;
  return {
    hold: (leaseMs, acceptedAt) => {
      last += 1;
      const hold = last;
      let over = false;
      const accepted = (sentAt: number) => {
        if (over) return;
        const message = { hold, killAt: sentAt + leaseMs * (1 + GRACE), browserPid: browserPid() };
        holds.set(hold, message);
        tell(message);
      };
      accepted(acceptedAt);
      return {
        accepted,
        release: () => {
          over = true;
          holds.delete(hold);
          tell({ hold, over });
        },
      };
    },
    close: async () => {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
};
