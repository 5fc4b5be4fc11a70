import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type RunningPostgres, startPostgres } from '../src/index.ts';
import { commandLine } from '../src/process-identity.ts';
import { waitUntil } from '../src/wait.ts';
import { firstLine } from './first-line.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('skipped the tests of an account for PostgreSQL: they need root\n');
const asRoot = isRoot ? test : test.skip;

let folder: string;
let dataDir: string;
let progress: string[];
let opened: RunningPostgres[];
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-postgres-'));
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'postgres');
  [progress, opened, children] = [[], [], []];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterEach(() => Promise.all(opened.map((server) => server.stop())));
afterEach(() => Promise.all(opened.map(({ dataDir }) => rm(dataDir, { recursive: true, force: true }))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function start(options: { port?: number; dataDir?: string; fresh?: boolean } = {}) {
  const server = await startPostgres({ dataDir, onProgress: (line) => progress.push(line), ...options });
  opened.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts another process that owns a server. */
async function holdElsewhere(): Promise<{ owner: ChildProcess; adminUrl: string; pid: number }> {
  const owner = spawn(process.execPath, [path.join(import.meta.dirname, 'hold-postgres.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(owner);
  const line = await firstLine(owner.stdout);
  return { owner, ...(JSON.parse(line) as { adminUrl: string; pid: number }) };
}

function untilGone(pid: number) {
  return waitUntil(60_000, async () => ((await commandLine(pid)) ? undefined : ('gone' as const)));
}

describe('startPostgres', () => {
  test('keeps its data across restarts, and requires the password', async () => {
    const first = await start();
    await query(first.adminUrl, `CREATE TABLE kept AS SELECT 'ä→𝄞' AS word`);
    await first.stop();
    expect(await untilGone(first.pid)).toBe('gone');
    const second = await start();
    expect(await query(second.adminUrl, 'SELECT word FROM kept')).toEqual([{ word: 'ä→𝄞' }]);
    expect(await query(second.adminUrl, 'SHOW listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ]);
    const stranger = Object.assign(new URL(second.adminUrl), { password: 'guess' }).href;
    await expect(query(stranger, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect((await stat(path.join(second.dataDir, 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(second.dataDir)).mode & 0o777).toBe(0o700);
  });

  test('fails with the process id when the server is already running', async () => {
    await start();
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      `already running on ${dataDir}, started by process ${process.pid}`,
    );
    expect(opened).toHaveLength(1);
  });

  test('stops the server when its owner is killed', async () => {
    const { owner, pid } = await holdElsewhere();
    owner.kill('SIGKILL');
    expect(await untilGone(pid)).toBe('gone');
  });

  test('cleans up after a killed owner and keeps its data', async () => {
    const { owner, adminUrl, pid } = await holdElsewhere();
    await query(adminUrl, 'CREATE TABLE kept AS SELECT 7 AS number');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const next = await start();
    expect(await commandLine(pid)).toBeUndefined();
    expect(progress).toContainEqual(expect.stringContaining(`process ${pid}`));
    expect(await query(next.adminUrl, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  });

  test('recovers after the server itself was killed', async () => {
    const first = await start();
    await query(first.adminUrl, 'CREATE TABLE kept AS SELECT 7 AS number');
    process.kill(first.pid, 'SIGKILL');
    await first.restart();
    expect(await query(first.adminUrl, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  });

  test('ignores a pid file whose process id now belongs to another program', async () => {
    const first = await start();
    await first.stop();
    const { uid, gid } = await stat(first.dataDir);
    const other = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    children.push(other);
    await writeFile(path.join(first.dataDir, 'cluster/postmaster.pid'), `${other.pid}\n`);
    expect((await start()).pid).not.toBe(other.pid);
  });

  test('fails with the number of a port that is taken', async () => {
    const taken = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    try {
      await expect(start({ port })).rejects.toThrow(`Port ${port} is taken`);
    } finally {
      taken.close();
    }
    expect((await start({ port })).port).toBe(port);
  });

  test('repeats an interrupted initialisation', async () => {
    const first = await start();
    await first.stop();
    await rm(path.join(first.dataDir, 'cluster'), { recursive: true });
    await writeFile(path.join(first.dataDir, 'cluster.partial'), 'rubbish');
    expect(await query((await start()).adminUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('fails with the path of a folder it cannot write to', async () => {
    await expect(start({ dataDir: '/dev/null/postgres' })).rejects.toThrow('Cannot write to /dev/null');
  });

  asRoot('keeps its files elsewhere when its account cannot enter the folder', async () => {
    await chmod(folder, 0o700);
    const server = await start();
    expect(server.dataDir).not.toBe(dataDir);
    expect(progress).toContainEqual(expect.stringMatching(/^Keeping the database in .* because the account/));
    expect(await query(server.adminUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  asRoot('a fresh start keeps nothing of what earlier starts keep elsewhere', async () => {
    await chmod(folder, 0o700);
    const first = await start();
    await query(first.adminUrl, 'CREATE TABLE kept (id int)');
    await first.stop();
    await rm(dataDir, { recursive: true });
    const second = await start({ fresh: true });
    expect(second.dataDir).toBe(first.dataDir);
    expect(await query(second.adminUrl, "SELECT to_regclass('kept') AS kept")).toEqual([{ kept: null }]);
  });
});
