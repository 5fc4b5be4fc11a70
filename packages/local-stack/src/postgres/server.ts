import { mkdir, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { type Lock, LockedError, acquireLock } from '../lock.ts';
import { freePort } from '../ports.ts';
import { StartError } from '../start-error.ts';
import { serverAccount } from './account.ts';
import { openCluster } from './cluster.ts';
import { type Launch, type LaunchedServer, Lingering, PortTaken, launchServer } from './launch.ts';
import { stopOrphan } from './orphaned-server.ts';
import { placeBinaries, placeData } from './install-location.ts';

export interface PostgresOptions {
  /** Holds all files of the server; created when missing. */
  dataDir: string;
  /** Default: a free port. */
  port?: number;
  /** Whether commits survive a crash of the machine; off for tests only. Default: true. */
  durable?: boolean;
  /** Whether the data of earlier starts is removed, wherever it is kept. Default: false. */
  fresh?: boolean;
  /** Called with one line for each slow or unusual step. */
  onProgress?: (line: string) => void;
}

export interface RunningPostgres {
  /** Connection string of the superuser, with its password. */
  adminUrl: string;
  port: number;
  /** The current process id; changes with `restart`. */
  readonly pid: number;
  /** The folder in use, which may differ from the requested one. */
  dataDir: string;
  logFile: string;
  /** Resolves when the current server process has ended for any reason. */
  readonly exited: Promise<void>;
  /** Starts an ended server again on the same port and data. */
  restart: () => Promise<void>;
  /** Ends open sessions and stops within seconds. */
  stop: () => Promise<void>;
}

const ATTEMPTS = 20;
const LOG_LIMIT_BYTES = 10_000_000;

/**
 * Starts a private PostgreSQL 18 on 127.0.0.1. Its data survives restarts and crashes. The server stops whenever this
 * process ends. Under root it runs as an existing unprivileged account.
 * Throws StartError: already running (with the process id), folder not writable, port taken, no binaries.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const lock = await lockServer(dataDir);
  try {
    return await startLocked({ ...options, dataDir }, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function lockServer(dataDir: string): Promise<Lock> {
  const parent = path.dirname(dataDir);
  try {
    await mkdir(parent, { recursive: true });
    return await acquireLock(`${dataDir}.lock`);
  } catch (cause) {
    if (cause instanceof LockedError)
      throw new StartError(
        `PostgreSQL is already running on ${dataDir}, started by process ${cause.pid}; stop that one first.`,
      );
    throw new StartError(`Cannot write to ${parent}; make it writable, or choose another folder.`, { cause });
  }
}

async function startLocked(options: PostgresOptions, lock: Lock): Promise<RunningPostgres> {
  const { dataDir, onProgress = () => {}, durable = true, fresh = false } = options;
  const account = await serverAccount(dataDir);
  const { initdb, postgres } = await placeBinaries(account, onProgress);
  const folder = await placeData(dataDir, account, onProgress);
  if (fresh) await removeCluster(path.join(folder, 'cluster'), onProgress);
  const cluster = await openCluster(folder, initdb, account, onProgress);
  await stopOrphan(cluster.folder, onProgress);
  const logFile = path.join(folder, 'server.log');
  await shortenLog(logFile);
  const launch = { program: postgres, cluster, account, durable, logFile, onProgress };
  let server = await launchWithRetries(launch, options.port);
  const { port } = server;
  return {
    adminUrl: `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`,
    port,
    dataDir: folder,
    logFile,
    get pid() {
      return server.pid;
    },
    get exited() {
      return server.exited;
    },
    restart: async () => {
      await server.exited;
      await stopOrphan(cluster.folder, onProgress);
      server = await launchWithRetries(launch, port);
    },
    stop: async () => {
      await server.stop();
      await server.exited;
      await lock.release();
    },
  };
}

async function removeCluster(cluster: string, onProgress: (line: string) => void): Promise<void> {
  await stopOrphan(cluster, onProgress);
  await rm(cluster, { recursive: true, force: true });
}

async function launchWithRetries(
  launch: Omit<Launch, 'port'>,
  wantedPort: number | undefined,
): Promise<LaunchedServer & { port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wantedPort ?? (await freePort());
    try {
      return { ...(await launchServer({ ...launch, port })), port };
    } catch (error) {
      const curable = error instanceof Lingering || (error instanceof PortTaken && wantedPort === undefined);
      if (!curable || attempt === ATTEMPTS) throw error;
    }
  }
}

async function shortenLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await truncate(file);
}
