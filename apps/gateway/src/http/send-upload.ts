import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { type InternalClient, discardBody } from '@errand/service-kit';

type Forwarded = Parameters<InternalClient['upload']>[0];

/** Passes a file on as it arrives. Throws 413 at once when its declared size is greater than `maxBytes`. */
export async function sendUpload(
  service: InternalClient,
  forwarded: Forwarded,
  request: IncomingMessage,
  maxBytes: number,
): ReturnType<InternalClient['upload']> {
  const declared = request.headers['content-length'];
  if (Number(declared ?? 0) > maxBytes) await discardBody(request, maxBytes);
  return await service.upload({
    ...forwarded,
    headers: {
      ...(forwarded.headers as Record<string, string>),
      ...(declared !== undefined && { 'content-length': declared }),
    },
    // A stream of its own: ending the call must not end the connection on which its answer is to be sent.
    body: Readable.from(request.iterator({ destroyOnReturn: false }), { objectMode: false }),
  });
}
