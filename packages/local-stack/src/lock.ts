import { randomUUID } from 'node:crypto';
import { link, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './error-code.ts';
import { processStartTime } from './process-identity.ts';

interface Holder {
  pid: number;
  /** Distinguishes the holder from a later process with the same id. */
  mark: string;
  /** Shown to processes that fail to take the lock. */
  note: string;
}

export interface Lock {
  /** Replaces the note that other processes read. */
  describe(note: string): Promise<void>;
  release(): Promise<void>;
}

/** The lock is held by a living process. */
export class LockedError extends Error {
  override name = 'LockedError';
  readonly pid: number;
  readonly note: string;

  constructor({ pid, note }: Holder) {
    super(`locked by process ${pid}`);
    this.pid = pid;
    this.note = note;
  }
}

/**
 * Takes the lock `file` for this process. A lock of a dead process is ignored.
 * Throws LockedError when a living process, including this one, holds it.
 *
 * The lock is a series of files `<file>.1`, `<file>.2` …; the last one is valid. A process that finds its holder dead
 * creates the next file, which succeeds for one process only. The last file is never removed, so a process that acts
 * on an outdated reading notices it.
 */
export async function acquireLock(file: string): Promise<Lock> {
  const self: Holder = { pid: process.pid, mark: (await processStartTime(process.pid)) ?? '', note: '' };
  for (;;) {
    const last = (await generations(file)).at(-1) ?? 0;
    const holder = await readHolder(`${file}.${last}`);
    if (holder !== undefined && (await processStartTime(holder.pid)) === holder.mark)
      throw new LockedError(holder);
    const own = `${file}.${last + 1}`;
    if (!(await create(own, self))) continue;
    const [newest, ...older] = (await generations(file)).toReversed();
    if (newest !== last + 1) {
      await rm(own, { force: true });
      continue;
    }
    for (const generation of older) await rm(`${file}.${generation}`, { force: true });
    return {
      describe: (note) => replace(own, { ...self, note }),
      // A lock without content has no holder; emptying a file works on a full disk too.
      release: () => empty(own),
    };
  }
}

async function generations(file: string): Promise<number[]> {
  const prefix = `${path.basename(file)}.`;
  const names = await readdir(path.dirname(file));
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((rest) => /^\d+$/.test(rest))
    .map(Number)
    .sort((a, b) => a - b);
}

/** The file appears complete or not at all, so no process reads a half-written lock. */
async function create(file: string, holder: Holder): Promise<boolean> {
  const draft = await writeDraft(file, holder);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A later holder removes the file, so releasing a lock twice changes nothing. */
async function empty(file: string): Promise<void> {
  await truncate(file).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
  });
}

async function replace(file: string, holder: Holder): Promise<void> {
  return rename(await writeDraft(file, holder), file);
}

async function writeDraft(file: string, holder: Holder): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  return draft;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const { pid = 0, mark = '', note = '' }: Partial<Holder> = JSON.parse(await readFile(file, 'utf8'));
    return { pid, mark, note };
  } catch {
    return undefined;
  }
}
