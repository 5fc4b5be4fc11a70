import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger, createPool } from '@errand/service-kit';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createArtifactStore } from '../src/artifacts/open-store.ts';
import { removeExpiredFiles } from '../src/files/remove.ts';
import { removeFiles } from '../src/retention/remove-files.ts';
import { type Answer, type Harness, startHarness } from './harness.ts';
import { type S3Site, startS3Site } from './s3-site.ts';

const MIB = 1_048_576;
const MAX_BYTES = 64 * MIB;
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'a secret of this test' };
const [postgres] = queueBackends();
const log = createLogger('test', 'silent');

let h: Harness;
let folder: string;
let site: S3Site;
async function start(env: Record<string, string> = {}): Promise<Harness> {
  if (postgres === undefined) throw new Error('no queue to test with');
  return await startHarness(postgres, { ERRAND_ARTIFACTS_DIR: folder, ...env });
}
beforeAll(async () => {
  Object.assign(process.env, CREDENTIALS);
  site = await startS3Site({ [CREDENTIALS.AWS_ACCESS_KEY_ID]: CREDENTIALS.AWS_SECRET_ACCESS_KEY });
  folder = await mkdtemp(path.join(tmpdir(), 'errand-files-'));
  h = await start();
});
afterAll(async () => {
  for (const name of Object.keys(CREDENTIALS)) delete process.env[name];
  await h?.[Symbol.asyncDispose]();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text));
}
function inChunks(...chunks: Uint8Array[]): ReadableStream {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}
async function idOf(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  expect([status, body['detail']]).toEqual([201, undefined]);
  return String(body['id']);
}
/** A Run of a Runbook that was given these inputs. */
async function runWith(inputs: Record<string, unknown>, as: Pick<Harness, 'call'> = h): Promise<Answer> {
  const parameters = [
    { name: 'invoice', type: 'file' },
    { name: 'rows', type: 'list', items: { type: 'object', properties: { scan: { type: 'file' } } } },
  ];
  const runbook = { title: 'Send', steps: [], parameters };
  const earlier = randomUUIDv7();
  await h.sql.query(
    `INSERT INTO runs (id, workspace_id, created_by, execution_target, task, runbook)
     VALUES ($1, $2, 'user-1', 'cloud', 'Send', $3)`,
    [earlier, h.principal.workspaceId, JSON.stringify(runbook)],
  );
  return await as.call('POST', `/v1/runs/${earlier}/rerun`, { inputs });
}
function readAsExecutor(runId: string, fileId: string): Promise<Response> {
  return h.transfer('GET', `/internal/runs/${runId}/files/${fileId}?attempt=1&executorId=executor-1`);
}
async function storedBytes(): Promise<number> {
  const { rows } = await h.sql.query<{ bytes: number }>(
    'SELECT coalesce(sum(stored_bytes), 0)::int AS bytes FROM workspace_storage',
  );
  return rows[0]?.bytes ?? -1;
}
async function remaining(): Promise<string[]> {
  const pool = createPool({ connectionString: h.databaseUrl, applicationName: 'test', log });
  const artifacts = await createArtifactStore({ directory: folder }, log);
  await removeExpiredFiles({ pool });
  while (await removeFiles({ pool, artifacts }));
  artifacts.close();
  await pool.end();
  return await readdir(folder);
}
function expire(...ids: string[]) {
  return h.sql.query("UPDATE files SET expires_at = now() - interval '1 s' WHERE id = ANY($1::uuid[])", [
    ids,
  ]);
}

test('an uploaded file is described with its size and expiry, and noted in the audit log', async () => {
  const before = Date.now();
  const { status, body } = await h.upload(
    bytesOf('Hello'),
    { 'content-type': 'text/csv; charset=utf-8' },
    'größe 1.csv',
  );
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      filename: 'größe 1.csv',
      contentType: 'text/csv; charset=utf-8',
      bytes: 5,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  ]);
  const days = (Date.parse(String(body['expiresAt'])) - before) / 86_400_000;
  expect(Math.round(days * 100) / 100).toBe(7);
  const { rows } = await h.sql.query('SELECT action FROM audit_log WHERE object_id = $1', [body['id']]);
  expect(rows).toEqual([{ action: 'file.created' }]);
});

describe('an upload is refused', () => {
  const stored = async () => [await storedBytes(), (await h.sql.query('SELECT FROM files')).rowCount];

  test.each([
    ['beyond 64 MiB with 413', MAX_BYTES + 1, {}, 413],
    ['beyond 64 MiB of unknown size with 413', null, {}, 413],
    ['without bytes with 400', 0, {}, 400],
    ['compressed with 400', 5, { 'content-encoding': 'gzip' }, 400],
    ['without a media type with 415', 5, { 'content-type': 'text' }, 415],
    ['with a malformed key with 422', 5, { 'x-idempotency-key': 'a b' }, 422],
  ])('an upload is refused %s, and stores nothing', async (_, bytes, headers, status) => {
    const before = await stored();
    const content =
      bytes === null ? inChunks(new Uint8Array(MAX_BYTES), new Uint8Array(1)) : new Uint8Array(bytes);
    expect((await h.upload(content, headers)).status).toBe(status);
    expect(await stored()).toEqual(before);
  });

  test.each(['', '   ', 'a/b', String.raw`a\b`, '..', 'a\u0007b', 'é'.repeat(128)])(
    'with the name %j with 422, naming it',
    async (filename) => {
      const { status, body } = await h.upload(bytesOf('x'), {}, filename);
      expect([status, body['detail']]).toEqual([422, expect.stringMatching(/^filename: /)]);
    },
  );

  test("an upload beyond the workspace's quota gets 413, also when several arrive at once", async () => {
    await using small = await start({ ERRAND_WORKSPACE_STORAGE_BYTES: '1000' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => small.upload(new Uint8Array(400))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 413, 413, 413, 413, 413, 413,
    ]);
    expect(answers.find(({ status }) => status === 413)?.body['detail']).toMatch(/quota of the workspace/);
  });
});

