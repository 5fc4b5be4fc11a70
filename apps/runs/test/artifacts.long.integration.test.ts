import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@errand/contracts';
import { STORE_ATTEMPT_TIMEOUT_MS, WORK_TIMEOUT_MS } from '@errand/contracts/internal';
import { createLogger } from '@errand/service-kit';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createArtifactStore } from '../src/artifacts/open-store.ts';
import { readConfig } from '../src/config.ts';
import { type Harness, startHarness } from './harness.ts';
import { type S3Site, startS3Site } from './s3-site.ts';

const [postgres] = queueBackends();
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'a secret of this test' };
const BYTES = randomBytes(100_000);
/** Longer than the store may take to answer. */
const SILENT_MS = 2_500;
/** At this speed the large file takes longer than that, and an eighth of the time that its size allows. */
const SLOW_BYTES_PER_SECOND = 8_000_000;
const LARGE = randomBytes(24 * 1024 * 1024);

let site: S3Site;
beforeAll(async () => {
  Object.assign(process.env, CREDENTIALS);
  site = await startS3Site({ [CREDENTIALS.AWS_ACCESS_KEY_ID]: CREDENTIALS.AWS_SECRET_ACCESS_KEY });
});
afterAll(() => {
  for (const name of Object.keys(CREDENTIALS)) delete process.env[name];
});
afterAll(() => site?.close());

function start(place: string, env: Record<string, string> = {}): Promise<Harness> {
  if (postgres === undefined) throw new Error('no queue to test with');
  return startHarness(postgres, {
    ...env,
    ...(place === 's3' && {
      ERRAND_ARTIFACTS_URL: `s3://artifacts/kept here/?endpoint=${encodeURIComponent(site.url)}&region=eu-central-1`,
    }),
  });
}
async function keep(h: Harness, runId: string, artifactId: string, bytes = BYTES) {
  return (
    await h.transfer(
      'PUT',
      `/internal/runs/${runId}/artifacts/${artifactId}?attempt=1&executorId=executor-1&kind=download&filename=a%20b.bin&contentType=image/png`,
      bytes,
    )
  ).status;
}

