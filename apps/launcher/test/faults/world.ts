import { mkdtemp, rm } from 'node:fs/promises';
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
  installAudit,
  query,
  ringBells,
  startEffectsSite,
  startRedis,
} from '@errand/test-kit';
import { browserCacheDirectory } from '../../src/home.ts';
import { type Link, createLink } from './link.ts';
import type { Random } from './random.ts';
import { type Workload, createWorkload } from './workload.ts';

export type Backend = 'postgres' | 'redis';

/** Each executor carries out this many Runs at once. */
const CONCURRENCY = 2;
/** How much longer than a lease an event loop is blocked: 80 s of 30 s. */
const BLOCKED = 80 / 30;

/** Everything that can be broken, and how to reach it. */
export interface World {
  backend: Backend;
  dir: string;
  stack: RunningStack;
  /** What everything that takes time is measured by: 30 s in production, shorter here. */
  leaseMs: number;
  /** A second executor on the same queue, which reaches queue and runs service over links that can fail. */
  second: RunningProcesses;
  links: readonly Link[];
  /** From its next start on, the second executor's wall clock is this much off. */
  shiftClock: (ms: number) => void;
  redis: {
    url: string;
    pid: () => number;
    flush: () => Promise<void>;
    limitMemory: (bytes: number) => Promise<void>;
    crash: (awayMs: number) => Promise<void>;
  } | null;
  site: EffectsSite;
  workload: Workload;
  random: Random;
  /** One statement in the database of the runs service, as a superuser. */
  sql: <Row extends object>(statement: string) => Promise<Row[]>;
  runsDatabase: string;
  /** Rings bells that nobody asked for. */
  ring: (bells: readonly { id: string; data: { runId: string; attempt: number } }[]) => Promise<void>;
  /** Processes that ended by themselves. */
  ends: UnexpectedEnd[];
  stop: () => Promise<void>;
}

const crashableRedis = async (): Promise<{ redis: World['redis']; stop: () => Promise<void> }> => {
  const started = await startRedis();
  if (started === null) throw new Error('There is no redis-server on the PATH.');
  let running: RunningRedis = started;
  return {
    stop: () => running.stop(),
    redis: {
      url: running.url,
      pid: () => running.pid,
      flush: () => running.flush(),
      limitMemory: (bytes) => running.limitMemory(bytes),
      crash: async (awayMs) => {
        process.kill(running.pid, 'SIGKILL');
        await running.exited;
        await new Promise((resolve) => setTimeout(resolve, awayMs));
        const again = await startRedis(running.port);
        if (again !== null) running = again;
      },
    },
  };
};

/** A whole system with a second executor, a site to act on and clients; with short leases, so that losses show soon. */
export const createWorld = async (
  { backend, leaseMs }: Pick<World, 'backend' | 'leaseMs'>,
  random: Random,
): Promise<World> => {
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-faults-'));
  const undo = new AsyncDisposableStack();
  const stop = () => undo.disposeAsync();
  try {
    const ends: UnexpectedEnd[] = [];
    const onExit = (end: UnexpectedEnd) => void ends.push(end);
    const redis = backend === 'redis' ? await crashableRedis() : null;
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
        ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
        ERRAND_EXECUTOR_CONCURRENCY: String(CONCURRENCY),
        // A Run that is under way may end, however busy the machine is.
        ERRAND_SHUTDOWN_GRACE_MS: '60000',
      },
      onExit,
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
    const environment: Record<string, string | undefined> = {
      ...stack.environments.executor,
      ERRAND_PORT: String(port),
      ERRAND_RUNS_URL: toRuns.through(runsUrl),
      ERRAND_QUEUE_URL: toQueue.through(stack.queueUrl),
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'unreliable.ts')}`,
      FAULT_BLOCK_MS: String(Math.round(leaseMs * BLOCKED)),
    };
    const second = await startProcesses(
      [
        {
          name: 'executor-2',
          script: path.join(import.meta.dirname, '../../../executor/src/main.ts'),
          env: environment,
          readyUrl: `http://127.0.0.1:${port}/readyz`,
        },
      ],
      { logDir: path.join(dir, 'logs'), onExit },
    );
    undo.defer(() => second.stop());
    const runsDatabase = Object.assign(new URL(stack.postgres.adminUrl), { pathname: '/errand_runs' }).href;
    await installAudit(runsDatabase);
    const workload = await createWorkload({ baseUrl: stack.baseUrl, siteUrl: site.url }, random.fork());
    return {
      backend,
      dir,
      leaseMs,
      stack,
      second,
      links: [toRuns, toQueue],
      shiftClock: (ms) => {
        environment['FAULT_CLOCK_MS'] = String(ms);
      },
      redis: redis?.redis ?? null,
      site,
      workload,
      random,
      runsDatabase,
      sql: (statement) => query(runsDatabase, statement),
      ring: (bells) => ringBells(stack.queueUrl, bells),
      ends,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Removes what a world that is stopped leaves behind. */
export const removeWorld = ({ dir }: World): Promise<void> => rm(dir, { recursive: true, force: true });
