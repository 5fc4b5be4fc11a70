import { createApp, createLogger, startHttpServer } from '@errand/service-kit';
import { afterEach, expect, test } from '@jest/globals';

const log = createLogger('test', 'silent');
function here() {
  return Promise.resolve();
}
function away() {
  return Promise.reject(new Error('ECONNREFUSED 10.0.0.7:5432'));
}
function throws(): never {
  throw new Error('the pool is closed');
}

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function ask(path: string, health: Pick<Parameters<typeof createApp>[0], 'checks' | 'optional'>) {
  const handle = createApp({ ...health, log, mount: () => undefined });
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, log, handle });
  close = () => server.close(0);
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, body: await response.json() };
}

test('a service is not ready without a required dependency, and reveals only its name', async () => {
  expect(await ask('/readyz', { checks: { database: away }, optional: { queue: here } })).toEqual({
    status: 503,
    body: { status: 'unavailable', checks: { database: 'unavailable', queue: 'ok' } },
  });
});

test('a service is ready without an optional dependency, and names it', async () => {
  expect(await ask('/readyz', { checks: { database: here }, optional: { queue: away } })).toEqual({
    status: 200,
    body: { status: 'ok', checks: { database: 'ok', queue: 'unavailable' } },
  });
});

test('a dependency that never answers counts as unavailable before the probe times out', async () => {
  const silent = () => new Promise(() => {});
  expect(await ask('/readyz', { checks: { database: here }, optional: { queue: silent } })).toMatchObject({
    status: 200,
    body: { checks: { queue: 'unavailable' } },
  });
});

test('a required check that throws before it returns a promise counts as unavailable', async () => {
  expect(await ask('/readyz', { checks: { database: throws }, optional: { queue: here } })).toEqual({
    status: 503,
    body: { status: 'unavailable', checks: { database: 'unavailable', queue: 'ok' } },
  });
});

test('an optional check that throws before it returns a promise counts as unavailable', async () => {
  expect(await ask('/readyz', { checks: { database: here }, optional: { queue: throws } })).toEqual({
    status: 200,
    body: { status: 'ok', checks: { database: 'ok', queue: 'unavailable' } },
  });
});

test('a service without its database is alive, because a restart would not help', async () => {
  expect(await ask('/healthz', { checks: { database: away } })).toMatchObject({ status: 200 });
});
