import { setTimeout as delay } from 'node:timers/promises';

const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 100;
/** How much longer than a look the pause after it is: looking must not take the CPU from what is waited for. */
const PAUSE_PER_LOOK = 5;
/** Far longer than anything that tests wait for takes, on a busy machine too. */
const TIMEOUT_MS = 120_000;

type Condition = () => boolean | Promise<boolean>;

/** Polls `condition` until it holds; false when that takes longer than `timeoutMs`. */
export async function holdsWithin(timeoutMs: number, condition: Condition): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const before = performance.now();
    if (await condition()) return true;
    const now = performance.now();
    if (now > deadline) return false;
    await delay(Math.min(Math.max(MIN_PAUSE_MS, PAUSE_PER_LOOK * (now - before)), MAX_PAUSE_MS));
  }
}

/** Polls `condition` until it holds; throws an error that names `what` after `timeoutMs`. */
export async function waitFor(
  what: string,
  condition: Condition,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<void> {
  if (!(await holdsWithin(timeoutMs, condition)))
    throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}.`);
}