describe.each(['folder', 's3'])('artifacts kept in a %s', (place) => {
  let h: Harness;
  beforeAll(async () => {
    h = await start(place);
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());

  test('artifacts are returned unchanged, to their workspace only', async () => {
    const runId = await h.createRun();
    await h.claim(runId);
    const artifactId = randomUUIDv7();
    expect(await keep(h, runId, artifactId)).toBe(204);
    const answer = await h.send('GET', `/v1/runs/${runId}/artifacts/${artifactId}`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="a b.bin"');
    expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
    const internal = await h.transfer(
      'GET',
      `/internal/runs/${runId}/artifacts/${artifactId}?attempt=1&executorId=executor-1`,
    );
    expect(Buffer.from(await internal.arrayBuffer()).equals(BYTES)).toBe(true);
    const other = h.as({ workspaceId: randomUUIDv7() });
    expect((await other.call('GET', `/v1/runs/${runId}/artifacts/${artifactId}`)).status).toBe(404);
    if (place === 's3')
      expect([...site.objects.keys()]).toEqual([`/artifacts/kept here/${runId}/${artifactId}`]);
  });

  test('artifacts can be stored only by the holder of the Run', async () => {
    expect(await keep(h, await h.createRun(), randomUUIDv7())).toBe(409);
  });
});

describe('an S3 that fails', () => {
  test('yields 503 while it is unavailable and 404 when the object is missing', async () => {
    await using h = await start('s3');
    const runId = await h.createRun();
    await h.claim(runId);
    const artifactId = randomUUIDv7();
    expect(await keep(h, runId, artifactId)).toBe(204);
    site.fail(true);
    expect(await keep(h, runId, randomUUIDv7())).toBe(503);
    const read = () => h.call('GET', `/v1/runs/${runId}/artifacts/${artifactId}`);
    expect((await read()).status).toBe(503);
    site.fail(false);
    site.objects.clear();
    expect((await read()).status).toBe(404);
    const { body } = await h.call('GET', `/v1/runs/${runId}/artifacts`);
    expect(body['data']).toHaveLength(1);
  });

  test('yields 503 when it does not answer, and its files are removed later', async () => {
    await using h = await start('s3');
    const runId = await h.createRun();
    await h.claim(runId);
    const artifactId = randomUUIDv7();
    expect(await keep(h, runId, artifactId)).toBe(204);
    const store = await createArtifactStore(
      { bucket: 'artifacts', prefix: 'kept here', endpoint: site.url, region: undefined },
      createLogger('test', 'silent'),
    );
    site.silence(true);
    const answers = await Promise.all([
      keep(h, runId, randomUUIDv7()),
      h.call('GET', `/v1/runs/${runId}/artifacts/${artifactId}`).then(({ status }) => status),
      store.removeAll(runId).catch((error: Problem) => error.status),
    ]);
    expect(answers).toEqual([503, 503, 503]);
    // Two attempts of STORE_ATTEMPT_TIMEOUT_MS are shorter than their caller's timeout.
    expect(site.unanswered()).toBeLessThanOrEqual(2 * answers.length);
    expect(2 * STORE_ATTEMPT_TIMEOUT_MS).toBeLessThan(WORK_TIMEOUT_MS);
    site.silence(false);
    await store.removeAll(runId);
    expect([...site.objects.keys()].filter((key) => key.includes(runId))).toEqual([]);
    store.close();
  });

  test('stores a large file and serves it to a slow reader while it is slow', async () => {
    await using h = await start('s3');
    const runId = await h.createRun();
    await h.claim(runId);
    const artifactId = randomUUIDv7();
    site.slowDown(SLOW_BYTES_PER_SECOND);
    expect(await keep(h, runId, artifactId, LARGE)).toBe(204);
    site.slowDown(Number.POSITIVE_INFINITY);
    const answer = await h.send('GET', `/v1/runs/${runId}/artifacts/${artifactId}`);
    await pause(SILENT_MS);
    expect(Buffer.from(await answer.arrayBuffer()).equals(LARGE)).toBe(true);
  });

  test('yields the same 503 when it rejects the credentials', async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = 'another secret';
    await using h = await start('s3');
    const runId = await h.createRun();
    await h.claim(runId);
    expect(await keep(h, runId, randomUUIDv7())).toBe(503);
    process.env['AWS_SECRET_ACCESS_KEY'] = CREDENTIALS.AWS_SECRET_ACCESS_KEY;
  });
});

test('an invalid artifact location fails the start', () => {
  const read = (env: Record<string, string>) => () =>
    readConfig({
      ERRAND_PORT: '0',
      ERRAND_INTERNAL_TOKEN: 'x'.repeat(32),
      ERRAND_EXECUTOR_TOKEN: 'y'.repeat(32),
      ERRAND_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      ERRAND_EVIDENCE_KEY: Buffer.alloc(32).toString('base64'),
      ERRAND_DATABASE_URL: 'postgres://a/b',
      ERRAND_QUEUE_URL: 'postgres://a/c',
      ERRAND_RUNBOOKS_URL: 'http://127.0.0.1:9',
      ...env,
    });
  expect(read({})).toThrow('neither ERRAND_ARTIFACTS_DIR nor ERRAND_ARTIFACTS_URL is set');
  expect(read({ ERRAND_ARTIFACTS_URL: 'https://bucket' })).toThrow('ERRAND_ARTIFACTS_URL: must be an s3://');
  expect(read({ ERRAND_ARTIFACTS_URL: 's3://bucket?endpoint=ftp://x' })).toThrow(
    'its endpoint must be an http',
  );
  expect(read({ ERRAND_ARTIFACTS_URL: 's3://bucket', ERRAND_ARTIFACTS_DIR: 'x' })().artifacts).toEqual({
    bucket: 'bucket',
    prefix: '',
    endpoint: undefined,
    region: undefined,
  });
});
