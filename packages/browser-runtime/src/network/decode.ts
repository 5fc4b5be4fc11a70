import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';

type Decoder = (bytes: Uint8Array, options: ZlibOptions) => Promise<Uint8Array>;

const unzip: Decoder = promisify(gunzip);
const inflateWrapped: Decoder = promisify(inflate);
const inflateBare: Decoder = promisify(inflateRaw);

/** Detects the header of zlib's format, which some servers leave out of their "deflate". */
function isWrapped(bytes: Uint8Array): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8;
}

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', (bytes, options) => (isWrapped(bytes) ? inflateWrapped : inflateBare)(bytes, options)],
  ['br', promisify(brotliDecompress)],
  ['identity', async (bytes) => bytes],
]);

/** No server applies more, and each of them costs time. */
const MAX_ENCODINGS = 5;

/**
 * A body as it was before its `content-encoding`; with one that is not known it stays as it is. Rejects when it is not so
 * encoded, and with the code `ERR_BUFFER_TOO_LARGE` as soon as there are more than `mostBytes`.
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string,
  mostBytes: number,
): Promise<Uint8Array> {
  const names = contentEncoding.toLowerCase().match(/[^\s,]+/g) ?? [];
  const decoders = names.flatMap((name) => DECODERS.get(name) ?? []);
  // The answer to a HEAD request names the encoding of a body that is not there.
  if (body.length === 0 || decoders.length < names.length) return body;
  if (decoders.length > MAX_ENCODINGS) throw new Error('encoded too often');
  let bytes = body;
  for (const decode of decoders.reverse()) bytes = await decode(bytes, { maxOutputLength: mostBytes });
  return bytes;
}
