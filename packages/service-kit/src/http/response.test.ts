import { afterEach, expect, test } from '@jest/globals';
import { createLogger } from '../logging.ts';
import { createApp } from './app.ts';
import { ApiResponse } from './response.ts';
import { type HttpServer, type RequestHandler, startHttpServer } from './server.ts';

let server: HttpServer | undefined;
afterEach(() => server?.close(0));

async function answerOf(handle: RequestHandler): Promise<Headers> {
  server = await startHttpServer({ host: '127.0.0.1', port: 0, log: createLogger('test', 'silent'), handle });
  const { headers } = await fetch(server.url, { headers: { 'x-request-id': 'id-1' } });
  return headers;
}

test('a response has the headers of every answer, those that were added, and its own', async () => {
  const headers = await answerOf((_request, response) => {
    ApiResponse.add(response, ['RateLimit-Limit', '60']);
    response.writeHead(202, { 'Content-Type': 'text/plain', 'Retry-After': undefined }).end('accepted');
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-request-id': 'id-1',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'ratelimit-limit': '60',
    'content-type': 'text/plain',
  });
  expect(headers.has('retry-after')).toBe(false);
});

test('a response without a head of its own has the headers of every answer', async () => {
  const headers = await answerOf((_request, response) => void response.end());
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a response overrides a header of every answer, whatever its case', async () => {
  const headers = await answerOf(
    (_request, response) => void response.writeHead(200, { 'cache-control': 'no-cache' }).end(),
  );
  expect(headers.get('cache-control')).toBe('no-cache');
});

test('a response keeps the headers that were set before its head', async () => {
  const headers = await answerOf((_request, response) => {
    response.setHeader('Allow', 'GET');
    response.writeHead(405, { 'Content-Type': 'text/plain' }).end();
  });
  expect(headers.get('allow')).toBe('GET');
  expect(headers.get('content-type')).toBe('text/plain');
  expect(headers.get('x-request-id')).toBe('id-1');
});

test('an Express route sees and removes the headers of every answer', async () => {
  const log = createLogger('test', 'silent');
  const app = createApp({
    log,
    checks: {},
    mount: (express) =>
      void express.use((_request, response) => {
        const before = String(response.getHeader('Cache-Control'));
        response.removeHeader('Cache-Control');
        response.setHeader('Before', before).end();
      }),
  });
  const headers = await answerOf(app);
  expect(headers.get('before')).toBe('no-store');
  expect(headers.has('cache-control')).toBe(false);
  expect(headers.get('x-request-id')).toBe('id-1');
});
