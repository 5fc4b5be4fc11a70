import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { killStaleProcesses, rememberProcesses } from '../src/stale-processes.ts';
import { stopOrphan } from '../src/postgres/orphaned-server.ts';
import { commandLine, processStartTime } from '../src/process-identity.ts';
import { waitUntil } from '../src/wait.ts';
import { firstLine } from './first-line.ts';

let folder: string;
let cleanup: AsyncDisposableStack;

beforeEach(async () => {
  cleanup = new AsyncDisposableStack();
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-leftovers-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
});
afterEach(() => cleanup.disposeAsync());

/** Starts a child of another process, which reaps it as soon as it ends; or never, as in a container without an init. */
async function startElsewhere(command: string[], { reaped = true } = {}): Promise<number> {
  const script = `"$@" & echo $!; ${reaped ? 'wait' : 'exec sleep 60'}`;
  const parent = spawn('/bin/sh', ['-c', script, 'parent', ...command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(parent, 'exit');
  cleanup.defer(async () => {
    if (parent.exitCode === null) process.kill(-(parent.pid ?? 0), 'SIGKILL');
    await exited;
  });
  const line = await firstLine(parent.stdout);
  const pid = Number(line);
  const startedMs = 60_000;
  const started = await waitUntil(startedMs, async () =>
    (await commandLine(pid)) === command.join(' ') ? true : undefined,
  );
  expect(started).toBe(true);
  return pid;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A progress listener that kills the process before the code under test does. */
function endFirst(pid: number) {
  return (line: string) => {
    expect(line).toContain(`process ${pid}`);
    process.kill(pid, 'SIGKILL');
    while (exists(pid));
  };
}

test('cleaning up ignores a service that ends just before it would be killed', async () => {
  const pid = await startElsewhere(['sleep', '60']);
  const file = path.join(folder, 'processes');
  await rememberProcesses(file, [{ name: 'runs', pid, mark: (await processStartTime(pid)) ?? '' }]);
  await killStaleProcesses(file, endFirst(pid));
  expect(exists(pid)).toBe(false);
});

/** A cluster whose pid file names a process that looks like its server. */
async function abandonedCluster(options?: { reaped: boolean }) {
  const cluster = path.join(folder, 'cluster');
  const log = path.join(cluster, 'postgres.log');
  await mkdir(cluster);
  await writeFile(log, '');
  const pid = await startElsewhere(['tail', '-f', log], options);
  await writeFile(path.join(cluster, 'postmaster.pid'), `${pid}\n`);
  return { cluster, pid };
}

test('cleaning up ignores a database server that ends just before it would be stopped', async () => {
  const { cluster, pid } = await abandonedCluster();
  await stopOrphan(cluster, endFirst(pid));
  expect(exists(pid)).toBe(false);
});

test('cleaning up takes a database server that ended but was never reaped as gone', async () => {
  const { cluster, pid } = await abandonedCluster({ reaped: false });
  await stopOrphan(cluster, () => process.kill(pid, 'SIGKILL'));
  expect(await processStartTime(pid)).toBeUndefined();
});
