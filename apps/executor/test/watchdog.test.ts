import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@errand/service-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Watchdog, monotonicMs, startWatchdog } from '../src/execution/watchdog.ts';

const LEASE_MS = 800;
const KILLED_AFTER_MS = LEASE_MS * 1.25;
/** The event loop is blocked for no longer, so that the test can fail. */
const BLOCKED_MS = 20_000;

let folder: string;
let browser: ChildProcess;
let childOfBrowser: number;
let watchdog: Watchdog;
let exited: Promise<unknown[]>;

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
  watchdog.hold(LEASE_MS, began);
  const lasts = () => monotonicMs() - began;
  while (!pids.every(hasEnded) && lasts() < BLOCKED_MS) blockEventLoop(20);
  expect(lasts()).toBeGreaterThan(LEASE_MS);
  expect(pids.map(hasEnded)).toEqual([true, true]);
  expect(await exited).toEqual([null, 'SIGKILL']);
});

test('leaves it alone while beats are accepted, and when the Run was stopped in time', async () => {
  const leaseMs = 3_000;
  const hold = watchdog.hold(leaseMs, monotonicMs());
  const stopped = watchdog.hold(leaseMs, monotonicMs());
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
