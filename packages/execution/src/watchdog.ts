import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import {
  type ClaimedRun,
  type InternalRoute,
  LEASE_HEADER,
  executorRoutes,
  killAfterMs,
} from '@errand/contracts/internal';
import type { Logger } from '@errand/service-kit';

/** How the watchdog reaches the runs service on the executor's behalf. */
export interface Identity {
  runsUrl: string;
  token: string;
  executorId: string;
}

type Endpoint = Pick<InternalRoute, 'method' | 'path'>;

/** The same with its calls, from the contract, which the small process does not load. */
export interface WatchdogService extends Identity {
  leaseHeader: string;
  routes: { reportLoss: Endpoint; checkLease: Endpoint };
}

function endpointOf({ method, path }: Endpoint): Endpoint {
  return { method, path };
}

/** The watchdog's data about a Run that the executor holds. */
export interface HeldRun {
  runId: string;
  attempt: number;
  /** Proves that the executor claimed it. */
  lease: string;
  /** When the browser is killed, by `monotonicMs`. */
  killAt: number;
  /** Null while the Run uses no browser. */
  browserPid: number | null;
  /** How many events of the attempt are in the queue, and how many may be. */
  sent: number;
  sending: number;
}

/** Messages from the executor to the watchdog, which come as lists; `alive` shows that the executor's event loop runs. */
export type WatchdogMessage =
  | { service: WatchdogService | null }
  | { hold: number; run: HeldRun }
  | { hold: number; over: true }
  | { alive: true };

export interface Hold {
  /** The runs service accepted a heartbeat that was sent at `sentAt`, by `monotonicMs`. */
  accepted(sentAt: number): void;
  /** Updates how many events of the attempt are queued (`sent`) or may be (`sending`). */
  reported(counts: { sent: number; sending: number }): void;
  /** This Run uses a browser from now on. @param pid its process id, which leads its process group */
  useBrowser(pid: () => number | null): void;
  /** This Run no longer uses a browser. */
  leaveBrowser(): void;
  /** The executor no longer holds the Run. */
  release(): void;
}

/**
 * Kills the browser when a lease has expired and the executor has not released it. Runs in a separate process, because the
 * executor may be blocked, stopped or dead. While the executor stalls, it checks whether its Runs were cancelled; when the
 * executor dies, it kills the browser and reports each Run as lost, so that they are requeued before their leases expire.
 */
export interface Watchdog {
  /** @param run its `leaseMs` is how long the executor may continue without an accepted heartbeat */
  hold(run: Pick<ClaimedRun, 'id' | 'attempt' | 'lease' | 'leaseMs'>, acceptedAt: number): Hold;
  close(): Promise<void>;
}

const ALIVE_INTERVAL_MS = 250;
/** A Run that by then has ended, used no browser and reported nothing needs no watchdog. */
const HOLD_AFTER_MS = 20;
/** Next to this file, and TypeScript or JavaScript like it. */
const PROCESS = path.join(import.meta.dirname, `watchdog-process${path.extname(import.meta.filename)}`);

/** @param identity null: it only kills browsers, and the runs service learns of a loss when the lease ends */
export function startWatchdog(identity: Identity | null, log: Logger): Watchdog {
  const service: WatchdogService | null = identity && {
    ...identity,
    leaseHeader: LEASE_HEADER,
    routes: {
      reportLoss: endpointOf(executorRoutes.reportLoss),
      checkLease: endpointOf(executorRoutes.checkLease),
    },
  };
  const holds = new Map<number, HeldRun>();
  let closing = false;
  let pending: WatchdogMessage[] = [];
  const flush = () => {
    if (pending.length > 0 && child.connected) child.send(pending, () => undefined);
    pending = [];
  };
  /** Messages of one tick go together, unless what follows must not happen before the watchdog knows. */
  const send = (message: WatchdogMessage, isUrgent = false) => {
    pending.push(message);
    if (isUrgent) flush();
    else if (pending.length === 1) setImmediate(flush);
  };
  const start = (): ChildProcess => {
    const started = fork(PROCESS, {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('error', (error) => log.error({ err: error }, 'watchdog unreachable'));
    started.on('message', ({ killed }: { killed: number }) =>
      log.warn({ browserPid: killed }, 'watchdog killed the browser'),
    );
    started.once('exit', (code, signal) => {
      if (closing) return;
      log.error({ code, signal }, 'watchdog died; restarting it');
      child = start();
      pending = [];
      send({ service });
      for (const [hold, run] of holds) send({ hold, run });
    });
    started.unref();
    started.channel?.unref();
    return started;
  };
  let child = start();
  send({ service });
  /** Runs while a Run is held. */
  let alive: NodeJS.Timeout | undefined;
  const showAlive = () => {
    if (holds.size > 0) return send({ alive: true });
    clearInterval(alive);
    alive = undefined;
  };
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
        browserPid: null,
        sent: 0,
        sending: 0,
      };
      const update = (change: Partial<HeldRun>) => {
        if (over) return;
        clearTimeout(beginning);
        const hadBrowser = run.browserPid !== null;
        run = { ...run, ...change };
        holds.set(hold, run);
        alive ??= setInterval(showAlive, ALIVE_INTERVAL_MS).unref();
        send({ hold, run }, hadBrowser || run.browserPid !== null || change.sending !== undefined);
      };
      let browserPid: () => number | null = () => null;
      const beginning = setTimeout(() => update({}), HOLD_AFTER_MS).unref();
      return {
        accepted: (sentAt) =>
          update({
            killAt: sentAt + killAfterMs(leaseMs),
            browserPid: browserPid(),
          }),
        reported: update,
        useBrowser: (pid) => {
          browserPid = pid;
          update({ browserPid: browserPid() });
        },
        leaveBrowser: () => {
          browserPid = () => null;
          if (run.browserPid !== null) update({ browserPid: null });
        },
        release: () => {
          over = true;
          clearTimeout(beginning);
          if (holds.delete(hold)) send({ hold, over }, run.browserPid !== null);
        },
      };
    },
    close: async () => {
      closing = true;
      clearInterval(alive);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      // Closing its channel instead would look like the executor's death.
      child.kill('SIGKILL');
      await exited;
    },
  };
}
