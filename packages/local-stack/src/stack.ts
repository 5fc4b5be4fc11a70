import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { compileOnce } from './compile.ts';
import { killStaleProcesses, rememberProcesses } from './stale-processes.ts';
import { type Lock, LockedError, acquireLock } from './lock.ts';
import { freePorts, isPortFree } from './ports.ts';
import { type RunningPostgres, startPostgres } from './postgres/server.ts';
import {
  type RunningProcesses,
  type ServiceProcess,
  type UnexpectedEnd,
  startProcesses,
} from './processes.ts';
import { type DatabaseName, provision } from './provision.ts';
import { openSecrets } from './secrets.ts';
import {
  SERVICES,
  type ServiceName,
  type Wiring,
  mainModule,
  serviceEnvironments,
  serviceSpecs,
} from './services.ts';
import { createRestarts, type Restarts } from './restarts.ts';
import { StartError } from './start-error.ts';
import { lastLines } from './tail.ts';

export interface StackOptions {
  /** Holds all files of the stack; created when missing. */
  dir: string;
  /** Port of the public API; 0 for any free port. */
  port: number;
  /** Listen address of the public API. Default: 127.0.0.1. */
  host?: string;
  /** `redis://…` to queue on Redis instead of the embedded PostgreSQL. */
  queueUrl?: string;
  /** Whether the databases of earlier starts are removed, wherever they are kept. Default: false. */
  fresh?: boolean;
  /** The services' other environment variables; usually the launcher's own. */
  env?: Readonly<Record<string, string | undefined>>;
  /** How long the services may take to become ready, in ms. Default: 60,000. */
  readyTimeoutMs?: number;
  /** Called with one line per step. */
  onProgress?: (line: string) => void;
  /** Called when a service or PostgreSQL ends unexpectedly, before it is restarted. */
  onExit?: (end: UnexpectedEnd) => void;
  /** Called for one that ended five times within a minute and is not restarted; the others keep running. */
  onGivenUp?: (end: UnexpectedEnd) => void;
}

export interface RunningStack extends AsyncDisposable {
  baseUrl: string;
  /** The current processes. */
  readonly processes: readonly ServiceProcess[];
  readonly postgres: { port: number; pid: number; adminUrl: string };
  /** Kills a service as a crash does, or stops it by SIGTERM. Returns how it ended; `onExit` is not called. */
  kill: (name: ServiceName, signal?: 'SIGKILL' | 'SIGTERM') => Promise<string>;
  /** Starts an ended service again, and waits until it is ready. */
  restart: (name: ServiceName) => Promise<void>;
  /** Kills PostgreSQL without notice to its clients, awaits `whileAway`, and restarts it on the same port and data. */
  crashPostgres: (options?: { whileAway?: () => Promise<unknown> }) => Promise<void>;
  databaseUrls: Readonly<Record<DatabaseName, string>>;
  queueUrl: string;
  /** The environment of each service, including secrets. */
  environments: Readonly<Record<ServiceName, Readonly<Record<string, string | undefined>>>>;
  /** Stops services and database in order; `now` skips the grace period. May be called again. */
  stop: (options?: { now?: boolean }) => Promise<void>;
}

