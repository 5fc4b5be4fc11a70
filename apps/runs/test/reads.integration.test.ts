import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runRoutes } from '@errand/contracts';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimedRun, executor, requestApproval } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';

const READ_ONLY = '-c default_transaction_read_only=on';
const reads = Object.values(runRoutes).filter(
  ({ method, owner, name }) => method === 'GET' && owner === 'runs' && name !== runRoutes.followRuns.name,
);
const NEEDS_ENDED_RUN = runRoutes.getRunEvidence.path;

const backend = queueBackends()[0];
const folder = mkdtempSync(path.join(tmpdir(), 'errand-reads-'));
let h: Harness;
/** Another process of the service, which cannot write. */
let reader: Harness;
beforeAll(async () => {
  if (backend === undefined) throw new Error('there is no queue to test with');
  h = await startHarness(backend, { ERRAND_ARTIFACTS_DIR: folder });
  const url = new URL(h.databaseUrl);
  url.searchParams.set('options', READ_ONLY);
  reader = await startHarness(backend, { ERRAND_ARTIFACTS_DIR: folder, ERRAND_DATABASE_URL: url.href });
});
afterAll(async () => {
  await reader?.[Symbol.asyncDispose]();
  await h?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

test('the reading process cannot write', async () => {
  const { status } = await reader.as(h.principal).call('POST', '/v1/runs', { task: 'Do something' });
  expect(status).toBeGreaterThanOrEqual(500);
});

test.each(reads.map(({ name, path: template }) => ({ name, template })))(
  '$name writes nothing',
  async ({ template }) => {
    const waiting = await claimedRun(h);
    const artifactId = randomUUIDv7();
    const file = new URLSearchParams({
      ...executor,
      attempt: String(executor.attempt),
      kind: 'download',
      filename: 'a.txt',
      contentType: 'text/plain',
    });
    await h.transfer('PUT', `/internal/runs/${waiting}/artifacts/${artifactId}?${file}`, Uint8Array.of(1));
    await requestApproval(h, waiting);
    const queued = await h.createRun();
    await h.sql.query(`UPDATE outbox SET due_at = now() - interval '1 min' WHERE run_id = $1`, [queued]);

    const ended = await h.createRun();
    await h.call('POST', `/v1/runs/${ended}/cancel`);

    const runIds = template.includes('{artifact_id}') ? [waiting] : [waiting, queued];
    const places = (template === NEEDS_ENDED_RUN ? [ended] : runIds).map((runId) =>
      template.replace('{run_id}', runId).replace('{artifact_id}', artifactId),
    );
    for (const place of places)
      expect({ place, status: (await reader.as(h.principal).send('GET', place)).status }).toEqual({
        place,
        status: 200,
      });
  },
);
