import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type RunningProcesses,
  type RunningStack,
  type UnexpectedEnd,
  freePort,
  startProcesses,
  startStack,
} from '@errand/local-stack';
import {
  type EffectsSite,
  type RunningRedis,
  type SmallDisk,
  installAudit,
  mountSmallDisk,
  query,
  publishDuplicateJobs,
  startEffectsSite,
  startRedis,
} from '@errand/test-kit';
import { browserCacheDirectory } from '@errand/launcher/home';
import { type PairedDevice, createPairedDevice } from './device.ts';
import { type Link, createLink } from './link.ts';
import type { Random } from './random.ts';
import { type Workload, createWorkload } from './workload.ts';

export type Backend = 'postgres' | 'redis';

/** Runs that each executor executes at once. */
const CONCURRENCY = 2;
/** In leases: how long a service may take to become ready, at most; a long lease is for a slow machine. */
const READY_LEASES = 10;
/** In leases: how long the event loop of the second executor is blocked (80 s with leases of 30 s). */
const BLOCK_LEASES = 80 / 30;

/** Disks of their own, which faults fill. */
export interface Disks {
  /** Logs and artifacts. */
  services: SmallDisk;
  postgres: SmallDisk;
  redis: SmallDisk | null;
}

const DISK_MEGABYTES = 1_024;
const REDIS_DISK_MEGABYTES = 128;

/** A running system and the handles to break its parts. */
export interface FaultEnvironment {
  backend: Backend;
  dir: string;
  stack: RunningStack;
  /** 30 s in production, shorter here; all times that depend on it scale with it. */
  leaseMs: number;
  /** A second executor on the same queue; it reaches the queue and the runs service over `links`. */
  second: RunningProcesses;
  links: readonly Link[];
  /** The device that carries out local Runs; it is paired and started when it is first asked for. */
  device: () => Promise<PairedDevice>;
  /** Sets the offset of the second executor's wall clock, from its next start on. */
  shiftClock: (ms: number) => void;
  /** Null where none can be mounted. */
  disks: Disks | null;
  redis: {
    url: string;
    pid: () => number;
    flush: () => Promise<void>;
    limitMemory: (bytes: number) => Promise<void>;
    failSaves: (isFailing: boolean) => Promise<void>;
    persist: (isOn: boolean) => Promise<void>;
    isWritable: () => Promise<boolean>;
    crash: (awayMs: number) => Promise<void>;
  } | null;
  site: EffectsSite;
  workload: Workload;
  random: Random;
  /** Executes one statement in the database of the runs service, as a superuser. */
  sql: <Row extends object>(statement: string) => Promise<Row[]>;
  runsDatabase: string;
  /** Publishes queue jobs that the relay did not. */
  publishDuplicates: (
    jobs: readonly { id: string; data: { runId: string; attempt: number } }[],
  ) => Promise<void>;
  /** Processes that ended by themselves. */
  ends: UnexpectedEnd[];
  stop: () => Promise<void>;
}

async function mountDisks(dir: string, backend: Backend): Promise<Disks | null> {
  const services = await mountSmallDisk(dir, DISK_MEGABYTES);
  if (services === null) return null;
  const postgres = await mountSmallDisk(path.join(dir, 'postgres'), DISK_MEGABYTES);
  const redis =
    backend === 'redis' ? await mountSmallDisk(path.join(dir, 'redis'), REDIS_DISK_MEGABYTES) : null;
  return postgres && { services, postgres, redis };
}

async function startCrashableRedis(parent: string | undefined): Promise<{
  redis: FaultEnvironment['redis'];
  stop: () => Promise<void>;
}> {
  const started = await startRedis({ parent });
  if (started === null) throw new Error('There is no redis-server on the PATH.');
  let running: RunningRedis = started;
  return {
    stop: () => running.stop(),
    redis: {
      url: running.url,
      pid: () => running.pid,
      flush: () => running.flush(),
      limitMemory: (bytes) => running.limitMemory(bytes),
      failSaves: (isFailing) => running.failSaves(isFailing),
      persist: (isOn) => running.persist(isOn),
      isWritable: () => running.isWritable(),
      crash: async (awayMs) => {
        process.kill(running.pid, 'SIGKILL');
        await running.exited;
        await new Promise((resolve) => setTimeout(resolve, awayMs));
        const restarted = await startRedis({ port: running.port, parent });
        if (restarted !== null) running = restarted;
      },
    },
  };
}

