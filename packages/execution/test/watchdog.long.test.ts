import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { waitFor } from '@errand/wait-for';
import { killAfterMs } from '@errand/contracts/internal';
import { createLogger } from '@errand/service-kit';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { monotonicMs } from '../src/clock.ts';
import { type Hold, type Watchdog, startWatchdog } from '../src/watchdog.ts';

const LEASE_MS = 800;
const KILLED_AFTER_MS = killAfterMs(LEASE_MS);
/** Bounds how long the event loop is blocked, so that the test can fail. */
const BLOCKED_MS = 60_000;

let folder: string;
let browser: ChildProcess;
let childOfBrowser: number;
let watchdog: Watchdog;
let exited: Promise<unknown[]>;

/** A request to the stand-in for the runs service. */
interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  lease: unknown;
  body: string;
  browserHasEnded: boolean;
}
let server: Server;
let received: ReceivedRequest[];
let statuses: number[];
/** True once the service accepted a report, so that the watchdog ends. */
let isAccepted: boolean;
let url: string;
beforeEach(async () => {
  received = [];
  statuses = [];
  isAccepted = false;
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url: target, headers } = request;
      const browserHasEnded = [browser.pid, childOfBrowser].every(hasEnded);
      const { authorization, 'x-errand-lease': lease } = headers;
      received.push({ method, url: target, authorization, lease, body, browserHasEnded });
      const status = statuses.shift() ?? 204;
      response.writeHead(status).end(() => {
        isAccepted ||= status === 204;
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // With a trailing slash, as a parsed and formatted URL has one.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
function nextRequest() {
  return once(server, 'request');
}
async function reportAccepted() {
  await waitFor('the report to be accepted', () => isAccepted);
}

function runWith(leaseMs: number) {
  return { id: 'run', attempt: 1, lease: 'lease', leaseMs };
}

/** A stand-in for the browser: a process group whose child keeps writing the time to `signs`. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'errand-watchdog-'));
  browser = spawn('/bin/sh', ['-c', `(while :; do date +%s%3N >> signs; sleep 0.05; done) & echo $!; wait`], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  exited = once(browser, 'exit');
  // Its pipe may break when it is killed.
  browser.stdout?.on('error', () => undefined);
  childOfBrowser = Number((await once(browser.stdout ?? browser, 'data'))[0]);
  watchdog = startWatchdog(
    { runsUrl: url, token: 'token', executorId: 'me' },
    createLogger('test', 'silent'),
  );
});
afterEach(() => watchdog?.close());
afterEach(() => {
  if (browser?.pid !== undefined && browser.exitCode === null && browser.signalCode === null)
    process.kill(-browser.pid, 'SIGKILL');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Holds a Run that uses the browser. */
function holdBrowser(run: ReturnType<typeof runWith>, acceptedAt: number): Hold {
  const hold = watchdog.hold(run, acceptedAt);
  hold.useBrowser(() => browser.pid ?? null);
  return hold;
}

async function lastSign() {
  return Number((await readFile(path.join(folder, 'signs'), 'utf8')).trim().split('\n').at(-1));
}

/** Whether a process has ended; a zombie has. */
function hasEnded(pid: number | undefined): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return true;
  }
}

/** Blocks the event loop as a long computation would. */
function blockEventLoop(ms: number) {
  return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('kills the whole process group of the browser when a lease expires while the event loop is blocked', async () => {
  const pids = [browser.pid, childOfBrowser];
  expect(pids.map(hasEnded)).toEqual([false, false]);
  const startedAt = monotonicMs();
  holdBrowser(runWith(LEASE_MS), startedAt);
  const elapsedMs = () => monotonicMs() - startedAt;
  while (!pids.every(hasEnded) && elapsedMs() < BLOCKED_MS) blockEventLoop(20);
  expect(elapsedMs()).toBeGreaterThan(LEASE_MS);
  expect(pids.map(hasEnded)).toEqual([true, true]);
  expect(await exited).toEqual([null, 'SIGKILL']);
});

test('does not kill the browser while heartbeats are accepted or after the Run was released in time', async () => {
  const leaseMs = 60_000;
  const leftMs = 2_000;
  const claimedAt = monotonicMs() - killAfterMs(leaseMs) + leftMs;
  // Both leases would have the browser killed soon.
  const hold = holdBrowser(runWith(leaseMs), claimedAt);
  hold.accepted(monotonicMs());
  holdBrowser(runWith(leaseMs), claimedAt).release();
  blockEventLoop(leftMs * 1.5);
  const seen = await lastSign();
  await waitFor('the next sign', async () => (await lastSign()) !== seen || browser.signalCode !== null);
  expect(browser.signalCode).toBeNull();
  hold.release();
});

test('kills the browser at once for a lease that has already expired', async () => {
  holdBrowser(runWith(LEASE_MS), monotonicMs() - KILLED_AFTER_MS);
  expect(await exited).toEqual([null, 'SIGKILL']);
});

test('kills the browser for a lease that expires long after all other Runs were released', async () => {
  holdBrowser(runWith(60_000), monotonicMs()).release();
  // The watchdog checks nothing while no Run is held.
  blockEventLoop(500);
  holdBrowser(runWith(LEASE_MS), monotonicMs());
  expect(await exited).toEqual([null, 'SIGKILL']);
});

async function holdElsewhere(leaseMs: number, pid = String(browser.pid)): Promise<ChildProcess> {
  const holder = fork(path.join(import.meta.dirname, 'hold-browser.ts'), [pid, String(leaseMs), url]);
  await once(holder, 'message');
  return holder;
}

test('kills the browser of an executor stopped by SIGSTOP', async () => {
  const holder = await holdElsewhere(LEASE_MS);
  try {
    holder.kill('SIGSTOP');
    expect(await exited).toEqual([null, 'SIGKILL']);
  } finally {
    holder.kill('SIGKILL');
  }
});

test('kills the browser of a killed executor without waiting for the lease to expire', async () => {
  const holder = await holdElsewhere(3_600_000);
  holder.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  await reportAccepted();
});

describe('watchdog calls to the runs service', () => {
  test('the loss of a killed executor is reported after the browser is dead, until the report is accepted', async () => {
    statuses = [503, 500, 204];
    const holder = await holdElsewhere(3_600_000);
    holder.kill('SIGKILL');
    await reportAccepted();
    expect(received).toHaveLength(3);
    const events: number[] = [];
    for (const { body, ...request } of received) {
      expect(request).toEqual({
        method: 'POST',
        url: '/internal/runs/run/loss',
        authorization: 'Bearer token',
        lease: 'lease',
        browserHasEnded: true,
      });
      const report = JSON.parse(body) as { attempt: number; executorId: string; events: number };
      expect(report).toMatchObject({ attempt: 2, executorId: 'me' });
      events.push(report.events);
    }
    // Later reports may come after the time that events in flight have to arrive.
    expect(events[0]).toBe(5);
  });

  test('a loss report requires only the queued events when the events in flight do not arrive', async () => {
    statuses = Array.from({ length: 1_000 }, () => 503);
    const holder = await holdElsewhere(3_600_000);
    holder.kill('SIGKILL');
    const events = () => received.map(({ body }) => (JSON.parse(body) as { events: number }).events);
    while (!events().includes(3)) await nextRequest();
    statuses = [];
    await reportAccepted();
    expect(new Set(events())).toEqual(new Set([5, 3]));
  });

  test('the loss of a Run is reported that used no browser and reported nothing', async () => {
    const holder = await holdElsewhere(3_600_000, 'none');
    holder.kill('SIGKILL');
    await reportAccepted();
    expect(received.map(({ url: target, body }) => [target, JSON.parse(body)])).toMatchObject([
      ['/internal/runs/run/loss', { attempt: 2, events: 0 }],
    ]);
  });

  test('the browser of a stalled executor is killed when its Run was cancelled', async () => {
    const holder = await holdElsewhere(3_600_000);
    try {
      holder.kill('SIGSTOP');
      await nextRequest();
      expect(browser.signalCode).toBeNull();
      statuses = [409];
      expect(await exited).toEqual([null, 'SIGKILL']);
      expect(received.at(-1)?.url).toBe('/internal/runs/run/lease?attempt=2&executorId=me');
    } finally {
      holder.kill('SIGKILL');
    }
  });
});
