/** Times derived from the length of a lease, in milliseconds. */
export interface LeaseTimes {
  /** No other executor can claim the Run for this long after an accepted heartbeat. */
  leaseMs: number;
  heartbeatIntervalMs: number;
  /** Without an accepted heartbeat for this long, the executor stops the Run. */
  stopAfterMs: number;
  /** Without an accepted heartbeat for this long, the watchdog process kills the browser. */
  killAfterMs: number;
  sweepIntervalMs: number;
  /** How long a Run waits to be requeued after its first lost attempt; twice that after the second. */
  retryDelayMs: number;
  /** A published job that no executor has claimed for this long is published again. */
  requeueAfterMs: number;
}

/** Shares of the lease after which the executor and its watchdog act; both must lie before its end. */
const STOP_SHARE = 2 / 3;
const KILL_SHARE = 5 / 6;
/** A pause takes hold within a second, and a lost signal is made up for by the next heartbeat. */
const MAX_HEARTBEAT_INTERVAL_MS = 1_000;

/** `killAfterMs` for a given `stopAfterMs`, the only one of these times that an executor is sent. */
export function killAfterMs(stopAfterMs: number): number {
  return Math.floor((stopAfterMs * KILL_SHARE) / STOP_SHARE);
}

/**
 * Derives all times from one setting. Their order is: executor stops, watchdog kills, lease ends. The first two count from
 * when the heartbeat was sent, the lease from when it was stored, which is later.
 */
export function leaseTimes(leaseMs: number): LeaseTimes {
  const stopAfterMs = Math.floor(leaseMs * STOP_SHARE);
  return {
    leaseMs,
    heartbeatIntervalMs: Math.min(Math.floor(leaseMs / 12), MAX_HEARTBEAT_INTERVAL_MS),
    stopAfterMs,
    killAfterMs: killAfterMs(stopAfterMs),
    sweepIntervalMs: Math.floor(leaseMs / 24),
    retryDelayMs: Math.floor(leaseMs / 15),
    requeueAfterMs: Math.floor((leaseMs * 5) / 6),
  };
}
