/** Awaits `work`, or rejects with the reason of the abort. The work continues, and its result is ignored. */
export async function raceSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
