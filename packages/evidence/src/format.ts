import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/**
 * An archive of the evidence of one Run: files, `manifest.json` with the digest of each, and `signature.json` over the bytes
 * of the manifest. Entries are stored uncompressed and without times, so that equal files make equal archives.
 */
export const FORMAT = 'errand-evidence/1';
export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'signature.json';
export const EVENTS = 'events.jsonl';

export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: string;
  readonly run_id: string;
  readonly workspace_id: string;
  /** ISO 8601. */
  readonly exported_at: string;
  readonly events: { readonly count: number; readonly head: string };
  /** Every file except the manifest and the signature, in the order of the archive. */
  readonly files: readonly ManifestFile[];
}

export interface Signature {
  readonly algorithm: 'Ed25519';
  /** JWK of the key that signed. */
  readonly key: unknown;
  /** Of the bytes of the manifest, in base64url. */
  readonly signature: string;
}

/** The chain value before the first event. */
export const CHAIN_START = '0'.repeat(64);

/** Each event's chain value covers the previous one and the event's JSON exactly as in the file. */
export function chained(previous: string, event: string): string {
  return createHash('sha256').update(previous).update('\n').update(event).digest('hex');
}

const LINE_START = `{"chain":"`;
const LINE_MIDDLE = `","event":`;

/** A line of the events' file, without its end. */
export function eventLine(chain: string, event: string): string {
  return `${LINE_START}${chain}${LINE_MIDDLE}${event}}`;
}

/** The parts of a line of the events' file; null when it has another form. */
export function parseEventLine(line: string): { chain: string; event: string } | null {
  const start = LINE_START.length;
  const chain = line.slice(start, start + CHAIN_START.length);
  const event = line.slice(start + CHAIN_START.length + LINE_MIDDLE.length, -1);
  return eventLine(chain, event) === line ? { chain, event } : null;
}

/** Zip entries without their own times: local midnight of 1980 has the same bytes in every time zone. */
const ENTRY = { compress: false, mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** A ZIP of these files, in order; each is opened when its turn comes. */
export function zipOf(files: Iterable<{ path: string; open: () => Readable | Promise<Readable> }>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  let current: Readable | undefined;
  // Of a reader that has left, nothing else would close the file.
  output.once('close', () => current?.destroy());
  for (const { path, open } of files)
    zip.addReadStreamLazy(path, ENTRY, (use) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => {
            current = stream;
            // It fails when its file is closed during a read; a reader that has left need not know.
            stream.on('error', (error) => output.destroy(error));
            if (output.destroyed) stream.destroy();
            else use(null, stream);
          },
          (error: Error) => output.destroy(error),
        );
    });
  zip.end();
  return output;
}
