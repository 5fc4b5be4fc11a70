async function race<Value, Late>(
  work: Promise<Value>,
  ms: number,
  onLate: () => Late,
): Promise<Value | Late> {
  const late = Promise.withResolvers<Late>();
  const give = () => {
    try {
      late.resolve(onLate());
    } catch (error) {
      late.reject(error);
    }
  };
  // The turn in between lets an answer count that arrived while this process was busy.
  const timer = setTimeout(() => setImmediate(give), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Awaits `work`, or resolves with `fallback` after `ms`. The work continues, and its result is ignored. */
export async function withTimeout<Value>(work: Promise<Value>, ms: number, fallback: Value): Promise<Value> {
  return race(work, ms, () => fallback);
}

/** Awaits `work`, or rejects with `error()` after `ms`. The work continues, and its result is ignored. */
export async function rejectOnTimeout<Value>(
  work: Promise<Value>,
  ms: number,
  error: () => Error,
): Promise<Value> {
  return race(work, ms, (): never => {
    throw error();
  });
}

/** True when `work` resolves or rejects within `ms`. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return withTimeout(settled, ms, false);
}
