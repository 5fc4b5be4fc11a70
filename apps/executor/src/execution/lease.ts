import { Problem } from '@errand/contracts';
import type { ClaimedRun } from '@errand/contracts/internal';
import { unrecorded } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { monotonicMs } from './watchdog.ts';

export interface Lease {
  /** False once another executor may have the Run. */
  isHeld(): boolean;
  /** The browser was given back: it need not die when the lease lapses. */
  leaveBrowser(): void;
  release(): void;
  /** Beats on until the outcome was applied (the next beat is refused), so that a slow report is not taken for a death. */
  linger(): void;
}

const LINGER_MS = 60_000;

/** How often the lease is looked at, so that a blocked event loop is noticed as soon as it runs again. */
const LOOK_MS = 500;

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
  const hold = context.watchdog.hold(run.leaseMs, claimedAt);
  let acceptedAt = claimedAt;
  let beating = false;

  const beat = async () => {
    const sentAt = monotonicMs();
    beating = true;
    try {
      await context.runs.send({
        method: 'POST',
        path: `/internal/runs/${run.id}/beat`,
        body: { attempt: run.attempt, executorId: context.executorId },
        lease: run.lease,
      });
      acceptedAt = sentAt;
      hold.accepted(sentAt);
    } catch (error) {
      if (error instanceof Problem && error.status === 409) end();
      else context.log.warn({ err: error, runId: run.id }, 'a beat was not heard');
    } finally {
      beating = false;
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
    else if (!beating && now - lastBeatAt >= run.beatMs) {
      lastBeatAt = now;
      void unrecorded(beat);
    }
  }, LOOK_MS);
  const stopBeating = () => clearInterval(timer);
  return {
    isHeld,
    leaveBrowser: () => hold.release(),
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
