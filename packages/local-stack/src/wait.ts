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
