import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  type RunningStack,
  type StackOptions,
  StartError,
  type UnexpectedEnd,
  startStack,
} from '../src/index.ts';
import { freePort } from '../src/ports.ts';
import { commandLine } from '../src/process-identity.ts';
import { waitUntil } from '../src/wait.ts';
import { firstLine } from './first-line.ts';

const TIMEOUT_MS = 180_000;

let dir: string;
let cleanup: AsyncDisposableStack;

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'errand-stack-'));
  cleanup = new AsyncDisposableStack();
});
afterEach(() => cleanup.disposeAsync(), TIMEOUT_MS);
afterEach(() => rm(dir, { recursive: true, force: true }), TIMEOUT_MS);

async function start(options: Partial<StackOptions> = {}): Promise<RunningStack> {
  const stack = await startStack({ dir, port: 0, env: process.env, ...options });
  cleanup.defer(() => stack.stop());
  return stack;
}
async function isGone(pid: number) {
  return (await commandLine(pid)) ? undefined : true;
}
async function statusOf(url: string) {
  return (await fetch(url)).status;
}

test(
  'starts the product, tells a second start its address, and leaves no process behind',
  async () => {
    const ends: UnexpectedEnd[] = [];
    const progress: string[] = [];
    const stack = await start({ onExit: (end) => ends.push(end), onProgress: (line) => progress.push(line) });
    expect(progress).not.toContainEqual(expect.stringContaining('Keeping the database in'));
    expect(await statusOf(`${stack.baseUrl}/v1/runs`)).toBe(401);
    await expect(startStack({ dir, port: 0 })).rejects.toThrow(
      `already running at ${stack.baseUrl} (process ${process.pid})`,
    );

    const secrets = path.join(dir, 'secrets.json');
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
    for (const folder of ['postgres', 'logs', 'artifacts'])
      expect((await stat(path.join(dir, folder))).mode & 0o777).toBe(0o700);
    const kept = await readFile(secrets, 'utf8');

    const before = stack.processes;
    for (const { pid } of before) process.kill(pid, 'SIGKILL');
    expect(await waitUntil(60_000, async () => (ends.length === 4 ? ends : undefined))).toContainEqual(
      expect.objectContaining({ name: 'runbooks', how: 'signal SIGKILL' }),
    );
    const answers = async () =>
      (await statusOf(`${stack.baseUrl}/readyz`).catch(() => 0)) === 200 || undefined;
    expect(await waitUntil(60_000, answers)).toBe(true);
    const pids = before.map(({ pid }) => pid);
    for (const { pid } of stack.processes) expect(pids).not.toContain(pid);

    const server = stack.postgres.pid;
    process.kill(server, 'SIGKILL');
    const isNew = async () => (stack.postgres.pid === server ? undefined : true);
    expect(await waitUntil(60_000, isNew)).toBe(true);
    expect(await waitUntil(60_000, answers)).toBe(true);
    expect(progress).toContainEqual('executor ended (signal SIGKILL); starting it again in 0.25 s');
    expect(progress).toContainEqual('PostgreSQL ended (unexpectedly); starting it again in 0.25 s');

    await stack.stop();
    expect(ends).toHaveLength(5);
    for (const { pid } of [...stack.processes, stack.postgres]) expect(await isGone(pid)).toBe(true);

    const again = await start();
    expect(await readFile(secrets, 'utf8')).toBe(kept);
    expect(await statusOf(`${again.baseUrl}/v1/runs`)).toBe(401);
  },
  TIMEOUT_MS,
);

test(
  'starts where a killed launcher left all processes running',
  async () => {
    const port = await freePort();
    const launcher = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'hold-stack.ts'), dir, String(port)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    cleanup.defer(() => void launcher.kill('SIGKILL'));
    const line = await firstLine(launcher.stdout);
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');
    const stack = await start({ port });
    expect(await statusOf(`${stack.baseUrl}/v1/runs`)).toBe(401);
    for (const pid of JSON.parse(line) as number[]) expect(await isGone(pid)).toBe(true);
  },
  TIMEOUT_MS,
);

test('fails to start with the number of a port that is taken', async () => {
  const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  cleanup.defer(() => void taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const refused = start({ port });
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(`Port ${port} is taken; set PORT to a free one`);
  // The failed start left no lock behind.
  taken.close();
  await expect(start({ port, dir: '/dev/null/errand' })).rejects.toThrow('Cannot write to /dev/null/errand');
});
