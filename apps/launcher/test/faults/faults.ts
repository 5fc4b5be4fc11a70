import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@errand/local-stack';
import { type Backend, LEASE_MS, type World, childrenOf, isAlive } from './world.ts';

/** Something that happens to a system, and its end: when `inflict` resolves, what was broken runs again. */
export interface Fault {
  name: string;
  /** What must hold in spite of it; the history is checked for all of them after every fault. */
  invariant: string;
  on?: Backend;
  isGraceful?: boolean;
  /** Answers what went wrong beyond what a history shows. */
  inflict: (world: World) => Promise<string[] | void>;
}

const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It is gone already.
    }
};

const crash = (name: ServiceName, invariant: string): Fault => ({
  name: `kill -9 of the ${name} service`,
  invariant,
  inflict: async ({ stack, random }) => {
    await stack.kill(name);
    await delay(random.between(0, 1_500));
    await stack.restart(name);
  },
});

const stopInOrder = (name: ServiceName): Fault => ({
  name: `SIGTERM of the ${name} service`,
  invariant: 'an orderly stop is no crash',
  isGraceful: true,
  inflict: async ({ stack }) => {
    const how = await stack.kill(name, 'SIGTERM');
    await stack.restart(name);
    return how === 'exit code 0' ? [] : [`the ${name} service ended by ${how} on SIGTERM`];
  },
});

const executorPid = ({ stack, second, random }: World): number => {
  const executors = [...stack.processes, ...second.processes].filter(({ name }) =>
    name.startsWith('executor'),
  );
  return random.pick(executors).pid;
};

const freeze = (name: string, invariant: string, ms: readonly [number, number]): Fault => ({
  name,
  invariant,
  inflict: async (world) => {
    const pid = executorPid(world);
    signal([pid], 'SIGSTOP');
    await delay(world.random.between(...ms));
    signal([pid], 'SIGCONT');
  },
});

