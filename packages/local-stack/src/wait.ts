import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Asks `condition` again and again until it gives something other than undefined; undefined when `ms` have passed. */
export async function waitUntil<Result>(
  ms: number,
  condition: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const end = performance.now() + ms;
  for (;;) {
    const result = await condition();
    if (result !== undefined || performance.now() >= end) return result;
    await delay(POLL_MS);
  }
}

/** Whether `promise` settles within `ms`. */
export async function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const abort = new AbortController();
  const late = delay(ms, false, { signal: abort.signal }).catch(() => false);
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    abort.abort();
  }
}
