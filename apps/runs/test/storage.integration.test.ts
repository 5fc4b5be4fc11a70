import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimedRun } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';

const [postgres] = queueBackends();
const RUN_BYTES = 1_000;
const WORKSPACE_BYTES = 1_500;
const RUN_REFUSAL =
  'The storage quota of a Run is used up: its files may have 1000 bytes together (ERRAND_RUN_STORAGE_BYTES).';
const WORKSPACE_REFUSAL =
  'The storage quota of the workspace is used up: its files and those of its Runs may have 1500 bytes together (ERRAND_WORKSPACE_STORAGE_BYTES).';

let h: Harness;
let folder: string;
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  folder = await mkdtemp(path.join(tmpdir(), 'errand-storage-'));
  h = await startHarness(postgres, {
    ERRAND_ARTIFACTS_DIR: folder,
    ERRAND_RUN_STORAGE_BYTES: String(RUN_BYTES),
    ERRAND_WORKSPACE_STORAGE_BYTES: String(WORKSPACE_BYTES),
  });
});
afterAll(async () => {
  await h?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function keep(runId: string, bytes: number, artifactId = randomUUIDv7()) {
  return h.transfer(
    'PUT',
    `/internal/runs/${runId}/artifacts/${artifactId}?attempt=1&executorId=executor-1&kind=download&filename=a.bin&contentType=text/plain`,
    new Uint8Array(bytes),
  );
}
async function statusOf(answer: Promise<Response>) {
  return (await answer).status;
}
async function storedOf(runId: string) {
  return (
    await h.sql.query<{ run: number; workspace: number }>(
      `SELECT stored_bytes::int AS run, coalesce((SELECT stored_bytes FROM workspace_storage AS s
         WHERE s.workspace_id = runs.workspace_id), 0)::int AS workspace FROM runs WHERE id = $1`,
      [runId],
    )
  ).rows[0];
}
function removeRuns() {
  return h.sql.query('DELETE FROM runs');
}

test('a file beyond the quota of its Run is rejected with a message and not stored, also under concurrency', async () => {
  const runId = await claimedRun(h);
  const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(keep(runId, 200))));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 5 }, () => 204),
    ...Array.from({ length: 7 }, () => 413),
  ]);
  const refused = await keep(runId, 1);
  expect(await refused.json()).toEqual({ detail: RUN_REFUSAL });
  expect(await storedOf(runId)).toEqual({ run: 1_000, workspace: 1_000 });
  expect(await readdir(path.join(folder, runId))).toHaveLength(5);
  await removeRuns();
});

test('a file beyond the quota of its workspace is rejected until a Run with files is removed', async () => {
  const [first, second] = [await claimedRun(h), await claimedRun(h)];
  expect(await statusOf(keep(first, 1_000))).toBe(204);
  const refused = await keep(second, 600);
  expect([refused.status, await refused.json()]).toEqual([413, { detail: WORKSPACE_REFUSAL }]);
  await h.sql.query('DELETE FROM runs WHERE id = $1', [first]);
  expect(await statusOf(keep(second, 600))).toBe(204);
  expect(await storedOf(second)).toEqual({ run: 600, workspace: 600 });
  await removeRuns();
  expect((await h.sql.query('SELECT FROM workspace_storage')).rowCount).toBe(0);
});

test('a file that is uploaded twice counts once, and one that could not be written does not count', async () => {
  const [runId, artifactId] = [await claimedRun(h), randomUUIDv7()];
  expect(await statusOf(keep(runId, 300, artifactId))).toBe(204);
  expect(await statusOf(keep(runId, 300, artifactId))).toBe(204);
  expect(await storedOf(runId)).toEqual({ run: 300, workspace: 300 });
  const other = await claimedRun(h);
  await writeFile(path.join(folder, other), 'in the place of its folder');
  expect(await statusOf(keep(other, 400))).toBe(500);
  expect(await storedOf(other)).toEqual({ run: 0, workspace: 300 });
});
