import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { type Problem, notFound, unavailable } from '@errand/contracts';
import { STORE_ATTEMPT_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '@errand/contracts/internal';
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

async function inMemory(content: Uint8Array | Readable): Promise<Uint8Array> {
  return content instanceof Readable ? new Uint8Array(await buffer(content)) : content;
}

/** One object per file, with the key `<owner id>/<file id>`. Credentials come from where AWS tools look for them. */
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
  const object = (ownerId: string, fileId: string) => ({ Bucket: bucket, Key: keyOf(ownerId, fileId) });
  const toProblem = (error: unknown): Problem => {
    if (error instanceof NoSuchKey) return notFound();
    log.warn({ err: error }, 'artifact store request failed');
    return unavailable();
  };
  return {
    write: async (ownerId, fileId, content, bytes) => {
      try {
        // S3 needs to know the size of a stream.
        const isStream = content instanceof Readable && bytes !== undefined;
        const body = isStream ? content : await inMemory(content);
        const size = isStream ? { Body: body, ContentLength: bytes } : { Body: body };
        await client.send(new PutObjectCommand({ ...object(ownerId, fileId), ...size }), {
          requestTimeout:
            body instanceof Readable
              ? UPLOAD_TIMEOUT_MS
              : Math.max(STORE_ATTEMPT_TIMEOUT_MS, body.length / SLOW_LINK),
        });
      } catch (error) {
        throw toProblem(error);
      }
    },
    read: async (ownerId, fileId) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(object(ownerId, fileId)));
        if (Body instanceof Readable) return Body;
        throw new Error('the object has no body');
      } catch (error) {
        throw toProblem(error);
      }
    },
    removeAll: async (ownerId) => {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${keyOf(ownerId)}/` });
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
