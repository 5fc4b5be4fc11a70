import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, serverAccount, spawnGuarded, stopGuarded } from '@errand/local-stack';
import { Client } from 'pg';

export interface PostgresWithTools extends AsyncDisposable {
  adminUrl: string;
  /** Folder of `pg_dump`, `pg_restore` and `psql` of the server's version. */
  tools: string;
  stop: () => Promise<void>;
}

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
const DEBIAN = '/usr/lib/postgresql';

/** Debian keeps the programs of each version in one folder; elsewhere they are on the PATH. */
async function findTools(): Promise<string | undefined> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const debian = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN, version, 'bin'));
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  return [...debian, ...onPath].find((folder) =>
    PROGRAMS.every((name) => existsSync(path.join(folder, name))),
  );
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Starts the machine's PostgreSQL, which includes the backup tools that npm's lacks. Null when it is not installed
 * (Debian: `apt-get install postgresql`).
 */
export async function startPostgresWithTools(): Promise<PostgresWithTools | null> {
  const tools = await findTools();
  if (tools === undefined) return null;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'errand-own-postgres-'));
  const account = await serverAccount(path.join(folder, 'data'));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  await promisify(execFile)(
    path.join(tools, 'initdb'),
    [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { cwd: '/', ...(account && { uid: account.uid, gid: account.gid }), env: { LC_ALL: 'C', TZ: 'UTC' } },
  );
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
  const server = await spawnGuarded(
    path.join(tools, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { account, logFile: path.join(folder, 'server.log'), env: { LC_ALL: 'C', TZ: 'UTC' } },
  );
  const exited = once(server, 'exit');
  const stop = async () => {
    stopGuarded(server);
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  while (!(await answers(adminUrl))) {
    if (server.exitCode !== null)
      throw new Error('The machine’s own PostgreSQL ended while it was starting.');
    await pause(100);
  }
  return { adminUrl, tools, stop, [Symbol.asyncDispose]: stop };
}
