import { readFile, stat } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { truncate } from '../text/truncate.ts';
import { StepError, type Host } from '../host.ts';

/** A download that became an artifact of the Run. */
export type KeptDownload = { artifactId: string; filename: string; bytes: number };

/** A download in progress. */
export interface IncomingDownload {
  readonly filename: string;
  /** Where it came from, after redirects. */
  readonly url: string;
  /** Where it is once it is finished. */
  readonly path: Promise<string>;
  delete(): Promise<void>;
}

const MAX_NAME_LENGTH = 200;
const SIZE_CHECK_INTERVAL_MS = 100;

/** The name that the site suggests, at most 200 characters of it; `download` when it suggests none. */
export function downloadName(download: Download): string {
  return truncate(download.suggestedFilename(), MAX_NAME_LENGTH) || 'download';
}

/** Playwright reveals the path of a download only when it is finished, but knows it from the start. */
function placeOf(download: Download): string | undefined {
  return (download as { _artifact?: { _initializer?: { absolutePath?: string } } })._artifact?._initializer
    ?.absolutePath;
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function awaitDownload(download: Download, fileBytes: number): Promise<string> {
  const unfinished = `${placeOf(download)}.crdownload`;
  let tooLarge = false;
  const checkSize = async (): Promise<void> => {
    if ((await sizeOf(unfinished)) <= fileBytes) return;
    tooLarge = true;
    await download.cancel().catch(() => undefined);
  };
  const look = setInterval(() => void checkSize(), SIZE_CHECK_INTERVAL_MS);
  try {
    const path = await download.path();
    tooLarge ||= (await sizeOf(path)) > fileBytes;
    if (!tooLarge) return path;
  } catch (error) {
    if (!tooLarge) throw error;
  } finally {
    clearInterval(look);
  }
  throw new StepError('download_failed', `"${downloadName(download)}" is larger than ${fileBytes} bytes.`);
}

/** Follows a download, which is cut off once it has more than `fileBytes`. */
export function followDownload(download: Download, fileBytes: number): IncomingDownload {
  const path = awaitDownload(download, fileBytes);
  path.catch(() => undefined);
  return {
    filename: downloadName(download),
    url: download.url(),
    path,
    delete: () => download.delete().catch(() => undefined),
  };
}

/** Cancels a download that is not followed. */
export async function cancelDownload(download: Download): Promise<void> {
  await download.cancel().catch(() => undefined);
  await download.delete().catch(() => undefined);
}

/**
 * Waits for a download and gives it to the host; resolves once it is stored.
 * @param admit throws when it is not to be kept
 * @throws {StepError} `download_failed`
 */
export async function keepDownload(
  incoming: IncomingDownload,
  host: Pick<Host, 'store' | 'stored'>,
  stepId: string | null,
  admit?: (content: Buffer) => void,
): Promise<KeptDownload> {
  const { filename } = incoming;
  try {
    const bytes = await readFile(await incoming.path);
    admit?.(bytes);
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
}
