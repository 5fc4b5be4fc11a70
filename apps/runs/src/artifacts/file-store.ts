import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { notFound } from '@errand/contracts';
import type { ArtifactStore } from './open-store.ts';

/** One folder per Run under `directory`. Files are written atomically. */
export function createFileStore(directory: string): ArtifactStore {
  const pathOf = (runId: string, artifactId: string) => path.join(directory, runId, artifactId);
  return {
    write: async (runId, artifactId, bytes) => {
      const target = pathOf(runId, artifactId);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const part = `${target}.part`;
      try {
        await writeFile(part, bytes, { mode: 0o600 });
        await rename(part, target);
      } catch (error) {
        // Otherwise a partial file would keep space on a full disk.
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: async (runId, artifactId) => {
      try {
        const file = await open(pathOf(runId, artifactId));
        return file.createReadStream();
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound() : error;
      }
    },
    removeRun: (runId) => rm(path.join(directory, runId), { recursive: true, force: true }),
    close: () => undefined,
  };
}
