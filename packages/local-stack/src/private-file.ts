import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file atomically, readable by its owner only. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  try {
    await writeFile(partial, text, { mode: 0o600, flush: true });
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}
