import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StoredFile, StepError } from '@errand/browser-runtime';
import type { SignatureOf } from '@errand/contracts/primitives';
import type { z } from 'zod';
import type { Call } from './call.ts';

type File = z.output<SignatureOf<'browser.upload'>['input']>['files'][number];

/** Playwright takes more than this only as files on the disk. */
const MAX_BYTES_IN_MEMORY = 50 * 1_048_576 - 65_536;

/** @throws {StepError} when it cannot be read */
export async function contentOf({ session }: Call, file: File): Promise<StoredFile> {
  if ('artifactId' in file || 'fileId' in file) {
    const what = 'fileId' in file ? `uploaded file ${file.fileId}` : `artifact ${file.artifactId}`;
    return await session.host.load(file).catch((error: unknown) => {
      throw new StepError('action_failed', `The ${what} could not be read.`, {
        cause: error,
        noEffect: true,
      });
    });
  }
  return {
    filename: file.name,
    contentType: file.mimeType ?? 'application/octet-stream',
    bytes: 'content' in file ? Buffer.from(file.content) : Buffer.from(file.base64, 'base64'),
  };
}

/** The folder stays until the browser context closes, because a page reads a file only when it sends it. */
async function onDisk({ page }: Call, files: readonly StoredFile[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'errand-upload-'));
  page.context().once('close', () => void rm(folder, { recursive: true, force: true }));
  return await Promise.all(
    files.map(async ({ filename, bytes }, index) => {
      const own = await mkdtemp(path.join(folder, `${index}-`));
      const place = path.join(own, path.basename(filename.replaceAll('\\', '/')) || 'file');
      await writeFile(place, bytes, { mode: 0o600 });
      return place;
    }),
  );
}

/** The files of an upload as Playwright takes them. */
export async function filesToUpload(call: Call, files: readonly File[]) {
  const contents = await Promise.all(files.map((file) => contentOf(call, file)));
  const bytes = contents.reduce((sum, each) => sum + each.bytes.length, 0);
  if (bytes > MAX_BYTES_IN_MEMORY) return await onDisk(call, contents);
  return contents.map((each) => ({
    name: each.filename,
    mimeType: each.contentType,
    buffer: Buffer.from(each.bytes),
  }));
}
