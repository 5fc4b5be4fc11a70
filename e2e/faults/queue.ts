import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, PAUSE_LEASES, completes } from './fault.ts';
import { signal } from './processes.ts';

const RUNS_END = 'every 202 becomes terminal';

const duplicateJobs: Fault = {
  name: 'every queue job is delivered five times, to two executors',
  invariant: 'an effect lands at most once per step',
  inject: async ({ sql, publishDuplicates, random }) => {
    for (let round = 0; round < 6; round += 1) {
      const runs = await sql<{ id: string; attempt: number; status: string }>(
        `SELECT id, attempt, status FROM runs ORDER BY created_at DESC LIMIT 12`,
      );
      await publishDuplicates(
        runs.flatMap(({ id, attempt, status }) =>
          Array.from({ length: 5 }, (_, copy) => ({
            id: `${id}-copy-${round}-${copy}`,
            data: {
              runId: id,
              attempt: status === 'queued' ? attempt + 1 : Math.max(1, attempt + (copy % 2)),
            },
          })),
        ),
      );
      await delay(random.between(100, 600));
    }
  },
};

export const queueFaults: readonly Fault[] = [
  duplicateJobs,
  {
    name: 'Redis is killed and restarts empty',
    invariant: RUNS_END,
    on: 'redis',
    inject: async ({ redis, random }) => redis?.crash(random.between(0, 2_500)),
  },
  {
    name: 'Redis is flushed (FLUSHALL)',
    invariant: RUNS_END,
    on: 'redis',
    inject: async ({ redis, random }) => {
      for (let round = 0; round < 3; round += 1) {
        await redis?.flush();
        await delay(random.between(100, 900));
      }
    },
  },
  {
    name: 'Redis is paused for two leases',
    invariant: RUNS_END,
    on: 'redis',
    inject: async ({ redis, leaseMs }) => {
      const pid = redis?.pid() ?? 0;
      signal([pid], 'SIGSTOP');
      await delay(leaseMs * PAUSE_LEASES);
      signal([pid], 'SIGCONT');
    },
  },
  {
    name: 'Redis is out of memory',
    invariant: RUNS_END,
    on: 'redis',
    inject: async ({ redis, leaseMs }) => {
      await redis?.limitMemory(1);
      await delay(leaseMs);
      await redis?.limitMemory(0);
    },
  },
  {
    name: 'Redis cannot save and rejects writes, as with a full disk',
    invariant: RUNS_END,
    on: 'redis',
    inject: async (environment) => {
      const { redis, workload, leaseMs } = environment;
      if (redis === null) return ['there is no Redis'];
      await redis.failSaves(true);
      const accepted = await workload.create('reads', { keyed: true });
      await delay(leaseMs);
      await redis.failSaves(false);
      return [
        ...(accepted === null ? ['a Run was refused while Redis rejected writes'] : []),
        ...(await completes(environment, 'after Redis rejected writes')),
      ];
    },
  },
];
