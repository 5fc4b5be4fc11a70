import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@errand/wait-for';
import { type InternalClient, createInternalClient, createLogger } from '@errand/service-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Lease, keepLease } from '../src/lease.ts';
import { monotonicMs } from '../src/clock.ts';
import type { Watchdog } from '../src/watchdog.ts';

const run = { id: 'run', attempt: 1, lease: 'lease', leaseMs: 60_000, heartbeatIntervalMs: 500 };
/** What is left of a lease whose claim was sent long ago. */
const LEFT_MS = 3_000;

let server: Server;
let status: number;
let runs: InternalClient;
let holds: string[];
let lost: PromiseWithResolvers<number>;
let leases: Lease[];

beforeEach(async () => {
  status = 200;
  holds = [];
  leases = [];
  lost = Promise.withResolvers();
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 200 ? '{"status":"running"}' : '{"detail":"no"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  runs = createInternalClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
});
afterEach(() => {
  for (const lease of leases) lease.release();
});
afterEach(() => runs?.close());
afterEach(() => void server?.close());

const watchdog: Watchdog = {
  hold: () => ({
    accepted: () => holds.push('accepted'),
    reported: () => undefined,
    useBrowser: () => undefined,
    leaveBrowser: () => undefined,
    release: () => holds.push('released'),
  }),
  close: async () => undefined,
};

function keep(claimedAt: number): Lease {
  const context = { runs, watchdog, executorId: 'me', log: createLogger('test', 'silent') };
  const lease = keepLease(context, run, claimedAt, () => lost.resolve(monotonicMs()));
  leases.push(lease);
  return lease;
}

test('a lease is held while heartbeats are accepted and lost when one is refused', async () => {
  const claimedAt = monotonicMs() - run.leaseMs + LEFT_MS;
  const lease = keep(claimedAt);
  let isLost = false;
  void lost.promise.then(() => (isLost = true));
  const elapsedMs = () => monotonicMs() - claimedAt;
  await waitFor(
    'heartbeats for a whole lease',
    () => isLost || (elapsedMs() > run.leaseMs && holds.length >= 3),
  );
  expect(isLost).toBe(false);
  expect(lease.isHeld()).toBe(true);
  status = 409;
  await lost.promise;
  expect(holds.slice(0, 3)).toEqual(['accepted', 'accepted', 'accepted']);
});

test('a lease is lost when no heartbeat was accepted for its duration', async () => {
  status = 503;
  const claimedAt = monotonicMs() - run.leaseMs + LEFT_MS;
  const lease = keep(claimedAt);
  const lostAt = await lost.promise;
  expect(lostAt - claimedAt).toBeGreaterThanOrEqual(run.leaseMs);
  expect(lease.isHeld()).toBe(false);
});

test('a lease starts when the claim was sent, so it may have expired from the beginning', () => {
  const lease = keep(monotonicMs() - run.leaseMs);
  expect(lease.isHeld()).toBe(false);
});
