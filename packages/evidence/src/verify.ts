import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { type Entry, type ZipFile, openPromise } from 'yauzl';
import {
  CHAIN_START,
  EVENTS,
  FORMAT,
  MANIFEST,
  type Manifest,
  SIGNATURE,
  type Signature,
  chained,
  parseEventLine,
  zipOf,
} from './format.ts';
import { thumbprintOf } from './keys.ts';

/** What `verifyEvidence` found; the archive is intact when there are no problems. */
export interface Verification {
  /** One sentence each, empty when nothing was changed since the archive was signed. */
  readonly problems: readonly string[];
  /** Id of the key that signed; null when the signature could not be read. */
  readonly kid: string | null;
  /** Whether that key is one of those that were given; null when none were given. */
  readonly trusted: boolean | null;
  /** Null when the manifest could not be read. */
  readonly manifest: Manifest | null;
}

const MAX_DOCUMENT_BYTES = 64 * 1_048_576;

class UnreadableError extends Error {}

type Archive = ReadonlyMap<string, () => Promise<Readable>>;

async function openArchive(zip: ZipFile): Promise<Archive> {
  const files = new Map<string, () => Promise<Readable>>();
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    if (files.has(entry.fileName)) throw new UnreadableError(`${entry.fileName} is in the archive twice.`);
    files.set(entry.fileName, () => zip.openReadStreamPromise(entry));
  }
  return files;
}

async function bytesOf(archive: Archive, path: string): Promise<Buffer> {
  const open = archive.get(path);
  if (open === undefined) throw new UnreadableError(`${path} is missing.`);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of (await open()) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_DOCUMENT_BYTES) throw new UnreadableError(`${path} is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UnreadableError(`${path} is not JSON.`);
  }
}

/** The id of the key, and whether it signed these bytes. */
function checkSignature(bytes: Buffer, { key, signature }: Signature): { kid: string; isValid: boolean } {
  const { x } = (key ?? {}) as { x?: unknown };
  if (typeof x !== 'string' || typeof signature !== 'string')
    throw new UnreadableError(`${SIGNATURE} holds no key and signature.`);
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return {
      kid: thumbprintOf(x),
      isValid: verify(null, bytes, publicKey, Buffer.from(signature, 'base64url')),
    };
  } catch {
    throw new UnreadableError(`The key in ${SIGNATURE} is no Ed25519 key.`);
  }
}

async function digestOf(content: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function fileProblems(archive: Archive, { files }: Manifest): Promise<string[]> {
  const problems: string[] = [];
  const named = new Set([...files.map(({ path }) => path), MANIFEST, SIGNATURE]);
  for (const path of archive.keys()) if (!named.has(path)) problems.push(`${path} is not in the manifest.`);
  for (const { path, bytes, sha256 } of files) {
    const open = archive.get(path);
    if (open === undefined) {
      problems.push(`${path} is missing.`);
      continue;
    }
    const found = await open()
      .then(digestOf)
      .catch(() => null);
    if (found === null) problems.push(`${path} cannot be read.`);
    else if (found.bytes !== bytes || found.sha256 !== sha256) problems.push(`${path} was changed.`);
  }
  return problems;
}

/** Whether the events are those that the manifest counts, in the same order. */
async function chainProblem(archive: Archive, { events }: Manifest): Promise<string | null> {
  const open = archive.get(EVENTS);
  if (open === undefined) return null;
  let head = CHAIN_START;
  let count = 0;
  const content = await open();
  const lines = createInterface({ input: content, crlfDelay: Infinity });
  // readline leaves errors of its input to others.
  content.once('error', () => lines.close());
  for await (const line of lines) {
    count += 1;
    const parts = parseEventLine(line);
    if (parts === null) return `Line ${count} of ${EVENTS} is no event.`;
    head = chained(head, parts.event);
    if (head !== parts.chain)
      return `Event ${count} does not follow the one before it: one was changed, moved or removed.`;
    const { seq } = parse(EVENTS, Buffer.from(parts.event)) as { seq?: unknown };
    if (seq !== count) return `Event ${count} is missing.`;
  }
  if (count !== events.count || head !== events.head)
    return `${EVENTS} has ${count} events, and the manifest ${events.count}.`;
  return null;
}

/** Chunks of equal size, the last one excepted. */
async function* blocks(content: AsyncIterable<Buffer>, size = 65_536): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= size; rest = rest.subarray(size)) yield rest.subarray(0, size);
  }
  yield rest;
}

/** Whether the file is byte for byte the archive of its files, so that nothing between them was changed. */
async function isCanonical(file: string, archive: Archive): Promise<boolean> {
  const rebuilt = zipOf([...archive].map(([path, open]) => ({ path, open })));
  const copy = rebuilt.pipe(new PassThrough());
  rebuilt.once('error', (error) => copy.destroy(error));
  try {
    const expected = blocks(copy);
    for await (const block of blocks(createReadStream(file))) {
      const { value, done } = await expected.next();
      if (done === true || !block.equals(value)) return false;
    }
    return (await expected.next()).done === true;
  } finally {
    rebuilt.destroy();
  }
}

/**
 * Checks an archive without a network. Without `trustedKids` it proves that nothing was changed since it was signed, and
 * not who signed it.
 * @param trustedKids ids of the keys of the server that the evidence should come from
 */
export async function verifyEvidence(
  file: string,
  trustedKids: ReadonlySet<string> | null,
): Promise<Verification> {
  const found: { kid: string | null; manifest: Manifest | null } = { kid: null, manifest: null };
  const problems: string[] = [];
  const trusted = () => trustedKids && found.kid !== null && trustedKids.has(found.kid);
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { autoClose: false, strictFileNames: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    return { problems: ['The file is no readable ZIP archive.'], ...found, trusted: trusted() };
  }
  try {
    const archive = await openArchive(zip);
    const bytes = await bytesOf(archive, MANIFEST);
    const signature = parse(SIGNATURE, await bytesOf(archive, SIGNATURE)) as Signature;
    const { kid, isValid } = checkSignature(bytes, signature);
    found.kid = kid;
    if (!isValid) problems.push(`The signature does not fit ${MANIFEST}.`);
    const manifest = parse(MANIFEST, bytes) as Manifest;
    if (manifest.format !== FORMAT)
      throw new UnreadableError(`The format is not ${FORMAT}; a newer version of this command may read it.`);
    found.manifest = manifest;
    problems.push(...(await fileProblems(archive, manifest)));
    const chain = await chainProblem(archive, manifest);
    if (chain !== null) problems.push(chain);
    if (problems.length === 0 && !(await isCanonical(file, archive)))
      problems.push('Bytes outside the files of the archive were changed.');
  } catch (error) {
    problems.push(error instanceof UnreadableError ? error.message : 'The archive is damaged.');
  } finally {
    zip.close();
  }
  return { problems, ...found, trusted: trusted() };
}
