import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { UnexpectedEnd } from './processes.ts';
import { lastLines } from './tail.ts';

const MAX_ENDS = 5;
const WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 3_000;
const LOG_LINES = 5;
/** With less, PostgreSQL may not be able to recover. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

export interface RestartOptions {
  /** Everything that is restarted writes to the disk of this folder. */
  dir: string;
  onProgress: (line: string) => void;
  /** Hears of what ended five times within a minute and is not started again. */
  onGivenUp: (end: UnexpectedEnd) => void;
}

export interface Restarts {
  /** Starts again what ended by itself, after a delay that doubles; a start that fails counts as another end. */
  revive(end: UnexpectedEnd, startAgain: () => Promise<void>): void;
  /** Starts nothing from now on, and waits for what is being started. */
  stop(): Promise<void>;
}

export function createRestarts({ dir, onProgress, onGivenUp }: RestartOptions): Restarts {
  const stopping = new AbortController();
  const ends = new Map<string, number[]>();
  const underWay = new Set<Promise<void>>();

  const recentEnds = (name: string): number[] => {
    const now = performance.now();
    const recent = [...(ends.get(name) ?? []).filter((at) => now - at < WINDOW_MS), now];
    ends.set(name, recent);
    return recent;
  };

  const reviveOne = async (first: UnexpectedEnd, startAgain: () => Promise<void>): Promise<void> => {
    const { name } = first;
    const end = { ...first };
    while (!stopping.signal.aborted) {
      // Nothing can run on a full disk, and everything can again once there is space.
      const isFull = await isDiskFull(dir);
      const count = isFull ? 0 : recentEnds(name).length;
      if (count >= MAX_ENDS) {
        onGivenUp(end);
        return;
      }
      const delayMs = isFull ? MAX_DELAY_MS : Math.min(FIRST_DELAY_MS * 2 ** (count - 1), MAX_DELAY_MS);
      const why = isFull ? `; the disk of ${dir} is full` : '';
      onProgress(`${name} ended (${end.how})${why}; starting it again in ${delayMs / 1_000} s`);
      try {
        await delay(delayMs, undefined, { signal: stopping.signal });
      } catch {
        return;
      }
      try {
        await startAgain();
        return;
      } catch (error) {
        const how = error instanceof Error ? error.message : String(error);
        Object.assign(end, { how, lastLines: await lastLines(end.logFile, LOG_LINES) });
      }
    }
  };

  return {
    revive: (end, startAgain) => {
      const work = reviveOne(end, startAgain).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

async function isDiskFull(dir: string): Promise<boolean> {
  const disk = await statfs(dir).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < MIN_FREE_BYTES;
}
