import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 40;

/** Waits until `holds`; throws after `withinMs`. */
export const until = async (holds: () => Promise<boolean>, withinMs = 20_000): Promise<void> => {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`still not so after ${withinMs} ms`);
    await delay(PAUSE_MS);
  }
};
