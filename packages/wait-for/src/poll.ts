import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL_MS = 20;
/** Far longer than anything that tests wait for takes, on a busy machine too. */
const TIMEOUT_MS = 120_000;

type Condition = () => boolean | Promise<boolean>;

/** Polls `condition` until it holds; false when that takes longer than `timeoutMs`. */
export async function holdsWithin(timeoutMs: number, condition: Condition): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await delay(POLL_INTERVAL_MS);
  }
  return true;
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
