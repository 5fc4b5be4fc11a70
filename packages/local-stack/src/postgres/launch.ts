import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { sendSignal } from '../send-signal.ts';
import { StartError } from '../start-error.ts';
import { lastLines } from '../tail.ts';
import { settlesWithin } from '@errand/wait-for';
import { waitUntil } from '../wait.ts';
import type { Account } from './account.ts';
import type { Cluster } from './cluster.ts';
import { spawnGuarded, stopGuarded } from './guarded-spawn.ts';
import { writtenPid } from './orphaned-server.ts';

export interface Launch {
  program: string;
  cluster: Cluster;
  account: Account | undefined;
  port: number;
  durable: boolean;
  logFile: string;
  onProgress: (line: string) => void;
}

export class PortTaken extends StartError {}
/** Processes of a killed server are still running. */
export class Lingering extends StartError {}

export interface LaunchedServer {
  pid: number;
  exited: Promise<void>;
  stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const SLOW_START_MS = 5000;
const PROBE_TIMEOUT_MS = 2000;
const FAST_STOP_MS = 10_000;
const SHARED_MEMORY_IN_USE = 'pre-existing shared memory block';
const SHARED_MEMORY_RETRY_MS = 250;
const BIND_FAILURE = 'could not bind';

/** Starts the server and waits until it answers. Throws PortTaken, Lingering or another StartError. */
export async function launchServer(launch: Launch): Promise<LaunchedServer> {
  const logStart = await stat(launch.logFile).then(
    (file) => file.size,
    () => 0,
  );
  const child = await spawnGuarded(launch.program, serverArguments(launch), launch);
  let over = false;
  const exited = ended(child).then(() => {
    over = true;
  });
  const stop = async () => {
    stopGuarded(child);
    if (await settlesWithin(FAST_STOP_MS, exited)) return;
    const pid = await writtenPid(launch.cluster.folder);
    if (pid !== undefined) sendSignal(pid, 'SIGQUIT');
    await exited;
  };
  const hint = setTimeout(
    () => launch.onProgress('The database is recovering from an unclean stop; this may take a while'),
    SLOW_START_MS,
  );
  try {
    const ready = await waitUntil(START_TIMEOUT_MS, async () =>
      over ? false : Promise.race([answersOn(launch), exited.then(() => false)]),
    );
    if (ready) return { pid: (await writtenPid(launch.cluster.folder)) ?? 0, exited, stop };
    await stop();
    throw await explain(launch, logStart);
  } finally {
    clearTimeout(hint);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  // A program that cannot be spawned emits no `exit`.
  await Promise.race([once(child, 'exit'), once(child, 'error')]);
}

function serverArguments({ cluster, port, durable }: Launch): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    dynamic_shared_memory_type: 'mmap',
    max_wal_size: '512MB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return [
    '-D',
    cluster.folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function answersOn({ port, cluster }: Launch): Promise<true | undefined> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

async function explain({ port, logFile }: Launch, logStart: number): Promise<StartError> {
  const lines = await lastLines(logFile, 8, logStart);
  const log = lines.join('\n');
  if (log.includes(BIND_FAILURE))
    return new PortTaken(`Port ${port} is taken; choose another one for PostgreSQL.`);
  if (log.includes(SHARED_MEMORY_IN_USE)) {
    await delay(SHARED_MEMORY_RETRY_MS);
    return new Lingering(
      'Remains of an earlier PostgreSQL do not go away; end its processes and start again.',
    );
  }
  const fatal = lines.find((line) => line.includes('FATAL:'))?.replace(/^.*FATAL:\s*/, '');
  return new StartError(
    `PostgreSQL does not start: ${fatal ?? lines.at(-1) ?? 'no reason given'} (see ${logFile}).`,
  );
}
