import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { type Problem, notFound, unavailable } from '@errand/contracts';
import { STORE_ATTEMPT_TIMEOUT_MS } from '@errand/contracts/internal';
import type { Logger } from '@errand/service-kit';
import type { ArtifactStore } from './open-store.ts';

/** A bucket of Amazon S3, or of an S3-compatible service at `endpoint`. */
export interface S3Location {
  bucket: string;
  /** Prefix of every key; empty, or without leading and trailing slashes. */
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
}

const CONNECT_TIMEOUT_MS = 1_000;
/** Bytes per millisecond on a slow link; large files get a longer timeout. */
const SLOW_LINK = 1_000;
/** S3-compatible services require a region, but accept any. */
const DEFAULT_REGION = 'us-east-1';

/** One object per artifact, with the key `<run id>/<artifact id>`. Credentials come from where AWS tools look for them. */
export function createS3Store({ bucket, prefix, endpoint, region }: S3Location, log: Logger): ArtifactStore {
  const signingRegion = region ?? (endpoint === undefined ? undefined : DEFAULT_REGION);
  const client = new S3Client({
    ...(signingRegion !== undefined && { region: signingRegion }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Some S3-compatible services do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Nor do all answer `Expect: 100-continue`.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: STORE_ATTEMPT_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    maxAttempts: 2,
  });
  const keyOf = (...parts: string[]) => [prefix, ...parts].filter((part) => part !== '').join('/');
  const object = (runId: string, artifactId: string) => ({ Bucket: bucket, Key: keyOf(runId, artifactId) });
  const toProblem = (error: unknown): Problem => {
    if (error instanceof NoSuchKey) return notFound();
    log.warn({ err: error }, 'artifact store request failed');
    return unavailable();
  };
  return {
    write: async (runId, artifactId, bytes) => {
      try {
        await client.send(new PutObjectCommand({ ...object(runId, artifactId), Body: bytes }), {
          requestTimeout: Math.max(STORE_ATTEMPT_TIMEOUT_MS, bytes.length / SLOW_LINK),
        });
      } catch (error) {
        throw toProblem(error);
      }
    },
    read: async (runId, artifactId) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(object(runId, artifactId)));
        if (Body instanceof Readable) return Body;
        throw new Error('the object has no body');
      } catch (error) {
        throw toProblem(error);
      }
    },
    removeRun: async (runId) => {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${keyOf(runId)}/` });
      try {
        for await (const { Contents = [] } of pages)
          // One by one: some S3-compatible services do not support batch deletion.
          for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      } catch (error) {
        throw toProblem(error);
      }
    },
    close: () => client.destroy(),
  };
}
