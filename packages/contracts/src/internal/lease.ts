/** Milliseconds of everything that depends on the length of a lease. */
export interface LeaseTimes {
  /** The database gives the Run to nobody else for this long after an accepted heartbeat. */
  leaseMs: number;
  heartbeatIntervalMs: number;
  /** Without an accepted heartbeat for this long, the executor stops the Run. */
  stopAfterMs: number;
  /** Without one for this long, the watchdog kills the browser, whatever the executor does. */
  killAfterMs: number;
  sweepIntervalMs: number;
  /** How long a Run waits after its first loss; twice that after the second. */
  retryDelayMs: number;
  /** A queued job that no executor has answered for this long is added to the queue again. */
  requeueAfterMs: number;
}

/** What the executor holds on to: everything in it lies before the end of the lease. */
const STOP_SHARE = 2 / 3;
const KILL_SHARE = 5 / 6;

/** `killAfterMs` by `stopAfterMs`, which is all of this that an executor is told. */
export function killAfterMs(stopAfterMs: number): number {
  return Math.floor((stopAfterMs * KILL_SHARE) / STOP_SHARE);
}

/**
 * Derives all of them from one setting. They have to be in this order: executor stops, watchdog kills, lease ends; each
 * counts from when the heartbeat was sent, the lease from when it was stored, which is later.
 */
export function leaseTimes(leaseMs: number): LeaseTimes {
  const stopAfterMs = Math.floor(leaseMs * STOP_SHARE);
  return {
    leaseMs,
    heartbeatIntervalMs: Math.floor(leaseMs / 12),
    stopAfterMs,
    killAfterMs: killAfterMs(stopAfterMs),
    sweepIntervalMs: Math.floor(leaseMs / 24),
    retryDelayMs: Math.floor(leaseMs / 15),
    requeueAfterMs: Math.floor((leaseMs * 5) / 6),
  };
}
