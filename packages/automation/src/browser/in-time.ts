import { setTimeout as delay } from 'node:timers/promises';

/** What `work` comes to, or `otherwise` after `ms`: for questions to a page, which may never answer. */
export const inTime = async <Value>(work: Promise<Value>, ms: number, otherwise: Value): Promise<Value> => {
  const enough = new AbortController();
  const late = delay(ms, otherwise, { signal: enough.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    enough.abort();
  }
};
