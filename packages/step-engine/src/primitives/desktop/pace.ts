import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 60;
const MAX_PAUSE_MS = 250;
const GROWTH = 1.5;

/**
 * Pauses between looks at applications. Each is longer than the one before, and as long as the look before it took: on a busy
 * machine looks would otherwise take the time that the application needs to show something.
 */
export function createPace(signal: AbortSignal): () => Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  let begunAt = performance.now();
  return async () => {
    await delay(Math.max(pauseMs, performance.now() - begunAt), undefined, { signal });
    pauseMs = Math.min(pauseMs * GROWTH, MAX_PAUSE_MS);
    begunAt = performance.now();
  };
}
