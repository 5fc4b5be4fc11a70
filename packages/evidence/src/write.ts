import { createHash, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CHAIN_START,
  EVENTS,
  FORMAT,
  MANIFEST,
  type Manifest,
  type ManifestFile,
  SIGNATURE,
  type Signature,
  chained,
  eventLine,
  zipOf,
} from './format.ts';
import type { SigningKey } from './keys.ts';

/** The record of an ended Run; it holds no secrets. */
export interface Evidence {
  readonly runId: string;
  readonly workspaceId: string;
  readonly exportedAt: Date;
  /** Written as JSON under these names. */
  readonly documents: Readonly<Record<string, unknown>>;
  /** All events, oldest first. */
  readonly events: AsyncIterable<object>;
  readonly files: readonly { readonly path: string; readonly open: () => Promise<Readable> }[];
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The signed archive, as a stream that holds one file's chunk at a time. It fails when a file cannot be read. */
export function writeEvidence(evidence: Evidence, key: SigningKey): Readable {
  const written: ManifestFile[] = [];
  const events = { count: 0, head: CHAIN_START };
  let manifest = '';

  async function* lines(): AsyncGenerator<string> {
    for await (const event of evidence.events) {
      const json = JSON.stringify(event);
      events.head = chained(events.head, json);
      events.count += 1;
      yield `${eventLine(events.head, json)}\n`;
    }
  }
  async function* recorded(path: string, content: AsyncIterable<Uint8Array | string>) {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      const piece = Buffer.from(chunk);
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    written.push({ path, bytes, sha256: hash.digest('hex') });
  }
  const file = (path: string, open: () => AsyncIterable<Uint8Array | string> | Promise<Readable>) => ({
    path,
    open: async () => Readable.from(recorded(path, await open()), { objectMode: false }),
  });
  const text = (make: () => string) => () => Readable.from([Buffer.from(make())]);

  return zipOf([
    ...Object.entries(evidence.documents).map(([path, value]) =>
      file(
        path,
        text(() => jsonOf(value)),
      ),
    ),
    file(EVENTS, lines),
    ...evidence.files.map(({ path, open }) => file(path, open)),
    {
      path: MANIFEST,
      open: text(() => {
        const content: Manifest = {
          format: FORMAT,
          run_id: evidence.runId,
          workspace_id: evidence.workspaceId,
          exported_at: evidence.exportedAt.toISOString(),
          events,
          files: written,
        };
        return (manifest = jsonOf(content));
      }),
    },
    {
      path: SIGNATURE,
      open: text(() => {
        const signature: Signature = {
          algorithm: 'Ed25519',
          key: key.publicKey,
          signature: sign(null, Buffer.from(manifest), key.privateKey).toString('base64url'),
        };
        return jsonOf(signature);
      }),
    },
  ]);
}
