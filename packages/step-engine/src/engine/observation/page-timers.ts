/// <reference lib="dom" />

/** The timers of a document that are soon due, from a script before its own on. */
export interface PageTimers {
  /** When the next one is due, by `performance.now()`, or Infinity; `isLong`: also of those of up to three seconds. */
  next(isLong: boolean): number;
  /** When one of up to two seconds that was left out is due for the first time after `since`, or Infinity. */
  nextTick(since: number): number;
  /** Leaves out those that are pending now. */
  forget(): void;
  /** Waits without being one of them. */
  pause(ms: number): Promise<void>;
}

/** Runs in the page. Follows its timers from now on; the second call returns those that the first one started. */
export function followTimers(): PageTimers {
  const KEY = Symbol.for('errand.timers');
  const holder = globalThis as unknown as Record<symbol, PageTimers | undefined>;
  if (holder[KEY] !== undefined) return holder[KEY];

  const MAX_DELAY_MS = 2000;
  const MAX_LONG_DELAY_MS = 3200;
  /** A timer that a timer started counts, but not the third: a page that ticks for ever is quiet. */
  const MAX_DEPTH = 3;
  const MAX_TICKS = 3;
  const start = globalThis.setTimeout;
  const pending = new Map<number, { due: number; wait: number }>();
  /** Those that were left out: when they were due last, and when they are next. */
  const standing = new Map<number, { last: number; due: number; wait: number }>();
  let depth = 0;

  type Start = (work: unknown, ms?: number, ...rest: unknown[]) => number;
  const following = (real: Start, ticks: number): Start =>
    new Proxy(real, {
      apply(target, self, given: [unknown, number | undefined, ...unknown[]]) {
        const [work, ms, ...rest] = given;
        const wait = Number(ms) || 0;
        const level = depth;
        if (
          typeof work !== 'function' ||
          wait > (ticks > 1 ? MAX_DELAY_MS : MAX_LONG_DELAY_MS) ||
          level >= MAX_DEPTH
        )
          return Reflect.apply(target, self, given);
        let left = ticks;
        const run = function (this: unknown, ...args: unknown[]) {
          left -= 1;
          const last = performance.now();
          if (left > 0 && pending.has(id)) pending.set(id, { due: last + wait, wait });
          else if (pending.delete(id) || standing.delete(id))
            if (ticks > 1) standing.set(id, { last, due: last + wait, wait });
          depth = level + 1;
          try {
            return Reflect.apply(work, this, args) as unknown;
          } finally {
            depth = 0;
          }
        };
        const id: number = Reflect.apply(target, self, [run, ms, ...rest]);
        pending.set(id, { due: performance.now() + wait, wait });
        return id;
      },
    });
  const clearing = (real: (id?: number) => void): ((id?: number) => void) =>
    new Proxy(real, {
      apply(target, self, given: [number | undefined]) {
        pending.delete(given[0] as number);
        standing.delete(given[0] as number);
        return Reflect.apply(target, self, given) as undefined;
      },
    });

  const own = globalThis as unknown as Record<string, unknown>;
  own['setTimeout'] = following(globalThis.setTimeout as unknown as Start, 1);
  own['setInterval'] = following(globalThis.setInterval as unknown as Start, MAX_TICKS);
  own['clearTimeout'] = clearing(globalThis.clearTimeout);
  own['clearInterval'] = clearing(globalThis.clearInterval);

  const value: PageTimers = {
    next: (isLong) =>
      Math.min(
        ...[...pending.values()].filter(({ wait }) => isLong || wait <= MAX_DELAY_MS).map(({ due }) => due),
      ),
    nextTick: (since) =>
      Math.min(
        ...[...standing.values()]
          .filter(({ last, wait }) => last < since && wait <= MAX_DELAY_MS)
          .map(({ due }) => due),
      ),
    forget: () => {
      for (const [id, timer] of pending) standing.set(id, { ...timer, last: 0 });
      pending.clear();
    },
    pause: (ms) => new Promise((resolve) => void Reflect.apply(start, globalThis, [resolve, ms])),
  };
  Object.defineProperty(holder, KEY, { value, enumerable: false });
  return value;
}
