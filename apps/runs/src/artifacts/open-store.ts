import type { Readable } from 'node:stream';
import type { Logger } from '@errand/service-kit';
import { createFileStore } from './file-store.ts';
import type { S3Location } from './s3-store.ts';

/** Stores the bytes of files; their metadata is in the database. The owner is a Run, or an uploaded file itself. */
export interface ArtifactStore {
  /**
   * Resolves once the file can be read. `bytes`: size of a stream, when it is known. Throws a 503 when the store is
   * unavailable.
   */
  write(ownerId: string, fileId: string, content: Uint8Array | Readable, bytes?: number): Promise<void>;
  /** Throws a 404 when there is no such file, a 503 when the store is unavailable. */
  read(ownerId: string, fileId: string): Promise<Readable>;
  /** Removes every file of an owner, including those without a row. Idempotent. Throws when the store is unavailable. */
  removeAll(ownerId: string): Promise<void>;
  close(): void;
}

/** Where artifacts are kept. */
export type ArtifactLocation = { directory: string } | S3Location;

/** Loads the S3 SDK only when it is used. */
export async function createArtifactStore(place: ArtifactLocation, log: Logger): Promise<ArtifactStore> {
  if ('directory' in place) return createFileStore(place.directory);
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(place, log);
}
