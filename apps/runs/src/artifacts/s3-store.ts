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
import type { Logger } from '@errand/service-kit';
import type { ArtifactStore } from './store.ts';

/** A bucket of Amazon S3, or of something that speaks like it at `endpoint`. */
export interface S3Place {
  bucket: string;
  /** Before every key; empty, or without a slash at its ends. */
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
}

const CONNECT_MS = 1_000;
/** Until an answer begins; two attempts stay below the patience of executors, so that they hear a refusal and not silence. */
const ANSWER_MS = 1_800;
/** Bytes a millisecond of a slow link, on which a large file takes longer. */
const SLOW_LINK = 1_000;
const ELSEWHERE_REGION = 'us-east-1';

/** One object for each artifact, named by its Run and itself. Credentials are found where AWS tools look for them. */
export const createS3Store = ({ bucket, prefix, endpoint, region }: S3Place, log: Logger): ArtifactStore => {
  const client = new S3Client({
    // Others than Amazon want one that is any.
    ...(region === undefined ? endpoint !== undefined && { region: ELSEWHERE_REGION } : { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Not all that speak S3 know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Nor do all say at once that a large body may come.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
    maxAttempts: 2,
  });
  const keyOf = (...parts: string[]) => [prefix, ...parts].filter((part) => part !== '').join('/');
  const place = (runId: string, artifactId: string) => ({ Bucket: bucket, Key: keyOf(runId, artifactId) });
  const refusal = (error: unknown): Problem => {
    if (error instanceof NoSuchKey) return notFound();
    log.warn({ err: error }, 'the store of artifacts refused');
    return unavailable();
  };
  return {
    write: async (runId, artifactId, bytes) => {
      try {
        await client.send(new PutObjectCommand({ ...place(runId, artifactId), Body: bytes }), {
          requestTimeout: Math.max(ANSWER_MS, bytes.length / SLOW_LINK),
        });
      } catch (error) {
        throw refusal(error);
      }
    },
    read: async (runId, artifactId) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(place(runId, artifactId)));
        if (Body instanceof Readable) return Body;
        throw new Error('the object has no body');
      } catch (error) {
        throw refusal(error);
      }
    },
    removeRun: async (runId) => {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${keyOf(runId)}/` });
      try {
        for await (const { Contents = [] } of pages)
          // One by one: not all that speak S3 know how to delete many at once.
          for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => client.destroy(),
  };
};
