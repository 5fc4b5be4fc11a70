import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@errand/service-kit';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { monotonicMs } from '../src/execution/clock.ts';
import { type Watchdog, startWatchdog } from '../src/execution/watchdog.ts';

const LEASE_MS = 800;
const KILLED_AFTER_MS = LEASE_MS * 1.25;
/** The event loop is blocked for no longer, so that the test can fail. */
const BLOCKED_MS = 20_000;

let folder: string;
let browser: ChildProcess;
let childOfBrowser: number;
let watchdog: Watchdog;
let exited: Promise<unknown[]>;

/** Stands for the runs service. */
interface Asked {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  lease: unknown;
  body: string;
  browserHasEnded: boolean;
}
let server: Server;
let asked: Asked[];
let statuses: number[];
/** The service has answered a report with its thanks, so that the watchdog ends. */
let isTaken: boolean;
let url: string;
beforeEach(async () => {
  asked = [];
  statuses = [];
  isTaken = false;
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url: place, headers } = request;
      const browserHasEnded = [browser.pid, childOfBrowser].every(hasEnded);
      const { authorization, 'x-errand-lease': lease } = headers;
      asked.push({ method, url: place, authorization, lease, body, browserHasEnded });
      const status = statuses.shift() ?? 204;
      response.writeHead(status).end(() => {
        isTaken ||= status === 204;
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // As URLs are written that were parsed once: with a path.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
const nextRequest = () => once(server, 'request');
const taken = async () => {
  while (!isTaken) await delay(20);
};

const held = (leaseMs: number) => ({ id: 'run', attempt: 1, lease: 'lease', leaseMs });

/** Stands for the browser: a group whose child writes down that it lives. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'errand-watchdog-'));
  browser = spawn('/bin/sh', ['-c', `(while :; do date +%s%3N >> signs; sleep 0.05; done) & echo $!; wait`], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  exited = once(browser, 'exit');
  childOfBrowser = Number((await once(browser.stdout ?? browser, 'data'))[0]);
  watchdog = startWatchdog(
    () => browser.pid ?? null,
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

const lastSign = async () =>
  Number((await readFile(path.join(folder, 'signs'), 'utf8')).trim().split('\n').at(-1));

/** Whether a process is gone or only waits for its parent to clear it away. */
const hasEnded = (pid: number | undefined): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return true;
  }
};

/** As a loop that never ends would, for as long as it goes on. */
const blockEventLoop = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('kills the browser of a lapsed lease, with all its processes, while the event loop is blocked', async () => {
  const pids = [browser.pid, childOfBrowser];
  expect(pids.map(hasEnded)).toEqual([false, false]);
  const began = monotonicMs();
  watchdog.hold(held(LEASE_MS), began);
  const lasts = () => monotonicMs() - began;
  while (!pids.every(hasEnded) && lasts() < BLOCKED_MS) blockEventLoop(20);
  expect(lasts()).toBeGreaterThan(LEASE_MS);
  expect(pids.map(hasEnded)).toEqual([true, true]);
  expect(await exited).toEqual([null, 'SIGKILL']);
});

test('leaves it alone while beats are accepted, and when the Run was stopped in time', async () => {
  const leaseMs = 3_000;
  const hold = watchdog.hold(held(leaseMs), monotonicMs());
  const stopped = watchdog.hold(held(leaseMs), monotonicMs());
  for (let beats = 0; beats < 10; beats += 1) {
    blockEventLoop(500);
    hold.accepted(monotonicMs());
    if (beats === 2) stopped.release();
  }
  const seen = await lastSign();
  while ((await lastSign()) === seen && browser.signalCode === null) await delay(20);
  expect(browser.signalCode).toBeNull();
  hold.release();
});

test('a lease that had lapsed before it was told of ends the browser at once', async () => {
  watchdog.hold(held(LEASE_MS), monotonicMs() - KILLED_AFTER_MS);
  expect(await exited).toEqual([null, 'SIGKILL']);
});

const holdElsewhere = async (leaseMs: number): Promise<ChildProcess> => {
  const holder = fork(path.join(import.meta.dirname, 'hold-browser.ts'), [
    String(browser.pid),
    String(leaseMs),
    url,
  ]);
  await once(holder, 'message');
  return holder;
};

test('kills the browser of an executor that is stopped', async () => {
  const holder = await holdElsewhere(LEASE_MS);
  try {
    holder.kill('SIGSTOP');
    expect(await exited).toEqual([null, 'SIGKILL']);
  } finally {
    holder.kill('SIGKILL');
  }
});

test('kills the browser of an executor that was killed, without waiting for its lease', async () => {
  const holder = await holdElsewhere(3_600_000);
  holder.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  await taken();
});

describe('speaks for the executor to the runs service:', () => {
  test('reports the loss of an executor that was killed once the browser is dead, and again until it is taken', async () => {
    statuses = [503, 500, 204];
    const holder = await holdElsewhere(3_600_000);
    holder.kill('SIGKILL');
    await taken();
    expect(asked).toHaveLength(3);
    for (const { body, ...request } of asked) {
      expect(request).toEqual({
        method: 'POST',
        url: '/internal/runs/run/loss',
        authorization: 'Bearer token',
        lease: 'lease',
        browserHasEnded: true,
      });
      expect(JSON.parse(body)).toEqual({ attempt: 2, executorId: 'me', events: 5 });
    }
  });

  test('asks only for what is in the queue for sure when the rest does not come', async () => {
    statuses = Array.from({ length: 1_000 }, () => 503);
    const holder = await holdElsewhere(3_600_000);
    holder.kill('SIGKILL');
    const events = () => asked.map(({ body }) => (JSON.parse(body) as { events: number }).events);
    while (!events().includes(3)) await nextRequest();
    statuses = [];
    await taken();
    expect(new Set(events())).toEqual(new Set([5, 3]));
  });

  test('kills the browser of an executor that stands still when its Run was cancelled', async () => {
    const holder = await holdElsewhere(3_600_000);
    try {
      holder.kill('SIGSTOP');
      await nextRequest();
      expect(browser.signalCode).toBeNull();
      statuses = [409];
      expect(await exited).toEqual([null, 'SIGKILL']);
      expect(asked.at(-1)?.url).toBe('/internal/runs/run/lease?attempt=2&executorId=me');
    } finally {
      holder.kill('SIGKILL');
    }
  });
});
