import { readFile, stat } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { shorten } from '../engine/shorten.ts';
import { StepError, type Host } from '../host.ts';

/** A download that became an artifact of the Run. */
export type KeptDownload = { artifactId: string; filename: string; bytes: number };

/** A download under way. */
export interface Incoming {
  readonly filename: string;
  /** Where it is once it is finished. */
  readonly path: Promise<string>;
  delete(): Promise<void>;
}

const LONGEST_NAME = 200;
const LOOK_MS = 100;

export const nameOf = (download: Download): string =>
  shorten(download.suggestedFilename(), LONGEST_NAME) || 'download';

/** Playwright tells the place of a download only when it is finished, but knows it from the start. */
const placeOf = (download: Download): string | undefined =>
  (download as { _artifact?: { _initializer?: { absolutePath?: string } } })._artifact?._initializer
    ?.absolutePath;

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const arrive = async (download: Download, fileBytes: number): Promise<string> => {
  const unfinished = `${placeOf(download)}.crdownload`;
  let tooLarge = false;
  const checkSize = async (): Promise<void> => {
    if ((await sizeOf(unfinished)) <= fileBytes) return;
    tooLarge = true;
    await download.cancel().catch(() => undefined);
  };
  const look = setInterval(() => void checkSize(), LOOK_MS);
  try {
    const path = await download.path();
    tooLarge ||= (await sizeOf(path)) > fileBytes;
    if (!tooLarge) return path;
  } catch (error) {
    if (!tooLarge) throw error;
  } finally {
    clearInterval(look);
  }
  throw new StepError('download_failed', `"${nameOf(download)}" is larger than ${fileBytes} bytes.`);
};

/** Follows a download, which is cut off once it has more than `fileBytes`. */
export const follow = (download: Download, fileBytes: number): Incoming => {
  const path = arrive(download, fileBytes);
  path.catch(() => undefined);
  return { filename: nameOf(download), path, delete: () => download.delete().catch(() => undefined) };
};

/** Ends a download that nobody will follow. */
export const refuse = async (download: Download): Promise<void> => {
  await download.cancel().catch(() => undefined);
  await download.delete().catch(() => undefined);
};

/**
 * Waits for a download and gives it to the host; resolves once it is stored.
 * @throws {StepError} `download_failed`
 */
export const keepDownload = async (
  incoming: Incoming,
  host: Pick<Host, 'store' | 'stored'>,
  stepId: string | null,
): Promise<KeptDownload> => {
  const { filename } = incoming;
  try {
    const bytes = await readFile(await incoming.path);
    const artifactId = host.store({
      kind: 'download',
      stepId,
      filename,
      contentType: 'application/octet-stream',
      bytes,
    });
    await host.stored(artifactId);
    return { artifactId, filename, bytes: bytes.length };
  } catch (error) {
    if (error instanceof StepError) throw error;
    throw new StepError('download_failed', `The download of "${filename}" did not finish.`, { cause: error });
  } finally {
    await incoming.delete();
  }
};