/** Starts a system with a second executor, a site to act on and clients. */
export async function createEnvironment(
  { backend, leaseMs }: Pick<FaultEnvironment, 'backend' | 'leaseMs'>,
  random: Random,
): Promise<FaultEnvironment> {
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-faults-'));
  const undo = new AsyncDisposableStack();
  const stop = () => undo.disposeAsync();
  const disks = await mountDisks(dir, backend);
  try {
    const ends: UnexpectedEnd[] = [];
    const onExit = (end: UnexpectedEnd) => void ends.push(end);
    const redis = backend === 'redis' ? await startCrashableRedis(disks?.redis?.folder) : null;
    if (redis !== null) undo.defer(redis.stop);
    const site = await startEffectsSite();
    undo.defer(site.close);
    const stack = await startStack({
      dir,
      port: 0,
      ...(redis?.redis && { queueUrl: redis.redis.url }),
      env: {
        ...process.env,
        ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
        ERRAND_LEASE_MS: String(leaseMs),
        ERRAND_DEVICE_LEASE_MS: String(leaseMs),
        ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
        ERRAND_EXECUTOR_CONCURRENCY: String(CONCURRENCY),
        ERRAND_INTERRUPTED_TIMEOUT_MS: '60000',
        // Long enough for active Runs to end on a busy machine.
        ERRAND_SHUTDOWN_GRACE_MS: '60000',
      },
      onExit,
      readyTimeoutMs: leaseMs * READY_LEASES,
    });
    undo.defer(() => stack.stop());
    const runsUrl = stack.environments.executor['ERRAND_RUNS_URL'] ?? '';
    const toRuns = await createLink(runsUrl);
    const toQueue = await createLink(stack.queueUrl);
    undo.defer(async () => {
      toRuns.close();
      toQueue.close();
      await Promise.resolve();
    });
    const port = await freePort();
    const executorEnv: Record<string, string | undefined> = {
      ...stack.environments.executor,
      ERRAND_PORT: String(port),
      ERRAND_RUNS_URL: toRuns.through(runsUrl),
      ERRAND_QUEUE_URL: toQueue.through(stack.queueUrl),
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'unreliable.ts')}`,
      FAULT_BLOCK_MS: String(Math.round(leaseMs * BLOCK_LEASES)),
    };
    const second = await startProcesses(
      [
        {
          name: 'executor-2',
          script: path.join(import.meta.dirname, '../../apps/executor/src/main.ts'),
          env: executorEnv,
          readyUrl: `http://127.0.0.1:${port}/readyz`,
        },
      ],
      { logDir: path.join(dir, 'logs'), onExit, readyTimeoutMs: leaseMs * READY_LEASES },
    );
    undo.defer(() => second.stop());
    const runsDatabase = Object.assign(new URL(stack.postgres.adminUrl), { pathname: '/errand_runs' }).href;
    await installAudit(runsDatabase);
    const workload = await createWorkload({ baseUrl: stack.baseUrl, siteUrl: site.url }, random.fork());
    let paired: Promise<PairedDevice> | undefined;
    undo.defer(async () => await (await paired)?.[Symbol.asyncDispose]());
    return {
      backend,
      dir,
      leaseMs,
      stack,
      second,
      device: () => (paired ??= createPairedDevice(stack.baseUrl, workload.deviceOwner, onExit)),
      links: [toRuns, toQueue],
      shiftClock: (ms) => {
        executorEnv['FAULT_CLOCK_MS'] = String(ms);
      },
      disks,
      redis: redis?.redis ?? null,
      site,
      workload,
      random,
      runsDatabase,
      sql: (statement) => query(runsDatabase, statement),
      publishDuplicates: (jobs) => publishDuplicateJobs(stack.queueUrl, jobs),
      ends,
      stop,
    };
  } catch (error) {
    await stop();
    await unmount(disks);
    throw error;
  }
}

async function unmount(disks: Disks | null): Promise<void> {
  for (const disk of [disks?.redis, disks?.postgres, disks?.services]) await disk?.unmount();
}

/** Deletes the files of an environment that is stopped. */
export async function removeEnvironment({ dir, disks }: FaultEnvironment): Promise<void> {
  await unmount(disks);
  await rm(dir, { recursive: true, force: true });
}

/** Copies the files of an environment that is stopped to a folder on an ordinary disk, which is returned. */
export async function keepEnvironment(environment: FaultEnvironment): Promise<string> {
  const kept = `${environment.dir}-kept`;
  await cp(environment.dir, kept, { recursive: true });
  await removeEnvironment(environment);
  return kept;
}