const HELD = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE 'UPDATE outbox%'`;

const killRelay: Fault = {
  name: 'kill -9 of the relay between ring and mark',
  invariant: 'every 202 becomes terminal',
  inflict: async ({ stack, sql, workload }) => {
    await sql('INSERT INTO audit.hold VALUES (4)');
    const asked = workload.create('short');
    const end = Date.now() + 10_000;
    let isHeld = false;
    while (!isHeld && Date.now() < end) isHeld = (await sql(HELD)).length > 0;
    await stack.kill('runs');
    await sql('DELETE FROM audit.hold');
    await stack.restart('runs');
    await asked;
    return isHeld ? [] : ['the relay was never between ring and mark'];
  },
};

const doubleBells: Fault = {
  name: 'every bell five times, for two executors',
  invariant: 'an effect lands at most once per step',
  inflict: async ({ sql, ring, random }) => {
    for (let round = 0; round < 6; round += 1) {
      const runs = await sql<{ id: string; attempt: number; status: string }>(
        `SELECT id, attempt, status FROM runs ORDER BY created_at DESC LIMIT 12`,
      );
      await ring(
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

const killBrowser: Fault = {
  name: 'the browser is killed',
  invariant: 'a Run that did not complete tells which effects landed or may have',
  inflict: async (world) => {
    for (let round = 0; round < 2; round += 1) {
      signal(await childrenOf(executorPid(world)), 'SIGKILL');
      await delay(world.random.between(300, 1_500));
    }
  },
};

const orphanedBrowser: Fault = {
  name: 'kill -9 of an executor',
  invariant: 'an effect lands at most once per step',
  inflict: async (world) => {
    const { stack, second, random } = world;
    const inStack = random.chance(0.5);
    const [victim] = inStack ? stack.processes.filter(({ name }) => name === 'executor') : second.processes;
    const browsers = await childrenOf(victim?.pid ?? 0);
    await (inStack ? stack.kill('executor') : second.kill('executor-2'));
    await delay(random.between(0, 1_500));
    await (inStack ? stack.restart('executor') : second.restart('executor-2'));
    const end = Date.now() + LEASE_MS;
    while (browsers.some(isAlive) && Date.now() < end) await delay(100);
    return browsers.some(isAlive) ? ['the browser of a killed executor lives on after its lease'] : [];
  },
};

const raceCancels: Fault = {
  name: 'cancel races completion',
  invariant: 'exactly one terminal transition per Run',
  inflict: async ({ workload, random }) => {
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        const run = await workload.create('short');
        if (run === null) return;
        await delay(random.between(0, 900));
        await Promise.all([workload.cancel(run), workload.read(run), workload.cancel(run)]);
      }),
    );
  },
};

const hangSite: Fault = {
  name: 'the site does not answer',
  invariant: 'an effect lands at most once per step',
  inflict: async ({ site, random }) => {
    site.hang();
    await delay(random.between(1_500, 4_000));
    site.release();
  },
};

const postgresAndChildren = async ({ stack }: World): Promise<number[]> => {
  const { pid } = stack.postgres;
  return [pid, ...(await childrenOf(pid))];
};

const postgresFaults: Fault[] = [
  {
    name: 'PostgreSQL crashes',
    invariant: 'every 202 becomes terminal',
    inflict: ({ stack, random }) => stack.crashPostgres({ awayMs: random.between(0, 2_500) }),
  },
  {
    name: 'the connections of PostgreSQL are cut',
    invariant: 'a refused request stores nothing',
    inflict: async ({ sql, random }) => {
      for (let round = 0; round < 6; round += 1) {
        await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE usename LIKE 'errand_%' AND pid <> pg_backend_pid()`);
        await delay(random.between(50, 800));
      }
    },
  },
  {
    name: 'PostgreSQL stands still',
    invariant: 'a refused request stores nothing',
    inflict: async (world) => {
      const pids = await postgresAndChildren(world);
      signal(pids, 'SIGSTOP');
      const asked = Promise.all(
        [true, false, false].map((keyed) => world.workload.create('ad-hoc read', { keyed })),
      );
      // For a moment, or for longer than anybody waits for an answer.
      await delay(world.random.chance(0.3) ? world.random.between(500, 3_000) : 6_500);
      signal(pids, 'SIGCONT');
      await asked;
    },
  },
];

const redisFaults: Fault[] = [
  {
    name: 'Redis is killed and comes back empty',
    invariant: 'every 202 becomes terminal',
    on: 'redis',
    inflict: async ({ redis, random }) => redis?.crash(random.between(0, 2_500)),
  },
  {
    name: 'FLUSHALL',
    invariant: 'every 202 becomes terminal',
    on: 'redis',
    inflict: async ({ redis, random }) => {
      for (let round = 0; round < 3; round += 1) {
        await redis?.flush();
        await delay(random.between(100, 900));
      }
    },
  },
  {
    name: 'Redis stands still',
    invariant: 'every 202 becomes terminal',
    on: 'redis',
    inflict: async ({ redis, random }) => {
      const pid = redis?.pid() ?? 0;
      signal([pid], 'SIGSTOP');
      await delay(random.between(2_000, 6_000));
      signal([pid], 'SIGCONT');
    },
  },
];

export const faults: readonly Fault[] = [
  crash('gateway', 'every request with a key is answered in the end'),
  crash('runs', 'a refused request stores nothing'),
  crash('runbooks', 'every request with a key is answered in the end'),
  orphanedBrowser,
  killRelay,
  freeze('an executor stands still for longer than its lease', 'an effect lands at most once per step', [
    LEASE_MS * 1.4,
    LEASE_MS * 1.8,
  ]),
  freeze('the event loop of an executor is blocked', 'an effect lands at most once per step', [1_000, 3_500]),
  doubleBells,
  killBrowser,
  raceCancels,
  hangSite,
  ...postgresFaults,
  ...redisFaults,
  stopInOrder('gateway'),
  stopInOrder('runs'),
  stopInOrder('runbooks'),
  stopInOrder('executor'),
];
