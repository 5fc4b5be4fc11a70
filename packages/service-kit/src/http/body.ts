import type { IncomingMessage } from 'node:http';
import { Problem, isWithinDepth, unprocessable } from '@errand/contracts';
import { ConnectionLostError } from './connection-lost.ts';

/** Maximum size of a request body, in bytes. */
export const BODY_LIMIT = 1_048_576;
/** Deeper JSON is rejected before any recursive code sees it. */
const DEPTH_LIMIT = 200;

/** How much of a rejected body is still read: a caller that is cut off while writing never reads the response. */
const DRAIN_BYTES = 16 * BODY_LIMIT;

/** A body that is read whole must arrive within this; one that is streamed has the server's own timeout. */
const BODY_TIMEOUT_MS = 30_000;

function tooLarge(limit: number) {
  return new Problem(413, `The request body is larger than ${limit} bytes.`, { Connection: 'close' });
}

/** The chunks of a body. Throws 413 beyond `limit` bytes, and leaves the request open so that it can be answered. */
export async function* bodyChunks(request: IncomingMessage, limit: number): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) yield chunk;
    if (size > limit + DRAIN_BYTES) break;
  }
  if (size > limit) throw tooLarge(limit);
}

/** Reads and drops the rest of a body that is refused. Throws 413 when it is too large to be read. */
export async function discardBody(request: IncomingMessage, limit: number): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > limit + DRAIN_BYTES) throw tooLarge(limit);
  for await (const _ of bodyChunks(request, limit));
}

/** Like `bodyChunks`, all together, within a time limit. An iterator or `finished` cost more than the rest of reading a short body. */
function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = () => {
      clearTimeout(timer);
      request.off('data', take).off('end', end).off('error', fail).off('close', fail);
    };
    const fail = (error: unknown = new ConnectionLostError()) => {
      settle();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      if (size <= limit + DRAIN_BYTES) return;
      request.pause();
      fail(tooLarge(limit));
    };
    const end = () => {
      if (size > limit) {
        fail(tooLarge(limit));
        return;
      }
      settle();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    };
    const late = () =>
      fail(new Problem(408, 'The request took too long to arrive.', { Connection: 'close' }));
    // The turn in between lets a body count that arrived while this process was busy.
    const timer = setTimeout(() => setImmediate(late), BODY_TIMEOUT_MS);
    if (request.readableEnded) end();
    else if (request.destroyed) fail();
    else request.on('data', take).on('end', end).on('error', fail).on('close', fail);
  });
}

const NO_BODY = Buffer.alloc(0);
const HELD = Symbol('the body, which is there already');
type Holding = IncomingMessage & { [HELD]?: Buffer };

/** Tells `readBody` that the body of a request is there already. */
export function holdBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  (request as Holding)[HELD] = body;
  return request;
}

/** Reads the whole body; throws 413 beyond `limit` bytes and never buffers more than that; 408 when it takes too long. */
export async function readBody(request: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer> {
  const { [HELD]: held, headers } = request as Holding;
  if (held !== undefined) return held;
  // Only these two announce a body (RFC 9112, section 6.3), and beginning to read one costs more than most answers.
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return NO_BODY;
  return await collect(request, limit);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";]*)"?/i;

function isJson(contentType: string): boolean {
  return JSON_TYPE.test(contentType) && /^utf-?8\s*$/i.test(CHARSET.exec(contentType)?.[1] ?? 'utf-8');
}

/**
 * Parses a JSON body; undefined when it is empty.
 * Throws 415 for another type; 400 when it is compressed, not UTF-8 or not JSON; 422 when nested too deeply.
 */
export function parseJsonBody(bytes: Buffer, headers: IncomingMessage['headers']): unknown {
  if (bytes.length === 0) return undefined;
  if (!isJson(headers['content-type'] ?? ''))
    throw new Problem(415, 'Content-Type must be application/json.');
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new Problem(400, 'Content-Encoding is not supported: send the body uncompressed.');
  const value = parseJson(decode(bytes));
  if (!isWithinDepth(value, DEPTH_LIMIT)) throw unprocessable('body: is nested too deeply');
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem(400, 'The request body is not valid UTF-8.');
  }
}

/** @throws {Problem} 400 when the text is not JSON */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    throw new Problem(400, 'The request body is not valid JSON.');
  }
}
