import type { Readable } from 'node:stream';
import type { Logger } from '@errand/service-kit';
import { createFileStore } from './file-store.ts';
import type { S3Place } from './s3-store.ts';

/** Keeps the bytes of artifacts; what they are is in the database. */
export interface ArtifactStore {
  /** Resolves once the file can be read. Throws a 503 when the store is away. */
  write(runId: string, artifactId: string, bytes: Uint8Array): Promise<void>;
  /** Throws a 404 when the file is gone, a 503 when the store is away. */
  read(runId: string, artifactId: string): Promise<Readable>;
  /** Removes every file of a Run, also those that no row knows. Removing nothing is no error. Throws when the store is away. */
  removeRun(runId: string): Promise<void>;
  close(): void;
}

/** Where artifacts are kept. */
export type ArtifactPlace = { directory: string } | S3Place;

/** The SDK of S3 is loaded only where it is used. */
export const createArtifactStore = async (place: ArtifactPlace, log: Logger): Promise<ArtifactStore> => {
  if ('directory' in place) return createFileStore(place.directory);
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(place, log);
};
