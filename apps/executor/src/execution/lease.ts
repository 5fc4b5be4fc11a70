import { Problem } from '@errand/contracts';
import type { ClaimedRun } from '@errand/contracts/internal';
import { unrecorded } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { monotonicMs } from './clock.ts';

export interface Lease {
  /** False once another executor may have the Run. */
  isHeld(): boolean;
  /** The browser was given back: it need not die when the lease lapses. */
  leaveBrowser(): void;
  /** What is known of the attempt's events; see `Hold`. */
  reported(counts: { sent: number; sending: number }): void;
  release(): void;
  /** Beats on until the outcome was applied (the next beat is refused), so that a slow report is not taken for a death. */
  linger(): void;
}

const LINGER_MS = 60_000;

/** How often the lease is looked at, so that a blocked event loop is noticed as soon as it runs again. */
const LOOK_MS = 250;

/**
 * Beats while a Run is carried out. `lose` is called when a beat is refused, or when none was accepted for
 * `leaseMs` by the monotonic clock: from then on another executor may have the Run.
 * @param claimedAt when the claim was sent, by `monotonicMs`
 */
export const keepLease = (
  context: Pick<Context, 'runs' | 'executorId' | 'watchdog' | 'log'>,
  run: Pick<ClaimedRun, 'id' | 'attempt' | 'lease' | 'leaseMs' | 'beatMs'>,
  claimedAt: number,
  lose: () => void,
): Lease => {
  const hold = context.watchdog.hold(run, claimedAt);
  let acceptedAt = claimedAt;

  const beat = async () => {
    const sentAt = monotonicMs();
    try {
      await context.runs.send({
        method: 'POST',
        path: `/internal/runs/${run.id}/beat`,
        body: { attempt: run.attempt, executorId: context.executorId },
        lease: run.lease,
      });
      acceptedAt = Math.max(acceptedAt, sentAt);
      hold.accepted(acceptedAt);
    } catch (error) {
      if (error instanceof Problem && error.status === 409) end();
      else context.log.warn({ err: error, runId: run.id }, 'a beat was not heard');
    }
  };

  const end = () => {
    clearInterval(timer);
    lose();
  };
  const isHeld = () => monotonicMs() - acceptedAt < run.leaseMs;
  let lastBeatAt = acceptedAt;
  const timer = setInterval(() => {
    const now = monotonicMs();
    if (!isHeld()) end();
    else if (now - lastBeatAt >= run.beatMs) {
      // One that is not answered does not hold up the next, which may have a better connection.
      lastBeatAt = now;
      void unrecorded(beat);
    }
  }, LOOK_MS);
  const stopBeating = () => clearInterval(timer);
  return {
    isHeld,
    leaveBrowser: () => hold.leaveBrowser(),
    reported: (counts) => hold.reported(counts),
    release: () => {
      stopBeating();
      hold.release();
    },
    linger: () => {
      hold.release();
      timer.unref();
      setTimeout(stopBeating, LINGER_MS).unref();
    },
  };
};
