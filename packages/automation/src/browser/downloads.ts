import { readFile, stat } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { shorten } from '../engine/shorten.ts';
import { StepError, type Host } from '../host.ts';

/** A download that became an artifact of the Run. */
export type KeptDownload = { artifactId: string; filename: string; bytes: number };

const LONGEST_NAME = 200;

const nameOf = (download: Download): string =>
  shorten(download.suggestedFilename(), LONGEST_NAME) || 'download';

/**
 * Waits for a download and gives it to the host.
 * @throws {StepError} `download_failed`
 */
export const keepDownload = async (
  download: Download,
  host: Pick<Host, 'store'>,
  { stepId, fileBytes }: { stepId: string | null; fileBytes: number },
): Promise<KeptDownload> => {
  const filename = nameOf(download);
  try {
    const path = await download.path();
    const { size } = await stat(path);
    if (size > fileBytes)
      throw new StepError('download_failed', `"${filename}" is larger than ${fileBytes} bytes.`);
    const bytes = await readFile(path);
    const artifactId = host.store({
      kind: 'download',
      stepId,
      filename,
      contentType: 'application/octet-stream',
      bytes,
    });
    return { artifactId, filename, bytes: bytes.length };
  } catch (error) {
    if (error instanceof StepError) throw error;
    throw new StepError('download_failed', `The download of "${filename}" did not finish.`, { cause: error });
  } finally {
    await download.delete().catch(() => undefined);
  }
};
