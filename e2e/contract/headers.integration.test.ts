import { ErrorBody } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client, expectCommonHeaders } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { sendRaw } from './raw.ts';
import { MIB, UNKNOWN_ID, bodyOf } from './samples.ts';

const anonymous = new Client();
let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

describe('X-Request-ID', () => {
  const good = ['a', 'A-z.0_9', '0'.repeat(128), '..', '-'];
  const bad = ['', 'a b', 'a/b', 'é', '0'.repeat(129), 'a,b', '"a"', 'a:b'];
  const requests: [string, (id: string) => Promise<unknown>, number][] = [
    ['a success', (id) => client.get('/v1/runs', { 'x-request-id': id }), 200],
    ['an unknown route', (id) => client.get('/v1/nope', { 'x-request-id': id }), 404],
    ['a wrong method', (id) => client.send('DELETE', '/v1/runs', { headers: { 'x-request-id': id } }), 405],
    ['no key', (id) => anonymous.get('/v1/runs', { 'x-request-id': id }), 401],
    [
      'broken JSON',
      (id) => client.send('POST', '/v1/runs', { body: '{', headers: { 'x-request-id': id } }),
      400,
    ],
    ['a broken rule', (id) => client.post('/v1/runs', {}, { 'x-request-id': id }), 422],
    [
      'a body that is too large',
      (id) => client.send('POST', '/v1/runs', { body: bodyOf(MIB + 1), headers: { 'x-request-id': id } }),
      413,
    ],
  ];
  test.each(requests)('is echoed when valid and generated otherwise on %s', async (_what, send, status) => {
    for (const id of [...good, ...bad]) expect(await send(id)).toMatchObject({ status });
  });

  test('is unique to each request when it is generated', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => anonymous.get('/v1/runs')));
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20);
  });

  test('is generated when the header is sent twice', async () => {
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
    ['an unknown expectation', `POST /v1/runs ${HEAD}Expect: tea\r\nConnection: close\r\n\r\n`, 417],
    ['no Host', 'GET /v1/runs HTTP/1.1\r\nX-Request-ID: mine-1\r\nConnection: close\r\n\r\n', 400],
  ])('is echoed for malformed HTTP: %s', async (_what, bytes, status) => {
    const answer = await sendRaw(bytes);
    expect(answer.status).toBe(status);
    expectCommonHeaders(answer.headers, 'mine-1');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    ErrorBody.parse(JSON.parse(answer.text));
  });
});

test('every answer to an authenticated request has the rate limit headers', async () => {
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