/**
 * Starts the whole product on this machine: PostgreSQL, a database for each service, the services.
 * Everything stops when this process ends; the next start cleans up what a kill left running.
 * Throws StartError with one sentence and what to do; nothing is left running then.
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const dir = path.resolve(options.dir);
  const lock = await lockStack(dir);
  const undo: (() => Promise<void>)[] = [() => lock.release()];
  try {
    return await startLocked({ ...options, dir }, lock, undo);
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => {});
    throw error;
  }
}

async function lockStack(dir: string): Promise<Lock> {
  try {
    await mkdir(dir, { recursive: true });
    // Under root, PostgreSQL's account must traverse this folder; the files in it are private themselves.
    await chmod(dir, process.getuid?.() === 0 ? 0o711 : 0o700);
    return await acquireLock(path.join(dir, 'stack.lock'));
  } catch (cause) {
    if (!(cause instanceof LockedError))
      throw new StartError(`Cannot write to ${dir}; make it writable, or choose another folder.`, { cause });
    throw new StartError(
      cause.note === ''
        ? `Errand is already starting on ${dir} (process ${cause.pid}); wait for it, or stop it first.`
        : `Errand is already running at ${cause.note} (process ${cause.pid}); use that one, or stop it first.`,
    );
  }
}

async function startLocked(
  options: StackOptions,
  lock: Lock,
  undo: (() => Promise<void>)[],
): Promise<RunningStack> {
  const {
    dir,
    host = '127.0.0.1',
    fresh = false,
    onProgress = () => {},
    onExit,
    onGivenUp = () => {},
  } = options;
  const traces = path.join(dir, 'processes.json');
  await killStaleProcesses(traces, onProgress);
  const ports = await choosePorts(options.port, host);
  const secrets = await openSecrets(dir);
  await mkdir(path.join(dir, 'artifacts'), { recursive: true, mode: 0o700 });

  onProgress('Starting the database');
  const compiled = compileOnce(SERVICES.map(mainModule));
  const dataDir = path.join(dir, 'postgres');
  const postgres = await startPostgres({ dataDir, fresh, onProgress });
  undo.push(() => postgres.stop());
  const databaseUrls = await provision(postgres.adminUrl, secrets.databasePasswords);

  await compiled;
  onProgress('Starting the services');
  const publicUrl = `http://localhost:${ports.gateway}`;
  const queueUrl = options.queueUrl ?? databaseUrls.queue;
  const wiring: Wiring = {
    dir,
    host,
    ports,
    publicUrl,
    databaseUrls,
    queueUrl,
    secrets,
    env: options.env ?? {},
  };
  const restarts = createRestarts({ folders: [dir, postgres.dataDir], onProgress, onGivenUp });
  const services: RunningProcesses = await startProcesses(serviceSpecs(wiring), {
    logDir: path.join(dir, 'logs'),
    readyTimeoutMs: options.readyTimeoutMs,
    onSpawn: (processes) => rememberProcesses(traces, processes),
    onExit: (end) => {
      onExit?.(end);
      restarts.revive(end, () => services.relaunch(end.name));
    },
  });
  undo.push(() => services.stop());
  await lock.describe(publicUrl);

  const stop = stopper(restarts, services, postgres, lock);
  let isCrashWanted = false;
  const supervise = () =>
    void postgres.exited.then(async () => {
      if (stop.begun() || isCrashWanted) return;
      const { logFile } = postgres;
      const end = {
        name: 'PostgreSQL',
        how: 'unexpectedly',
        logFile,
        lastLines: await lastLines(logFile, LOG_LINES),
      };
      onExit?.(end);
      restarts.revive(end, startPostgresAgain);
    });
  const startPostgresAgain = async () => {
    await postgres.restart();
    supervise();
  };
  supervise();
  return {
    baseUrl: publicUrl,
    get processes() {
      return services.processes;
    },
    get postgres() {
      return { port: postgres.port, pid: postgres.pid, adminUrl: postgres.adminUrl };
    },
    kill: services.kill,
    restart: services.restart,
    crashPostgres: async ({ whileAway } = {}) => {
      isCrashWanted = true;
      process.kill(postgres.pid, 'SIGQUIT');
      await postgres.exited;
      await whileAway?.();
      await startPostgresAgain();
      isCrashWanted = false;
    },
    databaseUrls,
    queueUrl,
    environments: serviceEnvironments(wiring),
    stop: stop.run,
    [Symbol.asyncDispose]: stop.run,
  };
}

const LOG_LINES = 5;

async function choosePorts(wanted: number, host: string): Promise<Record<ServiceName, number>> {
  if (wanted !== 0 && !(await isPortFree(wanted, host)))
    throw new StartError(`Port ${wanted} is taken; set PORT to a free one, for example PORT=${wanted + 1}.`);
  const [runs = 0, runbooks = 0, executor = 0, gateway = 0] = await freePorts(4);
  return { runs, runbooks, executor, gateway: wanted === 0 ? gateway : wanted };
}

function stopper(restarts: Restarts, services: RunningProcesses, postgres: RunningPostgres, lock: Lock) {
  let stopping: Promise<void> | undefined;
  const inOrder = async () => {
    const restarted = restarts.stop();
    await services.stop();
    await restarted;
    await postgres.stop();
    await lock.release();
  };
  return {
    begun: () => stopping !== undefined,
    run: async ({ now = false } = {}) => {
      stopping ??= inOrder();
      if (now) await services.stop({ now });
      await stopping;
    },
  };
}
