import { randomUUID } from 'node:crypto';
import { link, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './error-code.ts';
import { processStartTime } from './process-identity.ts';

interface Holder {
  pid: number;
  /** Tells the holder from a later process with the same id. */
  mark: string;
  /** What the holder wants others to know. */
  note: string;
}

export interface Lock {
  /** Replaces what others read while the lock is held. */
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

const NOBODY: Holder = { pid: 0, mark: '', note: '' };

/**
 * Takes the lock `file` for this process. A lock whose process is dead counts for nothing.
 * Throws LockedError when it is held, also by this process.
 *
 * The lock is a series of files `<file>.1`, `<file>.2` …, of which the last one counts. Whoever finds that one
 * without a living holder makes the next, which succeeds for one process only. The last one is never removed, so a
 * process that was slow to act on what it saw finds that it is late.
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
      release: () => replace(own, NOBODY),
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

/** A file appears whole or not at all, so nobody reads a lock that is half written. */
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
