import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PRINCIPAL_HEADER } from '@errand/contracts/internal';
import {
  INTERNAL_TOKEN,
  type StandIn,
  type TestGateway,
  jsonOf,
  startGateway,
  startStandIn,
} from './gateway.ts';

const RUN = '/v1/runs/01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e';
const FILE = `${RUN}/artifacts/${RUN.slice(9)}`;

let services: StandIn;
let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  services = await startStandIn();
  gateway = await startGateway({ services });
  ({ key } = await gateway.makeKey(await gateway.signUp(), ['runs:read', 'runs:write', 'runbooks:read']));
});
beforeEach(() => {
  services.received.length = 0;
  services.answer = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  };
});
afterAll(async () => gateway?.[Symbol.asyncDispose]());
afterAll(async () => services?.[Symbol.asyncDispose]());

describe('a forwarded request', () => {
  test('arrives unchanged, with the principal and without the key', async () => {
    const body = '{ "task" : "Zeile\\n😀", "metadata":{"__proto__":1} }';
    await gateway.asKey(key, '/v1/runs?a=%2F&b=1&b=2', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'X-Idempotency-Key': 'once',
        'X-Request-ID': 'my-id.1',
        [PRINCIPAL_HEADER]: '{"workspaceId":"someone else\'s"}',
        Cookie: 'a=b',
      },
      body,
    });
    const [received] = services.received;
    expect(received).toMatchObject({ method: 'POST', url: '/v1/runs?a=%2F&b=1&b=2', body });
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-idempotency-key': 'once',
      'x-request-id': 'my-id.1',
      authorization: `Bearer ${INTERNAL_TOKEN}`,
    });
    expect(received?.headers).not.toHaveProperty('cookie');
    const principal = JSON.parse(String(received?.headers[PRINCIPAL_HEADER])) as object;
    expect(principal).toMatchObject({ scopes: ['runs:read', 'runs:write', 'runbooks:read'] });
    expect(JSON.stringify(received)).not.toContain(key);
  });

  test('forwards a body of 1 MiB; one byte more gets 413, with or without Content-Length', async () => {
    const send = (body: NonNullable<RequestInit['body']>) =>
      gateway.asKey(key, '/v1/runs', { method: 'POST', body, duplex: 'half' });
    expect((await send(Buffer.alloc(1_048_576, 32))).status).toBe(200);
    expect(services.received[0]?.body).toHaveLength(1_048_576);
    const over = await send(Buffer.alloc(1_048_577, 32));
    const streamed = await send(new Blob([Buffer.alloc(5_000_000, 32)]).stream());
    expect([over.status, streamed.status]).toEqual([413, 413]);
    expect((await jsonOf(streamed)).detail).toMatch(/1048576/);
    expect(services.received).toHaveLength(1);
  });
});

test('services get the caller and its address from the gateway, whatever the headers of the caller claim', async () => {
  await using front = await startGateway({ services, env: { ERRAND_TRUST_PROXY: '0' } });
  const made = await front.makeKey(await front.signUp(), ['runs:read']);
  const claims = {
    'X-Forwarded-For': '192.0.2.7',
    'X-Request-ID': 'the-request',
    [PRINCIPAL_HEADER]: '{}',
    'X-Errand-Client-Address': '192.0.2.9',
  };
  expect((await front.asKey(made.key, '/v1/runs', { headers: claims })).status).toBe(200);
  const [received] = services.received;
  expect(JSON.parse(String(received?.headers[PRINCIPAL_HEADER]))).toMatchObject({
    keyId: made.id,
    keyPrefix: made.prefix,
    address: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/),
  });
  expect(received?.headers['x-request-id']).toBe('the-request');
});

