import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type ProcessOptions,
  type ProcessSpec,
  StartError,
  type UnexpectedEnd,
  startProcesses,
} from '../src/index.ts';
import { freePorts } from '../src/ports.ts';
import { commandLine } from '../src/process-identity.ts';
import { waitUntil } from '../src/wait.ts';
import { firstLine } from './first-line.ts';

const SCRIPT = path.join(import.meta.dirname, 'fake-service.ts');

let folder: string;
let cleanup: AsyncDisposableStack;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-processes-'));
  cleanup = new AsyncDisposableStack();
});
afterEach(() => cleanup.disposeAsync());
afterEach(() => rm(folder, { recursive: true, force: true }));

async function diary() {
  return (await readFile(path.join(folder, 'diary'), 'utf8').catch(() => '')).trim().split('\n');
}
async function isGone(pid: number) {
  return (await commandLine(pid)) ? undefined : true;
}

/** Specs of fake services, named by their behaviour. */
async function fakes(...behaviours: string[]): Promise<ProcessSpec[]> {
  const ports = await freePorts(behaviours.length);
  return behaviours.map((behaviour, index) => ({
    name: behaviour,
    script: SCRIPT,
    env: {
      NAME: behaviour,
      PORT: String(ports[index]),
      DIARY: path.join(folder, 'diary'),
      BEHAVIOUR: behaviour,
    },
    readyUrl: `http://127.0.0.1:${ports[index]}/readyz`,
  }));
}

async function start(specs: ProcessSpec[], options: Partial<ProcessOptions> = {}) {
  const running = await startProcesses(specs, { logDir: path.join(folder, 'logs'), ...options });
  cleanup.defer(() => running.stop({ now: true }));
  return running;
}

describe('startProcesses', () => {
  test('waits until all processes are ready and stops them in reverse order', async () => {
    const { processes, stop } = await start(await fakes('one', 'two', 'three'));
    expect(processes.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
    expect((await diary()).toSorted()).toEqual(['one listens', 'three listens', 'two listens']);
    await stop();
    expect((await diary()).slice(3)).toEqual(['three SIGTERM', 'two SIGTERM', 'one SIGTERM']);
    for (const { pid } of processes) expect(await isGone(pid)).toBe(true);
  });

  test('reports a process that ends while starting with its last log lines, and stops the others', async () => {
    let pids: number[] = [];
    const onSpawn = async (all: readonly { pid: number }[]) => {
      pids = all.map(({ pid }) => pid);
    };
    const failure = start(await fakes('fine', 'fails'), { onSpawn });
    await expect(failure).rejects.toThrow(StartError);
    await expect(failure).rejects.toThrow(
      'The fails service ended while it was starting (exit code 3): could not start: no such moon',
    );
    expect(pids).toHaveLength(2);
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
  });

  test('reports a process that does not become ready with its last answer', async () => {
    const away = createServer((_request, response) => response.writeHead(503).end('{"moon":"away"}'));
    await once(away.listen(0, '127.0.0.1'), 'listening');
    cleanup.defer(() => void away.close());
    const readyUrl = `http://127.0.0.1:${(away.address() as AddressInfo).port}/readyz`;
    const specs = (await fakes('never ready')).map((spec) => ({ ...spec, readyUrl }));
    const failure = start(specs, { readyTimeoutMs: 3_000 });
    await expect(failure).rejects.toThrow(
      /never ready service is not ready after 3 s \(it answers 503 {"moon":"away"}\)/,
    );
  });

  test('reports a process that ends later once, and not one that was stopped', async () => {
    const ends: UnexpectedEnd[] = [];
    const specs = await fakes('weak', 'strong');
    const { stop } = await start(specs, { onExit: (end) => ends.push(end) });
    await fetch(specs[0]?.readyUrl.replace('readyz', 'crash') ?? '').catch(() => {});
    expect(await waitUntil(60_000, async () => ends[0])).toMatchObject({
      name: 'weak',
      how: 'exit code 7',
      lastLines: ['the last words'],
    });
    await stop();
    expect(ends).toHaveLength(1);
  });

  test('does not report a process killed on purpose, restarts it, and stops it with the others', async () => {
    const ends: UnexpectedEnd[] = [];
    const running = await start(await fakes('one', 'two'), { onExit: (end) => ends.push(end) });
    const [before] = running.processes;
    expect(await running.kill('one')).toBe('signal SIGKILL');
    await running.restart('one');
    const [after] = running.processes;
    expect(after?.pid).not.toBe(before?.pid);
    expect(await running.kill('two', 'SIGTERM')).toBe('exit code 0');
    await running.stop();
    expect(ends).toEqual([]);
    expect((await diary()).slice(2)).toEqual(['one listens', 'two SIGTERM', 'one SIGTERM']);
    expect(await isGone(after?.pid ?? 0)).toBe(true);
  });

  test('reports how a process ended during its restart', async () => {
    const [spec] = await fakes('one');
    if (spec === undefined) throw new Error('there is no process');
    const running = await start([spec]);
    await running.kill('one');
    const inItsPlace = createServer((_request, response) => response.writeHead(503).end());
    await once(inItsPlace.listen(Number(new URL(spec.readyUrl).port), '127.0.0.1'), 'listening');
    cleanup.defer(() => void inItsPlace.close());
    await expect(running.restart('one')).rejects.toThrow(
      'The one service ended while it was starting (exit code 1)',
    );
  });

  test('kills a process that ignores SIGTERM after the grace period', async () => {
    const { processes, stop } = await start(await fakes('stubborn'), { graceMs: 200 });
    await stop();
    expect(await isGone(processes[0]?.pid ?? 0)).toBe(true);
  });

  test('a second stop with `now` does not wait for the grace period', async () => {
    const { processes, stop } = await start(await fakes('stubborn'), { graceMs: 60_000 });
    const first = stop();
    const heard = async () => (await diary()).includes('stubborn SIGTERM') || undefined;
    expect(await waitUntil(60_000, heard)).toBe(true);
    await stop({ now: true });
    await first;
    expect(await isGone(processes[0]?.pid ?? 0)).toBe(true);
  });
});

describe('a launcher', () => {
  const launch = async () => {
    const ports = await freePorts(2);
    const launcher = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'launch-fakes.ts'), folder, ...ports.map(String)],
      { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
    );
    cleanup.defer(() => void launcher.kill('SIGKILL'));
    const line = await firstLine(launcher.stdout);
    return { launcher, group: -(launcher.pid ?? 0), pids: JSON.parse(line) as number[] };
  };

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops all processes in order when its process group gets %s, as from a terminal',
    async (signal) => {
      const { launcher, group, pids } = await launch();
      process.kill(group, signal);
      const [code] = await once(launcher, 'exit');
      expect(code).toBe(0);
      expect((await diary()).slice(2)).toEqual(['fake-1 SIGTERM', 'fake-0 SIGTERM']);
      for (const pid of pids) expect(await isGone(pid)).toBe(true);
    },
  );

  test('leaves no process behind when it is killed', async () => {
    const { launcher, pids } = await launch();
    launcher.kill('SIGKILL');
    for (const pid of pids) expect(await waitUntil(60_000, () => isGone(pid))).toBe(true);
    expect((await diary()).slice(2).toSorted()).toEqual(['fake-0 orphaned', 'fake-1 orphaned']);
  });
});
