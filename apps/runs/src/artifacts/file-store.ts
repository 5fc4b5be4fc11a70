import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { notFound } from '@errand/contracts';
import type { ArtifactStore } from './open-store.ts';

/** One folder per owner under `directory`. Files are written atomically. */
export function createFileStore(directory: string): ArtifactStore {
  const pathOf = (ownerId: string, fileId: string) => path.join(directory, ownerId, fileId);
  return {
    write: async (ownerId, fileId, content) => {
      const target = pathOf(ownerId, fileId);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const part = `${target}.part`;
      try {
        await writeFile(part, content, { mode: 0o600 });
        await rename(part, target);
      } catch (error) {
        // Otherwise a partial file would keep space on a full disk.
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: async (ownerId, fileId) => {
      try {
        const file = await open(pathOf(ownerId, fileId));
        return file.createReadStream();
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound() : error;
      }
    },
    removeAll: (ownerId) => rm(path.join(directory, ownerId), { recursive: true, force: true }),
    close: () => undefined,
  };
}