describe('an idempotency key of an upload', () => {
  test('returns the same answer for the same file, and 409 for other bytes, another name or another type', async () => {
    const key = { 'x-idempotency-key': 'upload-1' };
    const first = await h.upload(bytesOf('one'), key);
    const again = await h.upload(inChunks(bytesOf('o'), bytesOf('ne')), key);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.body,
      'true',
    ]);
    expect((await h.upload(bytesOf('two'), key)).status).toBe(409);
    expect((await h.upload(bytesOf('one'), key, 'other.txt')).status).toBe(409);
    expect((await h.upload(bytesOf('one'), { ...key, 'content-type': 'text/csv' })).status).toBe(409);
    const run = await h.call('POST', '/v1/runs', { task: 'Look' }, key);
    expect(run.status).toBe(202);
  });

  test('stores one file for concurrent uploads', async () => {
    const key = { 'x-idempotency-key': 'upload-2' };
    const before = await storedBytes();
    const answers = await Promise.all(Array.from({ length: 10 }, () => h.upload(bytesOf('one file'), key)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(await storedBytes()).toBe(before + 8);
  });

  test('stays free when its upload is refused', async () => {
    const key = { 'x-idempotency-key': 'upload-3' };
    expect((await h.upload(new Uint8Array(0), key)).status).toBe(400);
    expect((await h.upload(bytesOf('x'), key)).status).toBe(201);
  });
});

describe('a Run', () => {
  test('is refused with 422 naming the input whose file is unknown, foreign or expired', async () => {
    const mine = await idOf(h.upload(bytesOf('mine')));
    const foreign = await idOf(h.as({ workspaceId: randomUUIDv7() }).upload(bytesOf('theirs')));
    const old = await idOf(h.upload(bytesOf('old')));
    await expire(old);
    for (const fileId of [foreign, old, randomUUIDv7()]) {
      const { status, body } = await runWith({ rows: [{ scan: { fileId: mine } }, { scan: { fileId } }] });
      expect([status, body['detail']]).toEqual([
        422,
        expect.stringMatching(/^inputs\.rows\[1\]\.scan: unknown file/),
      ]);
    }
    const { status, body } = await runWith({ invoice: { fileId: 'a path' } });
    expect([status, body['detail']]).toEqual([
      422,
      expect.stringMatching(/^inputs\.invoice: must be an uploaded file/),
    ]);
  });

  test('keeps its input files until it has ended, and its executor reads them', async () => {
    const content = new Uint8Array(randomBytes(200_000));
    const [held, free] = [
      await idOf(h.upload(content, {}, 'käse.bin')),
      await idOf(h.upload(bytesOf('free'))),
    ];
    const { body } = await runWith({ invoice: { fileId: held }, rows: [{ scan: { fileId: held } }] });
    const runId = String(body['id']);
    await expire(held, free);
    const left = await remaining();
    expect([left.includes(held), left.includes(free)]).toEqual([true, false]);
    await h.claim(runId);
    const answer = await readAsExecutor(runId, held);
    expect(decodeURIComponent(answer.headers.get('x-errand-filename') ?? '')).toBe('käse.bin');
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
    expect((await readAsExecutor(runId, free)).status).toBe(404);
    const before = await storedBytes();
    await h.call('POST', `/v1/runs/${runId}/cancel`);
    expect(await remaining()).not.toContain(held);
    expect(await storedBytes()).toBe(before - content.length);
  });

  test("cannot read another workspace's file, nor its own files without its lease", async () => {
    const foreign = await idOf(h.as({ workspaceId: randomUUIDv7() }).upload(bytesOf('theirs')));
    const own = await idOf(h.upload(bytesOf('own')));
    const runId = await h.createRun();
    expect((await readAsExecutor(runId, own)).status).toBe(409);
    await h.claim(runId);
    expect((await readAsExecutor(runId, own)).status).toBe(200);
    expect((await readAsExecutor(runId, foreign)).status).toBe(404);
  });
});

test.each(['folder', 's3'])(
  'a file of 64 MiB is streamed into a %s, even when its size is unknown',
  async (place) => {
    await using other = await start({
      ...(place === 's3' && { ERRAND_ARTIFACTS_URL: `s3://files/?endpoint=${encodeURIComponent(site.url)}` }),
    });
    const content = new Uint8Array(MAX_BYTES);
    content.set(randomBytes(1_000), 33 * MIB);
    const quarters = Array.from({ length: 4 }, (_, at) =>
      content.subarray((at * MAX_BYTES) / 4, ((at + 1) * MAX_BYTES) / 4),
    );
    // One after the other: a busy store takes its time for each.
    for (const given of [content, inChunks(...quarters)]) {
      const { status, body } = await other.upload(given);
      expect([status, body['bytes']]).toEqual([201, MAX_BYTES]);
      const runId = await other.createRun();
      await other.claim(runId);
      const answer = await other.transfer(
        'GET',
        `/internal/runs/${runId}/files/${String(body['id'])}?attempt=1&executorId=executor-1`,
      );
      const read = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, read.length, read.equals(Buffer.from(content.buffer))]).toEqual([
        200,
        MAX_BYTES,
        true,
      ]);
    }
  },
);
