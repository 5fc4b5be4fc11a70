import { AcceptedRun, ErrorBody, RunList, publicRoutes } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client, expectCommonHeaders } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { sendRaw } from './raw.ts';
import { UNKNOWN_ID } from './samples.ts';
import { sharedStack } from './stack.ts';

const nobody = new Client();
let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

const MIB = 1_048_576;
/** A body of exactly `bytes` bytes, which no rule but the one about size refuses first. */
const bodyOf = (bytes: number): string => `{"task":"${'a'.repeat(bytes - 11)}"}`;
const pathOf = (template: string) => template.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
const paths = [...new Set(publicRoutes.map(({ path }) => path))];
const methodsOf = (path: string) =>
  publicRoutes.filter((each) => each.path === path).map((each) => each.method);

describe('routes', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/nope',
    '/v1/runs/',
    '/v1//runs',
    '//v1/runs',
    '/V1/runs',
    '/v1/Runs',
    '/v1/runs%2f',
    '/v2/runs',
    '/nope',
    `/v1/runs/${UNKNOWN_ID}/nope`,
    `/v1/runs/${UNKNOWN_ID}/cancel/`,
    '/v1/runbooks/validate/x',
    '/v1/openapi.yaml',
    '/internal/runs/x/claim',
  ])('%s is unknown, to whoever asks', async (path) => {
    for (const each of [nobody, client, person.session])
      for (const method of ['GET', 'POST', 'DELETE']) (await each.send(method, path)).refusal(404);
  });

  test.each(paths)('%s takes its own methods only', async (template) => {
    const allowed = methodsOf(template).sort();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allowed.some((each) => each === method)) continue;
      for (const each of [nobody, client]) {
        const answer = await each.send(method, pathOf(template));
        answer.refusal(405);
        expect((answer.headers.get('allow') ?? '').split(', ').sort()).toEqual(allowed);
      }
    }
  });

  test('an unusual method is a 405 as well', async () => {
    (await client.send('PROPFIND', '/v1/runs')).refusal(405);
  });

  test('no answer speaks of other origins', async () => {
    const origin = 'https://evil.example';
    const preflight = { origin, 'access-control-request-method': 'POST' };
    const answers = await Promise.all([
      client.send('OPTIONS', '/v1/runs', { headers: preflight }),
      client.get('/v1/runs', { origin }),
      client.get('/v1/nope', { origin }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([405, 200, 404]);
  });
});

describe('X-Request-ID', () => {
  const good = ['a', 'A-z.0_9', '0'.repeat(128), '..', '-'];
  const bad = ['', 'a b', 'a/b', 'é', '0'.repeat(129), 'a,b', '"a"', 'a:b'];
  const requests: [string, (id: string) => Promise<unknown>, number][] = [
    ['a success', (id) => client.get('/v1/runs', { 'x-request-id': id }), 200],
    ['an unknown route', (id) => client.get('/v1/nope', { 'x-request-id': id }), 404],
    ['a wrong method', (id) => client.send('DELETE', '/v1/runs', { headers: { 'x-request-id': id } }), 405],
    ['no key', (id) => nobody.get('/v1/runs', { 'x-request-id': id }), 401],
    [
      'broken JSON',
      (id) => client.send('POST', '/v1/runs', { body: '{', headers: { 'x-request-id': id } }),
      400,
    ],
    ['a broken rule', (id) => client.post('/v1/runs', {}, { 'x-request-id': id }), 422],
    [
      'too much',
      (id) => client.send('POST', '/v1/runs', { body: bodyOf(MIB + 1), headers: { 'x-request-id': id } }),
      413,
    ],
  ];
  test.each(requests)('is kept or made on %s', async (_what, send, status) => {
    for (const id of [...good, ...bad]) expect(await send(id)).toMatchObject({ status });
  });

  test('is another one for each request', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => nobody.get('/v1/runs')));
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20);
  });

  test('given twice it is not one', async () => {
    const answer = await sendRaw(
      'GET /v1/runs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-ID: a\r\nX-Request-ID: b\r\n\r\n',
    );
    expect(answer.status).toBe(401);
    expectCommonHeaders(answer.headers);
  });

  const HEAD = 'HTTP/1.1\r\nHost: x\r\nX-Request-ID: mine-1\r\n';
  test.each([
    ['a header without a colon', `GET /v1/runs ${HEAD}nonsense\r\n\r\n`, 400],
    ['headers over 16 KiB', `GET /v1/runs ${HEAD}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a bad length', `POST /v1/runs ${HEAD}Content-Length: x\r\n\r\n`, 400],
    ['an unknown method', `BREW /v1/runs ${HEAD}\r\n`, 400],
    ['a broken chunk', `POST /v1/runs ${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['another expectation', `POST /v1/runs ${HEAD}Expect: tea\r\nConnection: close\r\n\r\n`, 417],
    ['no Host', 'GET /v1/runs HTTP/1.1\r\nX-Request-ID: mine-1\r\nConnection: close\r\n\r\n', 400],
  ])('is kept when HTTP itself is broken: %s', async (_what, bytes, status) => {
    const answer = await sendRaw(bytes);
    expect(answer.status).toBe(status);
    expectCommonHeaders(answer.headers, 'mine-1');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    ErrorBody.parse(JSON.parse(answer.text));
  });
});

