import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Route, runRoutes } from '@errand/contracts';
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
  const never = (signal: AbortSignal) => {
    requests += 1;
    asked.resolve();
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  };
  const client = {
    forward: ({ signal }) => never(signal as AbortSignal),
    stream: ({ signal }) => never(signal as AbortSignal),
    batched: (_request, signal) => never(signal),
  } as Pick<InternalClient, 'forward' | 'stream' | 'batched'> as InternalClient;
  return { client, asked: asked.promise, requests: () => requests };
}

/** A gateway that forwards every request of this route to a silent service, with a request on its way. */
async function sendToSilent(route: Route, method: string, headers: Record<string, string>) {
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
  return { silent, gateway, request, answered };
}

test.each([
  ['a read', runRoutes.getRun, 'GET', {}],
  ['an event stream', runRoutes.listRunEvents, 'GET', { accept: 'text/event-stream' }],
  ['a creation with an idempotency key', runRoutes.createRun, 'POST', { 'x-idempotency-key': 'a key' }],
])(
  '%s to a service that stays silent is answered 503 once the time for a service is over, not before',
  async (_what, route, method, headers) => {
    const { silent, gateway, request, answered } = await sendToSilent(route, method, headers);
    const deadlines = jest.getTimerCount();
    jest.advanceTimersByTime(FORWARD_TIMEOUT_MS - 1);
    await new Promise(setImmediate);
    expect(request.destroyed).toBe(false);
    expect(jest.getTimerCount()).toBe(deadlines);
    jest.advanceTimersByTime(1);
    const [response] = (await answered) as [IncomingMessage];
    // Read to its end: if the server cut the connection earlier, the test running then would fail.
    await text(response);
    expect(response.statusCode).toBe(503);
    expect(silent.requests()).toBe(1);
    jest.useRealTimers();
    await gateway.close(0);
  },
);

test('a creation without an idempotency key to a service that stays silent gets no answer, because a Run may be stored', async () => {
  const { gateway, answered } = await sendToSilent(runRoutes.createRun, 'POST', {});
  jest.advanceTimersByTime(FORWARD_TIMEOUT_MS);
  await expect(answered).rejects.toThrow('socket hang up');
  jest.useRealTimers();
  await gateway.close(0);
});
