import type { IncomingMessage } from 'node:http';
import { MAX_UPLOAD_BYTES, Problem, type UploadFileQuery } from '@errand/contracts';
import { type Idempotency, bodyChunks, discardBody } from '@errand/service-kit';
import type { z } from 'zod';
import type { Upload } from '../files/upload.ts';

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[\x20-\x7e]{0,200})?$/;

function contentTypeOf({ headers }: IncomingMessage): string {
  const contentType = headers['content-type'] ?? '';
  if (!MEDIA_TYPE.test(contentType))
    throw new Problem(
      415,
      'Content-Type must be the media type of the file, such as application/pdf or application/octet-stream.',
    );
  return contentType;
}

function declaredBytesOf({ headers }: IncomingMessage): number | null {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new Problem(400, 'Content-Encoding is not supported: send the body uncompressed.');
  const declared = headers['content-length'];
  return declared === undefined ? null : Number(declared);
}

/** Passes the file in the body to `store`. When it is refused, the body is read first: a client that writes reads no answer. */
export async function receiveUpload<Result>(
  request: IncomingMessage,
  parts: {
    query: () => z.output<typeof UploadFileQuery>;
    idempotency: (content: unknown) => Idempotency | null;
  },
  store: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  try {
    const declaredBytes = declaredBytesOf(request);
    if (declaredBytes !== null && declaredBytes > MAX_UPLOAD_BYTES)
      await discardBody(request, MAX_UPLOAD_BYTES);
    const contentType = contentTypeOf(request);
    const { filename } = parts.query();
    const content = bodyChunks(request, MAX_UPLOAD_BYTES);
    return await store({ filename, contentType, declaredBytes, content, idempotency: parts.idempotency });
  } catch (error) {
    if (!request.complete && !request.destroyed)
      await discardBody(request, MAX_UPLOAD_BYTES).catch(() => undefined);
    throw error;
  }
}