describe('the body', () => {
  test('of 1 MiB is read, one byte more is not', async () => {
    const accepted = { body: bodyOf(MIB) };
    (await client.send('POST', '/v1/runs', accepted)).refusal(422, /^task: /);
    (await client.send('POST', '/v1/runs', { body: bodyOf(MIB + 1) })).refusal(413);
    (await client.send('POST', '/v1/runbooks', { body: bodyOf(4 * MIB) })).refusal(413);
  });

  test('that is too large is a 413 before anything else is wrong with it', async () => {
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
  ])('as "%s" is a 415', async (type) => {
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
  ])('as "%s" is read', async (type) => {
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
  ])('of %s is a 400', async (_what, body) => {
    const bytes = typeof body === 'string' ? body : new Uint8Array(body);
    (await client.send('POST', '/v1/runs', { body: bytes })).refusal(400);
    (await client.send('POST', '/v1/runbooks', { body: bytes })).refusal(400);
    (await client.send('POST', '/v1/runbooks/validate', { body: bytes })).refusal(400);
    (await client.send('PUT', `/v1/runbooks/${UNKNOWN_ID}`, { body: bytes })).refusal(400);
    (await client.send('POST', `/v1/runbooks/${UNKNOWN_ID}/publish`, { body: bytes })).refusal(400);
    (await person.session.send('POST', '/v1/api-keys', { body: bytes })).refusal(400);
  });

  test.each(['gzip', 'br', 'deflate', 'nonsense'])('in the encoding %s is a 400', async (encoding) => {
    const call = { body: '{"task":"x"}', headers: { 'content-encoding': encoding } };
    (await client.send('POST', '/v1/runs', call)).refusal(400);
  });

  test.each([
    ['null', null],
    ['a list', []],
    ['a string', 'x'],
    ['a number', 5],
    ['a flag', true],
  ])('that is %s is a 422, where there is nothing to send as well', async (_what, json) => {
    const { id } = (await client.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(
      202,
      AcceptedRun,
    );
    (await client.post('/v1/runs', json)).refusal(422);
    (await client.post('/v1/runbooks', json)).refusal(422);
    (await client.post(`/v1/runs/${id}/cancel`, json)).refusal(422);
    (await person.session.post(`/v1/api-keys/${client.issued.id}/revoke`, json)).refusal(422);
    (await person.session.post(`/v1/api-keys/${client.issued.id}/rotate`, json)).refusal(422);
  });

  test('is not needed where nothing is documented, and may be {}; its type matters only when it is there', async () => {
    const run = async () =>
      (await client.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(202, AcceptedRun).id;
    const cancel = async (call: Parameters<Client['send']>[2]) =>
      (await client.send('POST', `/v1/runs/${await run()}/cancel`, call)).status;
    expect(await cancel({})).toBe(200);
    expect(await cancel({ json: {} })).toBe(200);
    expect(await cancel({ headers: { 'content-type': 'text/plain' } })).toBe(200);
    expect(await cancel({ body: '{}', headers: { 'content-type': 'text/plain' } })).toBe(415);
    expect(await cancel({ body: '{' })).toBe(400);
    expect(await cancel({ json: { reason: 'x' } })).toBe(422);
  });

  test('with a key given twice counts the last', async () => {
    const body = '{"task":"first","executionTarget":"local","task":"second"}';
    (await client.send('POST', '/v1/runs', { body })).as(202, AcceptedRun);
    const { data } = (await client.get('/v1/runs?limit=1')).as(200, RunList);
    expect(data[0]?.task).toBe('second');
  });

  test('may be deep or odd without harm', async () => {
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

describe('the query', () => {
  test('with a known parameter given twice is refused, unknown ones are ignored', async () => {
    (await client.get('/v1/runs?limit=5&limit=5')).refusal(422, /limit/);
    (await client.get('/v1/runs?limit=5&nope=1&nope=2&cursor=x')).as(200, RunList);
    (await client.get('/v1/runs?')).as(200, RunList);
    (await client.get('/v1/runs?%6cimit=1')).as(200, RunList);
  });

  test('that cannot be decoded is a 400', async () => {
    for (const bad of ['limit=%zz', 'status=%', 'createdAfter=%ff'])
      (await client.get(`/v1/runs?${bad}`)).refusal(400);
    (await client.get('/v1/runbooks?title=%c3%28')).refusal(400);
    (await client.get('/v1/runs?nope=%zz')).as(200, RunList);
  });
});

describe('which refusal wins', () => {
  const bad = { body: '{', headers: { 'content-type': 'text/plain' } };

  test('route and method, then the key', async () => {
    (await nobody.send('POST', '/v1/nope', bad)).refusal(404);
    (await nobody.send('DELETE', '/v1/runs', bad)).refusal(405);
    (await nobody.send('POST', '/v1/runs', bad)).refusal(401);
    (await nobody.send('POST', `/v1/runs/${UNKNOWN_ID}/cancel`, { body: 'x'.repeat(MIB + 1) })).refusal(401);
  });

  test('the key, then the scope, then the form of the body', async () => {
    const reader = await person.key(['runs:read']);
    (await reader.send('POST', '/v1/runs', bad)).refusal(403, 'runs:write');
    (await reader.send('POST', `/v1/runs/${UNKNOWN_ID}/cancel`, { body: bodyOf(MIB + 1) })).refusal(403);
    const writer = await person.key(['runs:write']);
    (await writer.send('POST', '/v1/runs', bad)).refusal(415);
    (await writer.post('/v1/runs', { executionTarget: 'local', nope: 1 })).refusal(403, 'runs:local');
    (await writer.post(`/v1/runbooks/${UNKNOWN_ID}/runs`, { executionTarget: 'local' })).refusal(
      403,
      'runs:local',
    );
  });

  test('the form of the body, then the id, then the rules', async () => {
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

  test('the rules, then the state', async () => {
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

test('the rate limit is told on every answer to someone known', async () => {
  const answers = await Promise.all([
    client.get('/v1/runs'),
    client.get(`/v1/runs/${UNKNOWN_ID}`),
    client.post('/v1/runs', {}),
    client.send('POST', '/v1/runs', { body: '{' }),
    (await person.key(['runs:write'])).get('/v1/runs'),
    person.session.get('/v1/api-keys'),
  ]);
  for (const { headers } of answers) {
    expect(headers.get('ratelimit-limit')).toBe('1000000');
    expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(1_000_000);
    expect(headers.get('ratelimit-reset')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  }
  const [first, second] = [await client.get('/v1/runs'), await client.get('/v1/runs')];
  expect(Number(second.headers.get('ratelimit-remaining'))).toBe(
    Number(first.headers.get('ratelimit-remaining')) - 1,
  );
});

test('the document and the pages for people need no key', async () => {
  const response = await fetch(`${sharedStack().baseUrl}/v1/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expectCommonHeaders(response.headers);
  expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
});
