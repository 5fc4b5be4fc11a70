import { AcceptedRun } from '@errand/contracts';
import { beforeAll, describe, test } from '@jest/globals';
import { Client } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { MIB, UNKNOWN_ID, bodyOf } from './samples.ts';

const anonymous = new Client();
let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

describe('error precedence', () => {
  const bad = { body: '{', headers: { 'content-type': 'text/plain' } };

  test('an unknown route or method is reported before a missing key', async () => {
    (await anonymous.send('POST', '/v1/nope', bad)).refusal(404);
    (await anonymous.send('DELETE', '/v1/runs', bad)).refusal(405);
    (await anonymous.send('POST', '/v1/runs', bad)).refusal(401);
    (await anonymous.send('POST', `/v1/runs/${UNKNOWN_ID}/cancel`, { body: 'x'.repeat(MIB + 1) })).refusal(
      401,
    );
  });

  test('a missing scope is reported before a malformed body', async () => {
    const reader = await person.key(['runs:read']);
    (await reader.send('POST', '/v1/runs', bad)).refusal(403, 'runs:write');
    (await reader.send('POST', `/v1/runs/${UNKNOWN_ID}/cancel`, { body: bodyOf(MIB + 1) })).refusal(403);
    const writer = await person.key(['runs:write']);
    (await writer.send('POST', '/v1/runs', bad)).refusal(415);
    (await writer.post('/v1/runs', { executionTarget: 'local', nope: 1 })).refusal(403, 'runs:local');
    for (const id of [UNKNOWN_ID, 'not-a-uuid'])
      (await writer.post(`/v1/runbooks/${id}/runs`, { executionTarget: 'local' })).refusal(403, 'runs:local');
  });

  test('a malformed body is reported before an unknown id, and that before an invalid body', async () => {
    const withKey = (key: string) => ({ headers: { 'x-idempotency-key': key } });
    for (const path of [
      `/v1/runs/${UNKNOWN_ID}/cancel`,
      `/v1/runbooks/${UNKNOWN_ID}/runs`,
      '/v1/runs/bad/approval',
    ]) {
      (await client.send('POST', path, bad)).refusal(415);
      (await client.send('POST', path, { body: '{' })).refusal(400);
      (await client.post(path, { nope: 1 })).refusal(404);
    }
    (await client.send('POST', `/v1/runbooks/${UNKNOWN_ID}/runs`, withKey('a b'))).refusal(404);
    (await client.get(`/v1/runs/${UNKNOWN_ID}/events?after=x`)).refusal(404);
    (
      await client.get(`/v1/runs/${UNKNOWN_ID}/events`, { accept: 'text/event-stream', 'last-event-id': 'x' })
    ).refusal(404);
    (await client.put(`/v1/runbooks/${UNKNOWN_ID}`, { nope: 1 })).refusal(404);
    (await client.post(`/v1/runbooks/${UNKNOWN_ID}/publish`, {})).refusal(404);
    (await person.session.post(`/v1/api-keys/${UNKNOWN_ID}/rotate`, { nope: 1 })).refusal(404);
    (await person.session.post(`/v1/api-keys/${UNKNOWN_ID}/revoke`, { nope: 1 })).refusal(404);
  });

  test('an invalid body is reported before a conflict with the state', async () => {
    const run = { task: 'x', executionTarget: 'local' };
    const { id } = (await client.post('/v1/runs', run, { 'x-idempotency-key': 'rules-first' })).as(
      202,
      AcceptedRun,
    );
    (await client.post('/v1/runs', { task: '' }, { 'x-idempotency-key': 'rules-first' })).refusal(422);
    (await client.post('/v1/runs', { task: 'y' }, { 'x-idempotency-key': 'rules-first' })).refusal(409);
    (await client.post(`/v1/runs/${id}/approval`, { decision: 'maybe' })).refusal(422);
    (await client.post(`/v1/runs/${id}/approval`, { decision: 'approve' })).refusal(409);
  });
});
