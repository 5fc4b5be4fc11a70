import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** All addresses of a host name. Rejects if there are none. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

export interface LookupOptions {
  look: Lookup;
  /** A lookup holds its slot until `look` settles, even after its caller gave up. */
  atOnce: number;
  timeoutMs: number;
}

/** Looks names up, a few at a time, and gives up on those that take too long. */
export function createLookup({ look, atOnce, timeoutMs }: LookupOptions): Lookup {
  const waiting = new Set<() => void>();
  let running = 0;
  const next = (): void => {
    for (const begin of waiting) {
      if (running >= atOnce) return;
      waiting.delete(begin);
      begin();
    }
  };
  return (hostname) =>
    new Promise((resolve, reject) => {
      const occupy = async (): Promise<void> => {
        running += 1;
        await look(hostname).then(resolve, reject);
        clearTimeout(late);
        running -= 1;
        next();
      };
      const begin = (): void => void occupy();
      const late = setTimeout(() => {
        waiting.delete(begin);
        reject(new Error('no name server answered in time'));
      }, timeoutMs);
      waiting.add(begin);
      next();
    });
}

/**
 * Each lookup holds a thread, and libuv grants lookups half of its threads. Half of those are left for what the process
 * itself must reach, however many silent name servers a page knows.
 */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4;

/** The lookup shared by all Runs of this process. */
export const sharedLookup = createLookup({
  look: (hostname) => lookup(hostname, { all: true, verbatim: true }),
  atOnce: Math.max(1, Math.floor(THREADS / 4)),
  // Most systems ask a second time after five seconds.
  timeoutMs: 6_000,
});
