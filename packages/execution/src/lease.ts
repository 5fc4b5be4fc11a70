import { Problem } from '@errand/contracts';
import type { ClaimedRun, HeartbeatAnswer } from '@errand/contracts/internal';
import { withoutTracing } from '@errand/service-kit';
import type { z } from 'zod';
import type { Context } from './context.ts';
import { monotonicMs } from './clock.ts';
import { createRunClient } from './run-client.ts';

export interface Lease {
  /** False once another executor may have the Run. */
  isHeld(): boolean;
  /** Sends a heartbeat now, to learn the status. */
  heartbeat(): void;
  /** The Run uses a browser from now on, which is killed when the lease expires. */
  attachBrowser(pid: () => number | null): void;
  /** The Run no longer uses the browser, which need not be killed when the lease expires. */
  detachBrowser(): void;
  /** Passes on how many events of the attempt were sent; see `Hold`. */
  reported(counts: { sent: number; sending: number }): void;
  release(): void;
  /** Sends heartbeats until one is refused after the outcome was applied, so that a slow report does not look like a lost executor. */
  keepHeartbeatUntilApplied(): void;
}

const MAX_HEARTBEAT_AFTER_RUN_MS = 60_000;

/** How often the lease is checked; short, so that an expiry is noticed soon after the event loop was blocked. */
const CHECK_INTERVAL_MS = 250;

/**
 * Sends heartbeats while a Run is executed. Calls `lose` when a heartbeat is refused, or when none was accepted for
 * `leaseMs` by the monotonic clock: from then on another executor may have the Run.
 * @param claimedAt when the claim was sent, by `monotonicMs`
 */
export function keepLease(
  context: Pick<Context, 'runs' | 'executorId' | 'watchdog' | 'log'>,
  run: Pick<ClaimedRun, 'id' | 'attempt' | 'lease' | 'leaseMs' | 'heartbeatIntervalMs'>,
  claimedAt: number,
  onLost: () => void,
  /** Called with the answer to the heartbeat that was sent at `sentAt`. */
  onAnswer: (answer: z.output<typeof HeartbeatAnswer>, sentAt: number) => void = () => undefined,
): Lease {
  const hold = context.watchdog.hold(run, claimedAt);
  const runClient = createRunClient(context, run);
  let acceptedAt = claimedAt;

  const heartbeat = async () => {
    const sentAt = monotonicMs();
    try {
      onAnswer(await runClient.heartbeat(), sentAt);
      acceptedAt = Math.max(acceptedAt, sentAt);
      hold.accepted(acceptedAt);
    } catch (error) {
      if (error instanceof Problem && error.status === 409) end();
      else context.log.warn({ err: error, runId: run.id }, 'heartbeat failed');
    }
  };

  const end = () => {
    clearInterval(timer);
    onLost();
  };
  const isHeld = () => monotonicMs() - acceptedAt < run.leaseMs;
  let lastSentAt = acceptedAt;
  const timer = setInterval(() => {
    const now = monotonicMs();
    if (!isHeld()) end();
    else if (now - lastSentAt >= run.heartbeatIntervalMs) {
      // Not awaited: an unanswered heartbeat must not delay the next, whose connection may work.
      lastSentAt = now;
      void withoutTracing(heartbeat);
    }
  }, CHECK_INTERVAL_MS);
  const stopTimer = () => clearInterval(timer);
  return {
    isHeld,
    heartbeat: () => void withoutTracing(heartbeat),
    attachBrowser: (pid) => hold.useBrowser(pid),
    detachBrowser: () => hold.leaveBrowser(),
    reported: (counts) => hold.reported(counts),
    release: () => {
      stopTimer();
      hold.release();
    },
    keepHeartbeatUntilApplied: () => {
      hold.release();
      timer.unref();
      setTimeout(stopTimer, MAX_HEARTBEAT_AFTER_RUN_MS).unref();
    },
  };
}
