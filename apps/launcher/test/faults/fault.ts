import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@errand/local-stack';
import { isTerminal } from '@errand/contracts';
import type { Backend, World } from './world.ts';

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

/** Leases within which a lost executor is noticed and its Run goes on or ends: 45 s of 30 s. */
export const NOTICED = 1.5;
/** Leases after which a browser without a lease is dead: the executor holds it for two thirds, and 20 s of 30 s more. */
export const BURIED = 4 / 3;
/** Leases that a standstill lasts which is longer than any: 60 s of 30 s. */
export const STANDSTILL = 2;

const LOOK_MS = 100;

/** Looks until `condition` holds; false when it took longer. */
export const until = async (ms: number, condition: () => boolean | Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + ms;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > end) return false;
    await delay(LOOK_MS);
  }
};

export type ExecutorName = 'executor' | 'executor-2';
export const EXECUTORS: readonly ExecutorName[] = ['executor', 'executor-2'];

export const pidOf = ({ stack, second }: World, name: ServiceName | ExecutorName): number =>
  [...stack.processes, ...second.processes].find((one) => one.name === name)?.pid ?? 0;

export const killExecutor = (
  { stack, second }: World,
  name: ExecutorName,
  how: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<string> => (name === 'executor' ? stack.kill(name, how) : second.kill(name, how));

export const restartExecutor = ({ stack, second }: World, name: ExecutorName): Promise<void> =>
  name === 'executor' ? stack.restart(name) : second.restart(name);

/** Runs `work` while only one executor is there. */
export const withOnly = async <Result>(
  world: World,
  name: ExecutorName,
  work: () => Promise<Result>,
): Promise<Result> => {
  const other = name === 'executor' ? 'executor-2' : 'executor';
  await killExecutor(world, other, 'SIGTERM');
  const result = await work();
  await restartExecutor(world, other);
  return result;
};

/** Much longer than anything takes that works, so that a busy machine is not taken for a fault. */
export const AT_LAST_MS = 180_000;

/** A Run that only reads completes, on whoever takes it. */
export const completes = async ({ workload }: World, what: string): Promise<string[]> => {
  const run = await workload.create('reads', { keyed: true });
  if (run === null) return [`${what}: a Run was refused`];
  let status: string | null = null;
  await until(AT_LAST_MS, async () => {
    const read = await workload.read(run);
    status = read;
    return read !== null && isTerminal(read);
  });
  return status === 'completed' ? [] : [`${what}: run ${run.runId} is ${String(status)}`];
};

interface Held {
  id: string;
  attempt: number;
  isOver: boolean;
}

/**
 * Looks at what is being carried out, and gives what tells within `NOTICED` leases which of it nobody took back although its
 * lease is over.
 */
export const underWay = async ({ sql, leaseMs }: World): Promise<() => Promise<string[]>> => {
  const look = () =>
    sql<Held>(`SELECT id, attempt, lease_expires_at < now() AS "isOver" FROM runs WHERE status = 'running'`);
  const before = await look();
  const begun = performance.now();
  const left = async (): Promise<Held[]> =>
    (await look()).filter((run) =>
      before.some(({ id, attempt }) => run.id === id && run.attempt === attempt),
    );
  return async () => {
    await until(leaseMs * NOTICED - (performance.now() - begun), async () => (await left()).length === 0);
    return (await left()).filter(({ isOver }) => isOver).map(({ id }) => id);
  };
};
