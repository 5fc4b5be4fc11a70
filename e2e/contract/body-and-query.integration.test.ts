import { AcceptedRun, Blueprint, RunList } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Call } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { sendRaw } from './raw.ts';
import { createRun } from './runs.ts';
import { MIB, UNKNOWN_ID, bodyOf, createDraft } from './samples.ts';

let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

describe('request bodies', () => {
  test('a body of 1 MiB is read, one byte more returns 413', async () => {
    const accepted = { body: bodyOf(MIB) };
    (await client.send('POST', '/v1/runs', accepted)).refusal(422, /^task: /);
    (await client.send('POST', '/v1/runs', { body: bodyOf(MIB + 1) })).refusal(413);
    (await client.send('POST', '/v1/runbooks', { body: bodyOf(4 * MIB) })).refusal(413);
  });

  test('a body that is too large returns 413 before any other error of it', async () => {
    const body = 'x'.repeat(MIB + 1);
    (await client.send('POST', '/v1/runs', { body, headers: { 'content-type': 'text/plain' } })).refusal(413);
    (await client.send('POST', `/v1/runs/${UNKNOWN_ID}/cancel`, { body })).refusal(413);
    const chunks = `${(MIB + 1).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const head = `POST /v1/runs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    const answer = await sendRaw(
      `${head}Authorization: ${client.identity['authorization']}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
    );
    expect(answer.status).toBe(413);
  });

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/merge-patch+json',
    'application/jsonx',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    '',
  ])('a body of type "%s" returns 415', async (type) => {
    const call = { body: '{"task":"x"}', headers: { 'content-type': type } };
    (await client.send('POST', '/v1/runs', call)).refusal(415);
    (await client.send('POST', '/v1/runbooks', { ...call, body: '{' })).refusal(415);
  });

  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json; profile=x',
  ])('a body of type "%s" is read', async (type) => {
    const call = { body: '{"task":""}', headers: { 'content-type': type } };
    (await client.send('POST', '/v1/runs', call)).refusal(422, /^task: /);
  });

  test.each([
    ['broken JSON', '{"task":'],
    ['a word', 'task'],
    ['two values', '{} {}'],
    ['a trailing comma', '{"task":"x",}'],
    ['a comment', '{"task":"x"/* */}'],
    ['NaN', '{"task":NaN}'],
    ['single quotes', "{'task':'x'}"],
    ['a raw control character', '{"task":"a\nb"}'],
    ['white space', ' \n'],
    ['a byte order mark', '\uFEFF{"task":"x"}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['nothing', ''],
  ])('a body of %s returns 400', async (_what, body) => {
    const bytes = typeof body === 'string' ? body : new Uint8Array(body);
    (await client.send('POST', '/v1/runs', { body: bytes })).refusal(400);
    (await client.send('POST', '/v1/runbooks', { body: bytes })).refusal(400);
    (await client.send('POST', '/v1/runbooks/validate', { body: bytes })).refusal(400);
    (await client.send('PUT', `/v1/runbooks/${UNKNOWN_ID}`, { body: bytes })).refusal(400);
    (await client.send('POST', `/v1/runbooks/${UNKNOWN_ID}/publish`, { body: bytes })).refusal(400);
    (await person.session.send('POST', '/v1/api-keys', { body: bytes })).refusal(400);
  });

  test.each(['gzip', 'br', 'deflate', 'nonsense'])(
    'a body in the encoding %s returns 400',
    async (encoding) => {
      const call = { body: '{"task":"x"}', headers: { 'content-encoding': encoding } };
      (await client.send('POST', '/v1/runs', call)).refusal(400);
    },
  );

  test.each([
    ['null', null],
    ['a list', []],
    ['a string', 'x'],
    ['a number', 5],
    ['a flag', true],
  ])('a body that is %s returns 422, also on routes without a documented body', async (_what, json) => {
    const { id } = await createRun(client);
    (await client.post('/v1/runs', json)).refusal(422);
    (await client.post('/v1/runbooks', json)).refusal(422);
    (await client.post(`/v1/runs/${id}/cancel`, json)).refusal(422);
    (await person.session.post(`/v1/api-keys/${client.issued.id}/revoke`, json)).refusal(422);
    (await person.session.post(`/v1/api-keys/${client.issued.id}/rotate`, json)).refusal(422);
  });

  test('a body without documented fields is optional and can be {}; its type matters only when it is present', async () => {
    const cancel = async (call: Call) =>
      (await client.send('POST', `/v1/runs/${(await createRun(client)).id}/cancel`, call)).status;
    expect(await cancel({})).toBe(200);
    expect(await cancel({ json: {} })).toBe(200);
    expect(await cancel({ headers: { 'content-type': 'text/plain' } })).toBe(200);
    expect(await cancel({ body: '{}', headers: { 'content-type': 'text/plain' } })).toBe(415);
    expect(await cancel({ body: '{' })).toBe(400);
    expect(await cancel({ json: { reason: 'x' } })).toBe(422);
  });

  test('a DELETE takes no body or {}, and deletes nothing when it refuses one', async () => {
    const blueprint = (await client.post('/v1/blueprints', { name: 'x', goal: 'Look' })).as(201, Blueprint);
    for (const path of [`/v1/runbooks/${(await createDraft(client)).id}`, `/v1/blueprints/${blueprint.id}`]) {
      (await client.send('DELETE', path, { json: { reason: 'x' } })).refusal(422, /^reason: /);
      expect((await client.send('DELETE', path, { json: {} })).status).toBe(204);
      (await client.send('DELETE', path, { json: { reason: 'x' } })).refusal(404);
    }
  });

  test('the last of duplicate keys in a body wins', async () => {
    const body = '{"task":"first","executionTarget":"local","task":"second"}';
    (await client.send('POST', '/v1/runs', { body })).as(202, AcceptedRun);
    const { data } = (await client.get('/v1/runs?limit=1')).as(200, RunList);
    expect(data[0]?.task).toBe('second');
  });

  test('deeply nested bodies and prototype keys return 422', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    for (const body of [
      deep(40_000),
      `{"task":${deep(400_000)}}`,
      `{"metadata":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`,
    ])
      (await client.send('POST', '/v1/runs', { body })).refusal(422);
    (await client.send('POST', '/v1/runs', { body: '{"task":"x","__proto__":{"task":"y"}}' })).refusal(
      422,
      '__proto__',
    );
    (await client.send('POST', '/v1/runs', { body: '{"task":"x","constructor":{}}' })).refusal(
      422,
      'constructor',
    );
  });
});

describe('query strings', () => {
  test('a repeated known parameter returns 422, unknown parameters are ignored', async () => {
    (await client.get('/v1/runs?limit=5&limit=5')).refusal(422, /limit/);
    (await client.get('/v1/runs?limit=5&nope=1&nope=2&cursor=x')).as(200, RunList);
    (await client.get('/v1/runs?')).as(200, RunList);
    (await client.get('/v1/runs?%6cimit=1')).as(200, RunList);
  });

  test('a query that cannot be decoded returns 400', async () => {
    for (const bad of ['limit=%zz', 'status=%', 'createdAfter=%ff'])
      (await client.get(`/v1/runs?${bad}`)).refusal(400);
    (await client.get('/v1/runbooks?title=%c3%28')).refusal(400);
    (await client.get('/v1/runs?nope=%zz')).as(200, RunList);
  });
});
