import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { runRoutes } from '@errand/contracts';
import { FORWARD_TIMEOUT_MS, type Principal } from '@errand/contracts/internal';
import { type InternalClient, createLogger, startHttpServer } from '@errand/service-kit';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createForward } from '../src/http/forward.ts';

const log = createLogger('test', 'silent');

afterEach(() => void jest.useRealTimers());

/** A service that has a request and never answers; `asked` resolves when it has one. */
function startSilent() {
  const asked = Promise.withResolvers<void>();
  let requests = 0;
  const never = (signal: unknown) => {
    requests += 1;
    asked.resolve();
    return new Promise<never>((_resolve, reject) => {
      (signal as AbortSignal).addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const client = {
    forward: ({ signal }) => never(signal),
    stream: ({ signal }) => never(signal),
    batched: (_request, signal) => never(signal),
  } as Pick<InternalClient, 'forward' | 'stream' | 'batched'> as InternalClient;
  return { client, asked: asked.promise, requests: () => requests };
}

test.each([
  ['a read', runRoutes.getRun, 'GET', {}],
  ['an event stream', runRoutes.listRunEvents, 'GET', { accept: 'text/event-stream' }],
  ['a creation in a batch', runRoutes.createRun, 'POST', { 'content-type': 'application/json' }],
])(
  '%s to a service that stays silent is answered 503 once the time for a service is over, not before',
  async (_what, route, method, headers) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const silent = startSilent();
    const forward = createForward(log, new AbortController().signal, 'http://localhost');
    const gateway = await startHttpServer({
      host: '127.0.0.1',
      port: 0,
      log,
      handle: (request, response) =>
        forward(silent.client, route, {} as Principal, request, response, () => Promise.resolve(true)),
    });
    const request = send(gateway.url, { method, headers });
    const answered = once(request, 'response');
    request.end(method === 'POST' ? '{"task":"x"}' : undefined);
    await silent.asked;
    const deadlines = jest.getTimerCount();
    jest.advanceTimersByTime(FORWARD_TIMEOUT_MS - 1);
    await new Promise(setImmediate);
    expect(request.destroyed).toBe(false);
    expect(jest.getTimerCount()).toBe(deadlines);
    jest.advanceTimersByTime(1);
    const [response] = (await answered) as [IncomingMessage];
    // Read to its end: a connection that the server cuts before fails whatever test runs then.
    await text(response);
    expect(response.statusCode).toBe(503);
    expect(silent.requests()).toBe(1);
    jest.useRealTimers();
    await gateway.close(0);
  },
);
