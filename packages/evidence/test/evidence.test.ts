import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ZipFile } from 'yazl';
import { CHAIN_START, chained, eventLine, zipOf } from '../src/format.ts';
import { signingKeyOf } from '../src/keys.ts';
import { verifyEvidence } from '../src/verify.ts';
import { type Evidence, writeEvidence } from '../src/write.ts';

const key = signingKeyOf(Buffer.alloc(32, 7));
const picture = randomBytes(200_000);
const PICTURE = 'artifacts/one.jpg';

async function* events(count: number) {
  for (let seq = 1; seq <= count; seq += 1) yield await Promise.resolve({ seq, message: `Step “${seq}”` });
}

function evidence(overrides: Partial<Evidence> = {}): Evidence {
  return {
    runId: '01a1fb86-8304-74ff-ac53-f4c998582b77',
    workspaceId: '01a1fb86-8304-74ff-ac53-f4c998582b78',
    exportedAt: new Date('2026-11-22T10:00:00Z'),
    documents: { 'run.json': { status: 'completed' } },
    events: events(5),
    files: [{ path: PICTURE, open: () => Promise.resolve(Readable.from([picture])) }],
    ...overrides,
  };
}

let folder: string;
let file: string;
let whole: Buffer;
const trusted = new Set([key.publicKey.kid]);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-evidence-'));
  file = path.join(folder, 'evidence.zip');
  whole = await buffer(writeEvidence(evidence(), key));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(bytes: Buffer, kids: ReadonlySet<string> | null = trusted) {
  await writeFile(file, bytes);
  return verifyEvidence(file, kids);
}

async function filesOfWhole(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const { openPromise } = await import('yauzl');
  await writeFile(file, whole);
  const zip = await openPromise(file, { autoClose: false });
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  return files;
}

/** The archive's files, changed, in a new archive with the old manifest and signature. */
async function repacked(change: (files: Map<string, Buffer>) => void): Promise<Buffer> {
  const files = await filesOfWhole();
  change(files);
  return buffer(
    zipOf([...files].map(([name, bytes]) => ({ path: name, open: () => Readable.from([bytes]) }))),
  );
}

describe('evidence', () => {
  test('an archive as it was signed has no problems and names its key and its Run', async () => {
    const verification = await check(whole);
    expect(verification).toMatchObject({
      problems: [],
      kid: key.publicKey.kid,
      trusted: true,
      manifest: { run_id: evidence().runId, events: { count: 5 } },
    });
    expect(verification.manifest?.files.map(({ path: name }) => name)).toEqual([
      'run.json',
      'events.jsonl',
      PICTURE,
    ]);
  });

  test('an archive signed by another key is intact but not trusted', async () => {
    const other = await buffer(writeEvidence(evidence(), signingKeyOf(Buffer.alloc(32, 8))));
    expect(await check(other)).toMatchObject({ problems: [], trusted: false });
    expect(await check(other, null)).toMatchObject({ problems: [], trusted: null });
  });

  test('the same files in an archive that another program made are found to be repacked', async () => {
    const archive = new ZipFile();
    for (const [name, bytes] of await filesOfWhole()) archive.addBuffer(bytes, name, { compress: true });
    archive.end();
    const { problems } = await check(await buffer(archive.outputStream));
    expect(problems).toEqual(['Bytes outside the files of the archive were changed.']);
  });

  test('one flipped bit is found wherever it is', async () => {
    const small = await buffer(writeEvidence(evidence({ files: [] }), key));
    for (let at = 0; at < small.length; at += 5) {
      const changed = Buffer.from(small);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const { problems, trusted: isTrusted } = await check(changed);
      expect({ at, found: problems.length > 0 || isTrusted === false }).toEqual({ at, found: true });
    }
  });

  test('an archive that was cut short or extended is found', async () => {
    for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 100), Buffer.concat([whole, Buffer.of(0)])])
      expect((await check(bytes)).problems).not.toEqual([]);
  });

  test('a swapped picture, an added file and a removed one are named', async () => {
    const swapped = await repacked((files) => files.set(PICTURE, randomBytes(picture.length)));
    expect((await check(swapped)).problems).toEqual([`${PICTURE} was changed.`]);
    const added = await repacked((files) => files.set('more.txt', Buffer.from('more')));
    expect((await check(added)).problems).toEqual(['more.txt is not in the manifest.']);
    const removed = await repacked((files) => files.delete(PICTURE));
    expect((await check(removed)).problems).toEqual([`${PICTURE} is missing.`]);
  });

  test('a removed, a changed and a reordered event are found by the chain as well as by the digest', async () => {
    const change = (edit: (lines: string[]) => string[]) =>
      repacked((files) => {
        const lines = String(files.get('events.jsonl')).trimEnd().split('\n');
        files.set('events.jsonl', Buffer.from(`${edit(lines).join('\n')}\n`));
      });
    const removed = await change((lines) => lines.toSpliced(2, 1));
    expect((await check(removed)).problems).toEqual([
      'events.jsonl was changed.',
      'Event 3 does not follow the one before it: one was changed, moved or removed.',
    ]);
    const last = await change((lines) => lines.slice(0, -1));
    expect((await check(last)).problems).toContain('events.jsonl has 4 events, and the manifest 5.');
    const changed = await change((lines) => lines.map((line) => line.replace('Step “4”', 'Step “5”')));
    expect((await check(changed)).problems).toContainEqual(expect.stringMatching(/^Event 4 does not follow/));
    const reordered = await change(([first = '', second = '', ...rest]) => [second, first, ...rest]);
    expect((await check(reordered)).problems).toContainEqual(
      expect.stringMatching(/^Event 1 does not follow/),
    );
  });

  test('a new manifest over changed files needs the private key', async () => {
    const forged = await repacked((files) => {
      const manifest = String(files.get('manifest.json')).replace('"count": 5', '"count": 4');
      files.set('manifest.json', Buffer.from(manifest));
    });
    expect((await check(forged)).problems).toContain('The signature does not fit manifest.json.');
  });

  test('a file that is no archive and a missing file are told apart', async () => {
    expect((await check(Buffer.from('no archive'))).problems).toEqual([
      'The file is no readable ZIP archive.',
    ]);
    await expect(verifyEvidence(path.join(folder, 'absent.zip'), null)).rejects.toThrow(/ENOENT/);
  });

  test('equal evidence makes equal bytes in every time zone, so that old archives stay verifiable', async () => {
    const fixture = await readFile(path.join(import.meta.dirname, 'fixtures/evidence.zip'));
    const again = writeEvidence(evidence({ files: [] }), key);
    expect((await buffer(again)).equals(fixture)).toBe(true);
  });

  test('the archive fails when one of its files cannot be read', async () => {
    const broken = { path: PICTURE, open: () => Promise.reject(new Error('the store is away')) };
    await expect(buffer(writeEvidence(evidence({ files: [broken] }), key))).rejects.toThrow('store is away');
  });

  test('files are opened one after the other, as the reader takes them', async () => {
    let opened = 0;
    const files = Array.from({ length: 50 }, (_, index) => ({
      path: `artifacts/${index}`,
      open: () => {
        opened += 1;
        return Promise.resolve(Readable.from([picture]));
      },
    }));
    const archive = writeEvidence(evidence({ files }), key);
    await new Promise((resolve) => archive.once('readable', resolve));
    expect(opened).toBeLessThan(5);
    archive.destroy();
  });

  test('a line of the events holds its chain value before the event', () => {
    const event = '{"seq":1}';
    const chain = chained(CHAIN_START, event);
    expect(eventLine(chain, event)).toBe(`{"chain":"${chain}","event":${event}}`);
  });
});
