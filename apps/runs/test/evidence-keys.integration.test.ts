import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EvidenceKeys } from '@errand/contracts';
import { signingKeyOf } from '@errand/evidence/keys';
import { type Verification, verifyEvidence } from '@errand/evidence/verify';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Harness, startHarness } from './harness.ts';

const [postgres] = queueBackends();
const [OLD, NEW] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
const oldKey = signingKeyOf(OLD).publicKey;
const newKey = signingKeyOf(NEW).publicKey;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'errand-evidence-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function publishedKids(h: Harness): Promise<string[]> {
  const response = await h.send('GET', '/evidence/keys');
  return ((await response.json()) as EvidenceKeys).keys.map(({ kid }) => kid);
}

/** Stores the evidence of a new Run that was cancelled. */
async function evidenceFile(h: Harness): Promise<string> {
  const runId = await h.createRun();
  await h.call('POST', `/v1/runs/${runId}/cancel`);
  const response = await h.send('GET', `/v1/runs/${runId}/evidence`);
  expect(response.status).toBe(200);
  const file = path.join(folder, `${runId}.zip`);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

function check(file: string, kids: readonly string[]): Promise<Verification> {
  return verifyEvidence(file, new Set(kids));
}

test('old evidence still verifies after a rotation, and the new key signs new evidence', async () => {
  if (postgres === undefined) throw new Error('no queue backend');
  await using before = await startHarness(postgres, { ERRAND_EVIDENCE_KEY: OLD.toString('base64') });
  expect(await publishedKids(before)).toEqual([oldKey.kid]);
  const old = await evidenceFile(before);

  await using after = await startHarness(postgres, {
    ERRAND_EVIDENCE_KEY: NEW.toString('base64'),
    ERRAND_EVIDENCE_PUBLIC_KEYS: oldKey.x,
  });
  const published = await publishedKids(after);
  expect(published).toEqual([newKey.kid, oldKey.kid]);
  expect(await check(old, published)).toMatchObject({ problems: [], kid: oldKey.kid, trusted: true });
  const young = await evidenceFile(after);
  expect(await check(young, published)).toMatchObject({ problems: [], kid: newKey.kid, trusted: true });
  // A reader that has only the earlier keys does not trust it yet.
  expect(await check(young, [oldKey.kid])).toMatchObject({ problems: [], trusted: false });
});

test('a key that is named twice stops the service at its start', async () => {
  if (postgres === undefined) throw new Error('no queue backend');
  const key = { ERRAND_EVIDENCE_KEY: OLD.toString('base64'), ERRAND_EVIDENCE_PUBLIC_KEYS: oldKey.x };
  await expect(startHarness(postgres, key)).rejects.toThrow(/lists a key twice/);
});
