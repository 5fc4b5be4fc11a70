import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type Errand from '@errand/sdk';
import { EXIT, ExitError } from './exit.ts';
import type { System } from './system.ts';
import { clean } from './text.ts';

async function contentOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExitError(EXIT.error, `${clean(file)} cannot be read: ${clean(why)}`);
  }
}

/** Uploads a file, and returns the input that refers to it. */
export async function upload(system: System, errand: Errand, file: string): Promise<{ fileId: string }> {
  const content = await contentOf(file);
  const { id } = await errand.files.create(
    content,
    { filename: path.basename(file) },
    { signal: system.signal },
  );
  return { fileId: id };
}