describe('a forwarded answer', () => {
  test('keeps its status, body and the headers of the contract, and no others', async () => {
    services.answer = (_request, response) => {
      response
        .writeHead(202, {
          'Content-Type': 'application/json',
          Location: '/v1/runs/1',
          'Idempotency-Replayed': 'true',
          'Set-Cookie': 'internal=1',
          'X-Powered-By': 'secret',
        })
        .end('{"id":1}');
    };
    const response = await gateway.asKey(key, '/v1/runs', { method: 'POST' });
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('{"id":1}');
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      location: '/v1/runs/1',
      'idempotency-replayed': 'true',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      'ratelimit-limit': '1200',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('passes binary data on unchanged', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abc');
    services.answer = (_request, response) => {
      response
        .writeHead(200, {
          'Content-Type': 'image/png',
          'Content-Disposition': 'attachment; filename="a.png"',
        })
        .end(bytes);
    };
    const response = await gateway.asKey(key, FILE);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.png"');
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0);
  });

  test('has no body after HEAD', async () => {
    const response = await gateway.asKey(key, '/v1/runs', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(services.received[0]?.method).toBe('HEAD');
  });

  test('does not report a wrong internal token as a wrong key', async () => {
    services.answer = (_request, response) => void response.writeHead(401).end();
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(503);
  });
});

describe('a live stream', () => {
  test('is passed on immediately, and ended at its source when the reader leaves', async () => {
    let left = false;
    services.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('id: 1\ndata: {}\n\n');
      response.on('close', () => {
        left = true;
      });
    };
    const reader = new AbortController();
    const response = await gateway.asKey(key, `${RUN}/events`, {
      headers: { Accept: 'text/event-stream', 'Last-Event-ID': '7' },
      signal: reader.signal,
    });
    const first = await response.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('id: 1\ndata: {}\n\n');
    expect(services.received[0]?.headers['last-event-id']).toBe('7');
    expect(left).toBe(false);
    reader.abort();
    await waitFor('the reader to have left', () => left);
  });

  test('ends when its key is revoked on any gateway', async () => {
    services.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': hello\n\n');
    };
    const ada = await gateway.signUp();
    const made = await gateway.makeKey(ada, ['runs:read']);
    const response = await gateway.asKey(made.key, `${RUN}/events`, {
      headers: { Accept: 'text/event-stream' },
    });
    await using other = await startGateway({ database: gateway.database });
    expect((await other.asPerson(ada, `/v1/api-keys/${made.id}/revoke`)).status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect((await gateway.asKey(made.key, `${RUN}/events`)).status).toBe(401);
  });

  test('does not delay the shutdown of a gateway', async () => {
    services.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': hello\n\n');
    };
    // Longer than a test may take.
    await using brief = await startGateway({ services, env: { ERRAND_SHUTDOWN_GRACE_MS: '3600000' } });
    const made = await brief.makeKey(await brief.signUp(), ['runs:read']);
    const response = await brief.asKey(made.key, `${RUN}/events`, {
      headers: { Accept: 'text/event-stream' },
    });
    expect(response.status).toBe(200);
  });

  test('leaves connections for other calls, however many streams are open', async () => {
    services.answer = (request, response) => {
      if (request.headers.accept !== 'text/event-stream') response.end('{}');
      else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': hello\n\n');
    };
    const reader = new AbortController();
    await Promise.all(
      Array.from({ length: 80 }, () =>
        gateway.asKey(key, `${RUN}/events`, {
          headers: { Accept: 'text/event-stream' },
          signal: reader.signal,
        }),
      ),
    );
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(200);
    reader.abort();
  });
});

test('downloads whose clients stop reading do not block other requests', async () => {
  const file = Buffer.alloc(12 * 1024 * 1024);
  services.answer = (request, response) => void response.end(request.url === FILE ? file : '{}');
  const { hostname, port } = new URL(gateway.url);
  const readers = Array.from({ length: 64 }, () => {
    const reader = connect(Number(port), hostname).pause();
    reader.write(`GET ${FILE} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    return reader;
  });
  try {
    await waitFor('all downloads', () => services.received.length === readers.length);
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(200);
  } finally {
    for (const reader of readers) reader.destroy();
  }
});

describe('while a service is unavailable', () => {
  test('routes of an unavailable service answer 503 with Retry-After, the gateway stays ready', async () => {
    await using alone = await startGateway();
    const made = await alone.makeKey(await alone.signUp(), ['runs:read']);
    const response = await alone.asKey(made.key, '/v1/runs');
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect((await jsonOf(response)).detail).not.toMatch(/ECONN|127\.0\.0\.1|runs/);
    expect((await alone.fetch('/readyz')).status).toBe(200);
  });

  test('a service that accepts connections and never responds yields 503', async () => {
    // A socket that reads nothing would never notice its end, and keep this process running.
    const mute = createServer((socket) => void socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const url = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    await using alone = await startGateway({ env: { ERRAND_RUNS_URL: url } });
    const made = await alone.makeKey(await alone.signUp(), ['runs:read']);
    expect((await alone.asKey(made.key, '/v1/runs')).status).toBe(503);
    mute.close();
  });
});

describe('when a service is lost in the middle of a request', () => {
  const json = { 'Content-Type': 'application/json' };
  const create = (headers: Record<string, string>) =>
    gateway.asKey(key, '/v1/runs', {
      method: 'POST',
      headers: { ...json, ...headers },
      body: '{"task":"x"}',
    });
  beforeEach(() => {
    services.answer = () => services.disconnect();
  });

  test('a request with an idempotency key gets 503, so that it can be retried', async () => {
    expect((await create({ 'X-Idempotency-Key': 'again' })).status).toBe(503);
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(503);
  });

  test('a request without a key gets no response, because it may have been accepted', async () => {
    await expect(create({})).rejects.toThrow('fetch failed');
  });
});

describe('the pages of the gateway', () => {
  test.each([
    ['/', ['style']],
    ['/docs', ['style', 'script']],
  ])('%s is a page that may load its own %p and nothing else', async (path, own) => {
    const response = await gateway.fetch(path);
    const html = await response.text();
    const allowed = own.map((tag) => {
      const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? [];
      return `${tag}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'; `;
    });
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; ${allowed.join('')}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });
});
