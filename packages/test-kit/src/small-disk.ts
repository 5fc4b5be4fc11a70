import { execFile, spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The last bytes of a disk are taken by writes of the size of a page. */
const WRITE_BYTES = [1 << 20, 4096];

/** A file system of its own, in memory, that a test can fill up. */
export interface SmallDisk extends AsyncDisposable {
  folder: string;
  /** Writes a file until nothing more can be written. */
  fill: () => Promise<void>;
  /** Deletes that file. */
  free: () => Promise<void>;
  /** Unmounts it; nothing may use it any more. */
  unmount: () => Promise<void>;
}

/** Mounts a disk of that size at `folder`, which is created. Null where this process may not mount, as without root. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | null> {
  await mkdir(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'errand-test', folder]);
  } catch {
    return null;
  }
  const ballast = path.join(folder, 'ballast');
  // A process that is ended early leaves no disk behind; what still uses it ends by itself.
  const abandon = () => void spawnSync('umount', ['--lazy', folder]);
  process.once('exit', abandon);
  const unmount = async () => {
    await run('umount', [folder]);
    process.off('exit', abandon);
  };
  return {
    folder,
    fill: async () => {
      const file = await open(ballast, 'a');
      for (const bytes of WRITE_BYTES) await writeUntilFull(file, Buffer.alloc(bytes));
      await file.close();
    },
    free: () => rm(ballast, { force: true }),
    unmount,
    [Symbol.asyncDispose]: unmount,
  };
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>, bytes: Buffer): Promise<void> {
  for (;;)
    try {
      await file.write(bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
}
