import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging.ts';
import { isUnavailable } from './unavailable.ts';

const RETRY_INTERVAL_MS = 500;
/** An attempt that takes longer than this is reported even before it fails. */
const SLOW_MS = 2_000;
const NOTICE_INTERVAL_MS = 30_000;

/**
 * Repeats `attempt` until `dependency` is available, without a time limit. Logs what it waits for at the first
 * failure and every 30 s afterwards. Rethrows errors that do not mean that the dependency is unavailable.
 */
export async function untilAvailable<Result>(
  dependency: string,
  log: Pick<Logger, 'info' | 'warn'>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  let announced = false;
  let reason: unknown;
  const announce = () => {
    announced = true;
    const waitedMs = Math.round(performance.now() - startedAt);
    log.warn({ dependency, waitedMs, ...(reason !== undefined && { err: reason }) }, 'waiting to start');
    notice = setTimeout(announce, NOTICE_INTERVAL_MS);
  };
  let notice = setTimeout(announce, SLOW_MS);
  try {
    for (;;) {
      try {
        const result = await attempt();
        if (announced) log.info({ dependency }, 'available');
        return result;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        reason = error;
      }
      if (!announced) {
        clearTimeout(notice);
        announce();
      }
      await pause(RETRY_INTERVAL_MS);
    }
  } finally {
    clearTimeout(notice);
  }
}
