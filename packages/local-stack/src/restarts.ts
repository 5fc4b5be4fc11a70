import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { UnexpectedEnd } from './processes.ts';
import { lastLines } from './tail.ts';

const MAX_ENDS = 5;
const WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 3_000;
const LOG_LINES = 5;
/** With less free space, PostgreSQL may be unable to recover. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

export interface RestartOptions {
  /** Folders that the restarted processes write to, perhaps on several disks. */
  folders: readonly string[];
  onProgress: (line: string) => void;
  /** Called for a process that ended five times within a minute and is not started again. */
  onGivenUp: (end: UnexpectedEnd) => void;
}

export interface Restarts {
  /** Restarts a process that ended unexpectedly, after a doubling delay; a failed start counts as another end. */
  revive(end: UnexpectedEnd, startAgain: () => Promise<void>): void;
  /** Starts nothing more, and waits for restarts in progress. */
  stop(): Promise<void>;
}

/** Restarts processes that end unexpectedly, and gives up on one that ends too often. */
export function createRestarts({ folders, onProgress, onGivenUp }: RestartOptions): Restarts {
  const stopping = new AbortController();
  const ends = new Map<string, number[]>();
  const active = new Set<Promise<void>>();

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
      // Nothing can run on a full disk, so attempts made while it is full are not counted.
      const full = await findFullDisk(folders);
      const count = full === undefined ? recentEnds(name).length : 0;
      if (count >= MAX_ENDS) {
        onGivenUp(end);
        return;
      }
      const delayMs =
        full === undefined ? Math.min(FIRST_DELAY_MS * 2 ** (count - 1), MAX_DELAY_MS) : MAX_DELAY_MS;
      const why = full === undefined ? '' : `; the disk of ${full} is full`;
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
      const work = reviveOne(end, startAgain).finally(() => active.delete(work));
      active.add(work);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(active);
    },
  };
}

async function findFullDisk(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const disk = await statfs(folder).catch(() => undefined);
    if (disk !== undefined && disk.bavail * disk.bsize < MIN_FREE_BYTES) return folder;
  }
  return undefined;
}
