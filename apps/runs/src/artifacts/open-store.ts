import type { Readable } from 'node:stream';
import type { Logger } from '@errand/service-kit';
import { createFileStore } from './file-store.ts';
import type { S3Location } from './s3-store.ts';

/** Stores the bytes of artifacts; their metadata is in the database. */
export interface ArtifactStore {
  /** Resolves once the file can be read. Throws a 503 when the store is unavailable. */
  write(runId: string, artifactId: string, bytes: Uint8Array): Promise<void>;
  /** Throws a 404 when there is no such file, a 503 when the store is unavailable. */
  read(runId: string, artifactId: string): Promise<Readable>;
  /** Removes every file of a Run, including those without a row. Idempotent. Throws when the store is unavailable. */
  removeRun(runId: string): Promise<void>;
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
