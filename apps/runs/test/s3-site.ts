import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Speaks S3's protocol as far as artifacts need it, and refuses requests without Amazon's signature (Signature V4). */
export interface S3Site {
  url: string;
  /** Objects by `/bucket/key`. */
  objects: Map<string, Buffer>;
  /** From now on every answer is a 503. */
  fail: (away: boolean) => void;
  /** From now on it accepts data and answers nothing. */
  silence: (silent: boolean) => void;
  /** How many requests it has left unanswered. */
  unanswered: () => number;
  /** From now on it reads no faster than that, in bytes a second. */
  slowDown: (bytesPerSecond: number) => void;
  close: () => Promise<void>;
}

function hash(data: string | Buffer) {
  return createHash('sha256').update(data).digest('hex');
}
function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest();
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, SignedHeaders=(?<names>[^,]+), Signature=(?<signature>[0-9a-f]{64})$/;

/** Null, or S3's code for the problem of the signature. */
function refuse(request: IncomingMessage, body: Buffer, keys: Record<string, string>): string | null {
  const given = AUTHORIZATION.exec(request.headers.authorization ?? '')?.groups;
  if (given === undefined) return 'AccessDenied';
  const { id = '', day = '', region = '', names = '', signature } = given;
  const secret = keys[id];
  if (secret === undefined) return 'InvalidAccessKeyId';
  const [uri = '', search = ''] = (request.url ?? '').split('?', 2);
  const digest = String(request.headers['x-amz-content-sha256']);
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const canonical = [
    request.method,
    uri,
    search
      .split('&')
      .toSorted()
      .map((pair) => (pair === '' || pair.includes('=') ? pair : `${pair}=`))
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    digest,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (under, part) => hmac(under, part),
    `AWS4${secret}`,
  );
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

/** @param keys secret access keys by their ids */
export async function startS3Site(keys: Record<string, string>): Promise<S3Site> {
  const objects = new Map<string, Buffer>();
  let away = false;
  let silent = false;
  let unanswered = 0;
  let speed = Number.POSITIVE_INFINITY;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const read = async () => {
      const begun = performance.now();
      let bytes = 0;
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        // By the whole time, so that pauses that last too long on a busy machine do not add up.
        const early = begun + (bytes / speed) * 1000 - performance.now();
        if (early > 0) await pause(early);
      }
    };
    const answer = () => {
      if (silent) {
        unanswered += 1;
        return undefined;
      }
      const body = Buffer.concat(chunks);
      const where = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '');
      const problem = (status: number, code: string) => {
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(
          `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
        );
      };
      if (away) return problem(503, 'SlowDown');
      const refused = refuse(request, body, keys);
      if (refused !== null) return problem(403, refused);
      if (request.method === 'PUT') {
        objects.set(where, body);
        return response.writeHead(200, { etag: `"${hash(body)}"` }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(where);
        return response.writeHead(204).end();
      }
      const { searchParams } = new URL(request.url ?? '', 'http://s3');
      if (searchParams.get('list-type') === '2') {
        const bucket = `${where.replace(/\/$/, '')}/`;
        const keys = [...objects.keys()]
          .filter((key) => key.startsWith(bucket + (searchParams.get('prefix') ?? '')))
          .map((key) => key.slice(bucket.length));
        // Two per page, so that clients must request the next page.
        const page = keys.slice(0, 2);
        response.writeHead(200, { 'content-type': 'application/xml' });
        return response.end(
          `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${keys.length > page.length}</IsTruncated>${
            keys.length > page.length ? '<NextContinuationToken>next</NextContinuationToken>' : ''
          }${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
        );
      }
      const object = objects.get(where);
      if (object === undefined) return problem(404, 'NoSuchKey');
      return response.writeHead(200, { 'content-length': object.length }).end(object);
    };
    // The client may have disconnected.
    read().then(answer, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    fail: (now) => {
      away = now;
    },
    silence: (now) => {
      silent = now;
    },
    unanswered: () => unanswered,
    slowDown: (bytesPerSecond) => {
      speed = bytesPerSecond;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
