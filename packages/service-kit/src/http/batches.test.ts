import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '../logging.ts';
import { batchableBody } from './batch-calls.ts';
import { ConnectionLostError } from './connection-lost.ts';
import { type InternalClient, createInternalClient } from './internal-client.ts';
import { type HttpServer, type RequestHandler, startHttpServer } from './server.ts';

const TOKEN = 'the internal token';
const signal = new AbortController().signal;

let server: HttpServer;
let client: InternalClient;
let handle: RequestHandler;
let calls: number;

beforeEach(async () => {
  calls = 0;
  handle = async (request, response) => {
    const body = await text(request);
    response.writeHead(202, { 'content-type': 'application/json', location: request.url });
    response.end(JSON.stringify({ method: request.method, body }));
  };
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    log: createLogger('test', 'silent'),
    handle: (_request, response) => void response.writeHead(404).end(),
    batches: { token: TOKEN, handle: (request, response) => handle(request, response) },
  });
  client = createInternalClient(server.url, TOKEN);
});
afterEach(() => client.close());
afterEach(() => server.close(0));

function send(path: string, body: string | null = null, headers = {}, signalOfCall = signal) {
  return client.batched({ method: 'POST', path, headers, body }, signalOfCall);
}

test('requests of one tick get their own answers, each with its request id', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => send(`/${n}`, `größer ${n}`, { 'x-request-id': `id-${n}` })),
  );
  for (const [n, { statusCode, headers, body }] of answers.entries()) {
    expect(statusCode).toBe(202);
    expect(headers).toMatchObject({ location: `/${n}`, 'x-request-id': `id-${n}` });
    expect(JSON.parse(body)).toEqual({ method: 'POST', body: `größer ${n}` });
  }
});

test('an answer keeps each character that arrives in two pieces', async () => {
  const long = '€'.repeat(100_000);
  handle = (_request, response) => void response.writeHead(200).end(long);
  // Each id shifts the answer by a byte, so that the pieces end within a character for at least one of them.
  for (const shift of ['', 'a', 'aa']) {
    const { body } = await send('/', null, { 'x-request-id': `id${shift}` });
    expect(body === long).toBe(true);
  }
});

test('an answer does not wait for a slower request of its batch', async () => {
  const release = Promise.withResolvers<void>();
  const answerAtOnce = handle;
  handle = async (request, response) => {
    if (request.url === '/slow') await release.promise;
    await answerAtOnce(request, response);
  };
  const slow = send('/slow');
  const quick = await Promise.all([send('/1'), send('/2')]);
  expect(quick.map(({ statusCode }) => statusCode)).toEqual([202, 202]);
  release.resolve();
  expect((await slow).headers['location']).toBe('/slow');
});

test('a request waits for no call of which another request is answered already', async () => {
  const release = Promise.withResolvers<void>();
  const answerAtOnce = handle;
  handle = async (request, response) => {
    if (request.url?.startsWith('/slow')) await release.promise;
    await answerAtOnce(request, response);
  };
  const slow = [];
  for (let n = 0; n < 10; n += 1) {
    slow.push(send(`/slow/${n}`));
    expect((await send('/quick')).statusCode).toBe(202);
  }
  release.resolve();
  await Promise.all(slow);
});

test('requests are answered 401 when the token is wrong', async () => {
  const stranger = createInternalClient(server.url, 'another token');
  const answer = await stranger.batched({ method: 'GET', path: '/', headers: {}, body: null }, signal);
  expect(answer.statusCode).toBe(401);
  await stranger.close();
});

test('the outcome of unanswered requests is unknown when the connection breaks', async () => {
  const answerAtOnce = handle;
  const held = Promise.withResolvers<void>();
  handle = async (request, response) => {
    if (request.url === '/answered') await answerAtOnce(request, response);
    else await held.promise;
  };
  const lost = send('/lost').catch((error: unknown) => error);
  await send('/answered');
  await server.close(0);
  expect(await lost).toBeInstanceOf(ConnectionLostError);
  held.resolve();
});

test('a request that is aborted before its batch leaves is never sent', async () => {
  const seen: string[] = [];
  const answerAtOnce = handle;
  handle = async (request, response) => {
    seen.push(request.url ?? '');
    await answerAtOnce(request, response);
  };
  const left = new AbortController();
  const abandoned = send('/left', null, {}, left.signal);
  left.abort(new Error('The caller has left.'));
  await expect(abandoned).rejects.toMatchObject({ status: 503 });
  await send('/next');
  expect(seen).toEqual(['/next']);
});

test('a request that is aborted after its batch left rejects with the reason of its caller', async () => {
  const seen = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  handle = async (_request, response) => {
    seen.resolve();
    await release.promise;
    response.writeHead(202).end();
  };
  const left = new AbortController();
  const reason = new Error('The caller has left.');
  const abandoned = send('/left', null, {}, left.signal).catch((error: unknown) => error);
  await seen.promise;
  left.abort(reason);
  expect(await abandoned).toBe(reason);
  release.resolve();
});

test('requests that arrive while four calls are in progress share the next ones', async () => {
  const release = Promise.withResolvers<void>();
  const counting = createInternalClient(server.url, TOKEN);
  const answerAtOnce = handle;
  handle = async (request, response) => {
    calls += 1;
    await release.promise;
    await answerAtOnce(request, response);
  };
  const sent = [];
  for (let n = 0; n < 4; n += 1) {
    sent.push(counting.batched({ method: 'GET', path: `/${n}`, headers: {}, body: null }, signal));
    while (calls <= n) await new Promise((resolve) => setImmediate(resolve));
  }
  sent.push(counting.batched({ method: 'GET', path: '/waiting', headers: {}, body: null }, signal));
  for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toBe(4);
  release.resolve();
  await Promise.all(sent);
  expect(calls).toBe(5);
  await counting.close();
});

test.each([
  ['an empty body', Buffer.alloc(0), null],
  ['short text', Buffer.from('{"task":"Ü"}'), '{"task":"Ü"}'],
  ['a large body', Buffer.alloc(10_000, 'a'), undefined],
  ['bytes that are not UTF-8', Buffer.from([0xff]), undefined],
])('large bodies and those that are not UTF-8 are not batched: %s', (_which, body, expected) => {
  expect(batchableBody(body)).toBe(expected);
});
