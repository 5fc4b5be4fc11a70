import { createSecretKey, randomBytes, randomUUIDv7 } from 'node:crypto';
import { type InputsForExecutor, LEASE_HEADER, PRINCIPAL_HEADER } from '@errand/contracts/internal';
import { createClaimKey, createSealer } from '@errand/service-kit';
import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { requestApproval, claimedRun, executor, reportEvents } from './executor.ts';
import { EXECUTOR_TOKEN, type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';
import { cancelWaiting } from './workspace-loads.ts';

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
async function waitingWith(values: Record<string, string>, key = encryptionKey): Promise<string> {
  const runId = await h.createRun();
  const sealed = createSealer([key]).seal(runId, values);
  await h.sql.query('UPDATE runs SET sealed_inputs = $2 WHERE id = $1', [runId, JSON.stringify(sealed)]);
  return runId;
}

function claimWith(runId: string, publicKey: string) {
  return h.internal('POST', `/internal/runs/${runId}/claim`, { ...executor, publicKey });
}

describe('the executor token', () => {
  test('is rejected by the public API, whatever principal is named', async () => {
    const runId = await claimedRun(h);
    for (const place of ['/v1/runs', `/v1/runs/${runId}`, `/v1/runs/${runId}/artifacts`]) {
      const headers = { ...asExecutor, [PRINCIPAL_HEADER]: JSON.stringify(h.principal) };
      expect((await h.call('GET', place, undefined, headers)).status).toBe(401);
    }
  });

  test('is rejected by the routes of devices, which gateways call', async () => {
    const runId = await h.createRun();
    const { publicKey } = await createClaimKey();
    const claim = { ...executor, publicKey };
    expect((await h.call('POST', `/internal/local-runs/${runId}/claim`, claim, asExecutor)).status).toBe(401);
  });

  test('cannot be guessed on the routes of executors', async () => {
    const runId = await h.createRun();
    const { publicKey } = await createClaimKey();
    for (const authorization of ['', 'Bearer guessed'])
      expect(
        (await h.call('POST', `/internal/runs/${runId}/claim`, { ...executor, publicKey }, { authorization }))
          .status,
      ).toBe(401);
  });
});

describe('a lease', () => {
  test('is required in every call for a claimed Run; a missing or foreign one gets 409 and changes nothing', async () => {
    const runId = await claimedRun(h);
    const other = await h.createRun();
    const foreign = String((await h.claim(other)).body['lease']);
    const approvalId = randomUUIDv7();
    const artifactId = randomUUIDv7();
    const holder = 'attempt=1&executorId=executor-1';
    const calls: [string, string, object?][] = [
      ['POST', `/internal/runs/${runId}/heartbeat`, executor],
      ['GET', `/internal/runs/${runId}/lease?${holder}`],
      ['POST', `/internal/runs/${runId}/loss`, { ...executor, events: 0 }],
      [
        'POST',
        `/internal/runs/${runId}/intents`,
        { ...executor, ordinal: 1, stepId: 'a', effect: 'write', action: 'x', surface: 'browser' },
      ],
      ['POST', `/internal/runs/${runId}/release`, executor],
      ['POST', `/internal/runs/${runId}/suspend`, { ...executor, events: 0 }],
      [
        'POST',
        `/internal/runs/${runId}/approvals`,
        { ...executor, stepId: 'a', message: '?', input: null, origin: null },
      ],
      ['GET', `/internal/runs/${runId}/approvals/${approvalId}?${holder}`],
      [
        'PUT',
        `/internal/runs/${runId}/artifacts/${artifactId}?${holder}&kind=download&filename=a&contentType=text/plain`,
      ],
      ['GET', `/internal/runs/${runId}/artifacts/${artifactId}?${holder}`],
    ];
    for (const [method, place, body] of calls)
      for (const lease of ['', 'wrong', foreign]) {
        const answer = await h.internal(method, place, body, {
          [LEASE_HEADER]: lease,
        });
        expect([method, place, answer.status]).toEqual([method, place, 409]);
      }
    const { rows } = await h.sql.query(
      'SELECT status, lease_owner, (SELECT count(*)::int FROM intents WHERE run_id = runs.id) AS intents FROM runs WHERE id = $1',
      [runId],
    );
    expect(rows).toEqual([{ status: 'running', lease_owner: 'executor-1', intents: 0 }]);
    expect((await h.internal('POST', `/internal/runs/${runId}/heartbeat`, executor)).status).toBe(200);
  });

  test('is rejected in calls for a later attempt', async () => {
    const runId = await h.createRun();
    const lease = String((await h.claim(runId)).body['lease']);
    await requestApproval(h, runId);
    await h.internal('POST', `/internal/runs/${runId}/suspend`, { ...executor, events: 0 });
    await h.decide(runId, { decision: 'approve' });
    await h.jobPublished(runId, 2);
    await h.claim(runId, 2, 'executor-2');
    const later = { attempt: 2, executorId: 'executor-2' };
    const heartbeat = (headers?: Record<string, string>) =>
      h.internal('POST', `/internal/runs/${runId}/heartbeat`, later, headers);
    expect((await heartbeat({ [LEASE_HEADER]: lease })).status).toBe(409);
    expect((await heartbeat()).status).toBe(200);
  });
});

test('a report without proof of its claim changes nothing, and the next one with proof is applied', async () => {
  const runId = await claimedRun(h);
  const other = await h.createRun();
  const foreign = String((await h.claim(other)).body['lease']);
  const forged = [reported('log', 'forged')];
  for (const lease of ['', foreign]) {
    await h.report({ runId, ...executor, firstSeq: 1, events: forged }, lease);
    await h.report({ runId, ...executor, firstSeq: 1, events: forged, outcome: completed }, lease);
  }
  await reportEvents(h, other, [reported('log', 'a report that came after the forged ones')]);
  await reportEvents(h, runId, [reported('log', 'true')]);
  const { rows } = await h.sql.query('SELECT message FROM run_events WHERE run_id = $1 ORDER BY seq', [
    runId,
  ]);
  expect(rows.map(({ message }: { message: string }) => message)).toEqual(['true']);
  expect(await h.status(runId)).toBe('running');
});

describe('secret inputs', () => {
  test('secret inputs come with the claim, sealed to its key', async () => {
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

  test('secret inputs that no configured key can decrypt fail the Run when it is claimed', async () => {
    const { publicKey } = await createClaimKey();
    const runId = await waitingWith({ password: 'open sesame' }, createSecretKey(randomBytes(32)));
    expect((await claimWith(runId, publicKey)).status).toBe(409);
    const { body } = await h.call('GET', `/v1/runs/${runId}`);
    expect(body).toMatchObject({ status: 'failed', error_code: 'internal_error' });
  });

  test('secret inputs are not sent when the public key is invalid', async () => {
    const runId = await waitingWith({ password: 'open sesame' });
    expect((await claimWith(runId, 'AAAA')).status).toBe(422);
    expect(await h.status(runId)).toBe('queued');
  });
});
