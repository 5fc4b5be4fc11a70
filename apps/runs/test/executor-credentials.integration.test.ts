import { createSecretKey, randomBytes, randomUUIDv7 } from 'node:crypto';
import { type InputsForExecutor, LEASE_HEADER, PRINCIPAL_HEADER } from '@errand/contracts/internal';
import { createClaimKey, createSealer } from '@errand/service-kit';
import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, claimed, executor } from './executor.ts';
import { EXECUTOR_TOKEN, type Harness, startHarness } from './harness.ts';
import { cancelWaiting } from './places.ts';

const [postgres] = queueBackends();
const encryptionKey = createSecretKey(Buffer.alloc(32, 1));
const asExecutor = { authorization: `Bearer ${EXECUTOR_TOKEN}` };
let h: Harness;
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres);
});
afterAll(async () => h?.[Symbol.asyncDispose]());
afterEach(() => cancelWaiting(h));

/** A Run that waits, with these secret inputs sealed by `key`. */
const waitingWith = async (values: Record<string, string>, key = encryptionKey): Promise<string> => {
  const runId = await h.createRun();
  const sealed = createSealer([key]).seal(runId, values);
  await h.sql.query('UPDATE runs SET sealed_inputs = $2 WHERE id = $1', [runId, JSON.stringify(sealed)]);
  return runId;
};

const claimWith = (runId: string, publicKey: string) =>
  h.internal('POST', `/internal/runs/${runId}/claim`, { ...executor, publicKey });

describe("an executor's token", () => {
  test('opens no route of the API, whatever principal is named', async () => {
    const runId = await claimed(h);
    for (const place of ['/v1/runs', `/v1/runs/${runId}`, `/v1/runs/${runId}/artifacts`]) {
      const headers = { ...asExecutor, [PRINCIPAL_HEADER]: JSON.stringify(h.principal) };
      expect((await h.call('GET', place, undefined, headers)).status).toBe(401);
    }
  });

  test('is asked for where executors call: the token of the other services does not open their routes', async () => {
    const runId = await h.createRun();
    const { publicKey } = await createClaimKey();
    const answer = await h.call('POST', `/internal/runs/${runId}/claim`, { ...executor, publicKey });
    expect(answer.status).toBe(401);
  });
});

describe('a lease', () => {
  test('is asked for in every call about a claimed Run, and changes nothing when it is missing or of another Run', async () => {
    const runId = await claimed(h);
    const other = await h.createRun();
    const foreign = String((await h.claim(other)).body['lease']);
    const approvalId = randomUUIDv7();
    const artifactId = randomUUIDv7();
    const holder = 'attempt=1&executorId=executor-1';
    const calls: [string, string, object?][] = [
      ['POST', 'beat', executor],
      ['GET', `lease?${holder}`],
      ['POST', 'loss', { ...executor, events: 0 }],
      [
        'POST',
        'intents',
        { ...executor, ordinal: 1, stepId: 'a', effect: 'write', action: 'x', surface: 'browser' },
      ],
      ['POST', 'release', executor],
      ['POST', 'park', { ...executor, events: 0 }],
      ['POST', 'approvals', { ...executor, stepId: 'a', message: '?', input: null, origin: null }],
      ['GET', `approvals/${approvalId}?${holder}`],
      ['PUT', `artifacts/${artifactId}?${holder}&kind=download&filename=a&contentType=text/plain`],
      ['GET', `artifacts/${artifactId}?${holder}`],
    ];
    for (const [method, place, body] of calls)
      for (const lease of ['', 'wrong', foreign]) {
        const answer = await h.internal(method, `/internal/runs/${runId}/${place}`, body, {
          [LEASE_HEADER]: lease,
        });
        expect([method, place, answer.status]).toEqual([method, place, 409]);
      }
    const { rows } = await h.sql.query(
      'SELECT status, lease_owner, (SELECT count(*)::int FROM intents WHERE run_id = runs.id) AS intents FROM runs WHERE id = $1',
      [runId],
    );
    expect(rows).toEqual([{ status: 'running', lease_owner: 'executor-1', intents: 0 }]);
    expect((await h.internal('POST', `/internal/runs/${runId}/beat`, executor)).status).toBe(204);
  });

  test('does not let its holder speak for a later attempt', async () => {
    const runId = await h.createRun();
    const lease = String((await h.claim(runId)).body['lease']);
    await ask(h, runId);
    await h.internal('POST', `/internal/runs/${runId}/park`, { ...executor, events: 0 });
    await h.decide(runId, { decision: 'approve' });
    await h.bell(runId, 2);
    await h.claim(runId, 2, 'executor-2');
    const later = { attempt: 2, executorId: 'executor-2' };
    const beat = (headers?: Record<string, string>) =>
      h.internal('POST', `/internal/runs/${runId}/beat`, later, headers);
    expect((await beat({ [LEASE_HEADER]: lease })).status).toBe(409);
    expect((await beat()).status).toBe(204);
  });
});

describe('secret inputs', () => {
  test('come with the claim sealed to the key of that claim', async () => {
    const key = await createClaimKey();
    const runId = await waitingWith({ password: 'open sesame' });
    const { body } = await claimWith(runId, key.publicKey);
    const sealed = body['secretInputs'] as InputsForExecutor;
    expect(JSON.stringify(body)).not.toContain('open sesame');
    expect(await key.open(runId, 1, sealed)).toEqual({ password: 'open sesame' });
    await expect((await createClaimKey()).open(runId, 1, sealed)).rejects.toThrow(
      'not sealed for this claim',
    );
  });

  test('that no configured key opens fail the Run when it is claimed', async () => {
    const { publicKey } = await createClaimKey();
    const runId = await waitingWith({ password: 'open sesame' }, createSecretKey(randomBytes(32)));
    expect((await claimWith(runId, publicKey)).status).toBe(409);
    const { body } = await h.call('GET', `/v1/runs/${runId}`);
    expect(body).toMatchObject({ status: 'failed', error_code: 'internal_error' });
  });

  test('are not given out for a key that is none', async () => {
    const runId = await waitingWith({ password: 'open sesame' });
    expect((await claimWith(runId, 'AAAA')).status).toBe(422);
    expect(await h.status(runId)).toBe('queued');
  });
});
