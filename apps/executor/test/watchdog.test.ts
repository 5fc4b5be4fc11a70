import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@errand/service-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Watchdog, monotonicMs, startWatchdog } from '../src/execution/watchdog.ts';

const LEASE_MS = 800;
const KILLED_AFTER_MS = LEASE_MS * 1.25;

let folder: string;
let browser: ChildProcess;
let watchdog: Watchdog;
let exited: Promise<unknown[]>;

/** Stands for the browser: a group whose child writes down that it lives. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'errand-watchdog-'));
  browser = spawn('/bin/sh', ['-c', `(while :; do date +%s%3N >> signs; sleep 0.05; done) & echo up; wait`], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  exited = once(browser, 'exit');
  await once(browser.stdout ?? browser, 'data');
  watchdog = startWatchdog(() => browser.pid ?? null, createLogger('test', 'silent'));
});
afterEach(() => watchdog?.close());
afterEach(() => {
  if (browser?.pid !== undefined && browser.exitCode === null && browser.signalCode === null)
    process.kill(-browser.pid, 'SIGKILL');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lastSign = async () =>
  Number((await readFile(path.join(folder, 'signs'), 'utf8')).trim().split('\n').at(-1));

/** As a loop that never ends would, for as long as it goes on. */
const blockEventLoop = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('kills the browser of a lapsed lease, with all its processes, while the event loop is blocked', async () => {
  const began = Date.now();
  watchdog.hold(LEASE_MS, monotonicMs());
  blockEventLoop(3_000);
  const died = await lastSign();
  expect(died - began).toBeGreaterThan(LEASE_MS);
  expect(died - began).toBeLessThan(2_500);
  expect(await exited).toEqual([null, 'SIGKILL']);
});

test('leaves it alone while beats are accepted, and when the Run was stopped in time', async () => {
  const hold = watchdog.hold(LEASE_MS, monotonicMs());
  const stopped = watchdog.hold(LEASE_MS, monotonicMs());
  for (let beats = 0; beats < 8; beats += 1) {
    blockEventLoop(KILLED_AFTER_MS / 4);
    hold.accepted(monotonicMs());
    if (beats === 2) stopped.release();
  }
  expect(browser.signalCode).toBeNull();
  expect(Date.now() - (await lastSign())).toBeLessThan(500);
  hold.release();
});

test('a lease that had lapsed before it was told of ends the browser at once', async () => {
  watchdog.hold(LEASE_MS, monotonicMs() - KILLED_AFTER_MS);
  expect(await exited).toEqual([null, 'SIGKILL']);
});

const holdElsewhere = async (leaseMs: number): Promise<ChildProcess> => {
  const holder = fork(path.join(import.meta.dirname, 'hold-browser.ts'), [
    String(browser.pid),
    String(leaseMs),
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
});
