import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StepError, type StoredFile, truncate } from '@errand/browser-runtime';

const MAX_NAME_LENGTH = 200;

/** Sites choose names: nothing in one may act as a path, hide the file or control a terminal. */
function safeName(filename: string): string {
  const name = truncate(filename.replaceAll(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, ''), MAX_NAME_LENGTH);
  return name === '' ? 'file' : name;
}

/**
 * Puts a file where applications find it, in a folder of its own that stays after the Run. Returns its path.
 * @throws {StepError}
 */
export async function giveFile(folder: string, { filename, bytes }: StoredFile): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const place = path.join(await mkdtemp(path.join(folder, 'file-')), safeName(filename));
    await writeFile(place, bytes, { mode: 0o600 });
    return place;
  } catch (error) {
    throw new StepError('action_failed', `The file could not be put into ${folder}.`, {
      cause: error,
      noEffect: true,
    });
  }
}
