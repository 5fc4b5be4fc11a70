import { setTimeout as delay } from 'node:timers/promises';

/** Awaits `work`, or resolves with `otherwise` after `ms`. For calls to a page, which may never answer. */
export async function withTimeout<Value>(work: Promise<Value>, ms: number, fallback: Value): Promise<Value> {
  const finished = new AbortController();
  const late = delay(ms, fallback, { signal: finished.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    finished.abort();
  }
}
