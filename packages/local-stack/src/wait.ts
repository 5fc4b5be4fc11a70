import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Polls `condition` until it returns a value other than undefined; undefined after `ms`. */
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

/** True when `promise` settles within `ms`. */
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
