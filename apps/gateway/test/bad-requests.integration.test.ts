import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TestGateway, jsonOf, startGateway } from './gateway.ts';

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  ({ cookie } = await gateway.signUp());
});
afterAll(async () => gateway?.[Symbol.asyncDispose]());

/** Sends bytes as they are and reads until the other side ends. */
async function exchange(bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket: Socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return text(socket);
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const HOST = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a header without a colon', `GET /v1/runs HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, 400],
  ['a control character in a header', `GET /v1/runs HTTP/1.1\r\n${HOST}X-A: \u0001\r\n\r\n`, 400],
  ['headers over 16 KiB', `GET /v1/runs HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a target over 16 KiB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  ['an unknown method', `BREW /v1/runs HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['an unusual method', `PROPFIND /v1/runs HTTP/1.1\r\n${HOST}\r\n`, 405],
  ['another version', `GET /v1/runs HTTP/9.9\r\n${HOST}\r\n`, 400],
  ['no Host', 'GET /v1/runs HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two Hosts', `GET /v1/runs HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`, 400],
  ['two lengths', `POST /v1/runs HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  [
    'a length and chunks',
    `POST /v1/runs HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['another expectation', `POST /v1/runs HTTP/1.1\r\n${HOST}Expect: tea\r\nContent-Length: 0\r\n\r\n`, 417],
  ['a whole URL as target', `GET http://evil.example/v1/runs HTTP/1.1\r\n${HOST}\r\n`, 404],
  ['a broken escape', `GET /v1/runs/%zz HTTP/1.1\r\n${HOST}\r\n`, 401],
  ['bytes above ASCII', Buffer.from(`GET /v1/runs/\u00ff HTTP/1.1\r\n${HOST}\r\n`, 'latin1'), 400],
])('%s', async (_what, bytes, status) => {
  const answer = await exchange(bytes);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^X-Request-ID: [0-9a-f-]{36}\r?$/m);
  expect(head).toMatch(/^Content-Type: application\/json/m);
  expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
});

test('a request with two Authorization headers is not authenticated, whichever of them is valid', async () => {
  const { key } = await gateway.makeKey(await gateway.signUp(), ['runs:read']);
  const valid = `Authorization: Bearer ${key}\r\n`;
  const statusWith = async (headers: string): Promise<string | undefined> =>
    (await exchange(`GET /v1/me HTTP/1.1\r\n${HOST}${headers}\r\n`)).split(' ')[1];
  expect(await statusWith(valid)).toBe('200');
  expect(await statusWith(`${valid}Authorization: Bearer x\r\n`)).toBe('401');
  expect(await statusWith(`Authorization: Bearer x\r\n${valid}`)).toBe('401');
  expect(await statusWith(valid + valid)).toBe('401');
});

const DEEP = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
const bomb = gzipSync(Buffer.alloc(50_000_000));

test.each([
  ['broken JSON', '{"name":', {}, 400],
  ['nothing', '', {}, 400],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400],
  ['text', 'name=x', { 'Content-Type': 'text/plain' }, 415],
  ['no type', '{}', { 'Content-Type': '' }, 415],
  ['a compressed bomb', bomb, { 'Content-Encoding': 'gzip' }, 400],
  ['JSON 40,000 levels deep', DEEP, {}, 422],
  ['an object 40,000 levels deep', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, {}, 422],
  ['a list', '[]', {}, 422],
  ['null', 'null', {}, 422],
  ['__proto__', '{"name":"x","scopes":["runs:read"],"__proto__":{}}', {}, 422],
  ['a lone surrogate', '{"name":"\\ud800","scopes":["runs:read"]}', {}, 422],
  ['a NUL', '{"name":"\\u0000","scopes":["runs:read"]}', {}, 422],
])('a body of %s', async (_what, body, headers: Record<string, string>, status) => {
  const response = await gateway.fetch('/v1/api-keys', {
    method: 'POST',
    headers: { cookie, origin: gateway.origin, 'Content-Type': 'application/json', ...headers },
    body,
  });
  expect(response.status).toBe(status);
  expect(await jsonOf(response)).toEqual({ detail: expect.any(String) });
  expect(response.headers.get('RateLimit-Limit')).toBe('1200');
});

test.each([
  ['broken JSON', '{"name":', 400],
  ['another shape', '[1]', 400],
  ['depth', DEEP, 422],
])('a sign-up of %s is refused in JSON', async (_what, body, status) => {
  const response = await gateway.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(response.status).toBe(status);
  expect(await jsonOf(response)).toMatchObject({ detail: expect.any(String) });
});

test.each([
  ['a query', 'GET', 'device?user_code=%00', undefined, ''],
  ['a body', 'POST', 'device/token', 'application/json', String.raw`"device_code":"\u0000"`],
  ['a body', 'POST', 'device/token', 'application/json', String.raw`"device_code":"\ud800"`],
])('%s with a character that cannot be stored returns 422: %#', async (_what, method, path, type, field) => {
  const response = await gateway.fetch(`/api/auth/${path}`, {
    method,
    ...(type !== undefined && {
      headers: { 'Content-Type': type },
      body: `{"client_id":"errand-cli","grant_type":"${DEVICE_GRANT}",${field}}`,
    }),
  });
  expect([response.status, (await jsonOf(response)).detail]).toEqual([
    422,
    expect.stringContaining('must not contain NUL'),
  ]);
});

test('keys given twice: the last counts; an emoji is one character', async () => {
  const response = await gateway.fetch('/v1/api-keys', {
    method: 'POST',
    headers: { cookie, origin: gateway.origin, 'Content-Type': 'application/json' },
    body: `{"name":"first","scopes":["runs:read"],"name":"${'😀'.repeat(100)}"}`,
  });
  expect(response.status).toBe(201);
  expect((await jsonOf<{ name: string }>(response)).name).toBe('😀'.repeat(100));
});

describe('routes', () => {
  test.each([
    ['GET', '/v1/nothing', 404],
    ['GET', '/v1', 404],
    ['GET', '/v1/', 404],
    ['GET', '/v1/runs/', 404],
    ['GET', '/V1/runs', 404],
    ['GET', '//v1/runs', 404],
    ['DELETE', '/v1/runs', 405],
    ['OPTIONS', '/v1/runs', 405],
    ['PATCH', '/v1/runs/01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e', 405],
    ['GET', '/v1/runbooks/validate', 405],
    ['POST', '/v1/openapi.json', 405],
    ['GET', '/nothing', 404],
    ['GET', '/internal/runs', 404],
    ['GET', '/operator/queues', 404],
    ['GET', '/operator/queues/api/queues', 404],
    ['GET', '//operator/queues', 404],
    ['GET', '/v1/runs/%2e%2e/%2e%2e/operator/queues', 404],
  ])('%s %s is %d without a key', async (method, path, status) => {
    const response = await gateway.fetch(path, { method });
    expect(response.status).toBe(status);
    expect(await jsonOf(response)).toEqual({ detail: expect.any(String) });
    expect(response.headers.has('Allow')).toBe(status === 405);
    expect(response.headers.get('X-Request-ID')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("the preview's routes are unknown when the operator switches it off", async () => {
    await using without = await startGateway({ env: { ERRAND_PREVIEW_RUNBOOKS: 'off' } });
    const response = await without.fetch('/v1/runbooks');
    expect(response.status).toBe(404);
    const { paths } = await jsonOf<{ paths: object }>(await without.fetch('/v1/openapi.json'));
    expect(Object.keys(paths).filter((path) => path.includes('runbook'))).toEqual([]);
    expect(Object.keys(paths)).toContain('/v1/runs');
  });

  test.each(['no good!', 'x'.repeat(129), ''])('a request id like %j is replaced', async (given) => {
    const response = await gateway.fetch('/v1/runs', { headers: { 'X-Request-ID': given } });
    expect(response.headers.get('X-Request-ID')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('the gateway still works after malformed requests', async () => {
  expect((await gateway.fetch('/readyz')).status).toBe(200);
});
