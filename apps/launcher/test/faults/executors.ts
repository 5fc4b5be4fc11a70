import { setTimeout as delay } from 'node:timers/promises';
import {
  AT_LAST_MS,
  BURIED,
  EXECUTORS,
  type ExecutorName,
  type Fault,
  STANDSTILL,
  completes,
  killExecutor,
  pidOf,
  restartExecutor,
  underWay,
  until,
  withOnly,
} from './fault.ts';
import { browserOf, countAlive, signal } from './processes.ts';
import type { World } from './world.ts';

/** Leases within which the browser of a paused executor is dead: before the lease ends it, at 5/6. */
const CANCELLED = 3 / 4;

/** Resolves once every executor holds a Run, and the site has felt an effect that it does not answer. */
const allInAStep = async (world: World): Promise<string[]> => {
  const { leaseMs, site, sql, workload } = world;
  const felt = site.effects.length;
  site.hang();
  const asked = Array.from({ length: 5 }, () => workload.create('slow write', { keyed: true }));
  const isBusy = await until(AT_LAST_MS, async () => {
    // A lease that lasts that long was prolonged a moment ago: its owner lives.
    const owners = await sql(
      `SELECT DISTINCT lease_owner FROM runs
       WHERE status = 'running' AND lease_expires_at > now() + interval '${(leaseMs * 3) / 5} ms'`,
    );
    return owners.length >= EXECUTORS.length && site.effects.length > felt;
  });
  void Promise.all(asked);
  return isBusy ? [] : ['the executors were never all in a step'];
};

const killedInAStep: Fault = {
  name: 'kill -9 of the executors in a step',
  invariant: 'executor_lost names the step whose effect is unknown',
  inflict: async (world) => {
    const found = await allInAStep(world);
    const browsers = (await Promise.all(EXECUTORS.map((name) => browserOf(pidOf(world, name))))).flat();
    if (browsers.length === 0) found.push('the executors had no browsers');
    await Promise.all(EXECUTORS.map((name) => killExecutor(world, name)));
    const left = await underWay(world);
    const isBuried = await until(world.leaseMs * BURIED, async () => (await countAlive(browsers)) === 0);
    if (!isBuried) found.push('the browser of a killed executor lives on after its lease');
    world.site.release();
    await Promise.all(EXECUTORS.map((name) => restartExecutor(world, name)));
    return [
      ...found,
      ...(await left()).map((id) => `run ${id} still waits for the executor that was killed`),
    ];
  },
};

/** The second executor has acted and cannot reach the queue. */
const killedBeforeTheReport: Fault = {
  name: 'kill -9 of an executor before its report',
  invariant: 'executor_lost names the step whose effect is unknown',
  inflict: async (world) => {
    const { links, site, workload } = world;
    const [, toQueue] = links;
    return await withOnly(world, 'executor-2', async () => {
      const felt = site.effects.length;
      void workload.create('slow write', { keyed: true });
      const acted = await until(AT_LAST_MS, () =>
        site.effects.slice(felt).some(({ step }) => step === 'slow'),
      );
      toQueue?.cut();
      // The site answers after two seconds.
      await delay(3_000);
      await killExecutor(world, 'executor-2');
      toQueue?.heal();
      await restartExecutor(world, 'executor-2');
      return acted ? [] : ['the executor never acted'];
    });
  },
};

/** Stops an executor from doing anything for longer than it holds its Runs; its browser must be dead before it is back. */
const standstill = (
  name: string,
  who: (world: World) => ExecutorName,
  stop: (world: World, pid: number) => Promise<void>,
): Fault => ({
  name,
  invariant: 'an effect lands at most once per step',
  inflict: async (world) => {
    const executor = who(world);
    const pid = pidOf(world, executor);
    const found = await allInAStep(world);
    const browser = await browserOf(pid);
    if (browser.length === 0) found.push('the executor had no browser');
    const left = await underWay(world);
    const over = stop(world, pid);
    world.site.release();
    const isBuried = await until(world.leaseMs * BURIED, async () => (await countAlive(browser)) === 0);
    if (!isBuried) found.push('its browser lives on after its lease');
    found.push(...(await left()).map((id) => `run ${id} still waits for the executor that stands still`));
    await over;
    return [...found, ...(await withOnly(world, executor, () => completes(world, 'the executor is back')))];
  },
});

const killedAtAnyTime: Fault = {
  name: 'kill -9 of an executor at any time',
  invariant: 'an effect lands at most once per step',
  inflict: async (world) => {
    const victim = world.random.pick(EXECUTORS);
    await killExecutor(world, victim);
    await delay(world.random.between(0, 1_500));
    await restartExecutor(world, victim);
  },
};

const clockOff: Fault = {
  name: 'the clock of an executor is ten minutes off, from now on',
  invariant: 'clocks do not matter',
  inflict: async (world) => {
    world.shiftClock((world.random.chance(0.5) ? 1 : -1) * 600_000);
    await killExecutor(world, 'executor-2', 'SIGTERM');
    await restartExecutor(world, 'executor-2');
    return await withOnly(world, 'executor-2', () => completes(world, 'the executor with that clock'));
  },
};

/** Ten minutes ahead while it works, and back again a lease later. */
const clockJumps: Fault = {
  name: 'the clock of an executor jumps ten minutes ahead and back while it works',
  invariant: 'clocks do not matter',
  inflict: async (world) => {
    const pid = pidOf(world, 'executor-2');
    signal([pid], 'SIGPWR');
    await delay(world.leaseMs);
    const found = await withOnly(world, 'executor-2', () =>
      completes(world, 'the executor whose clock jumped'),
    );
    signal([pid], 'SIGPWR');
    return found;
  },
};

/** It cannot hear of the cancellation; only its watchdog can end what its page does. */
const cancelledWhilePaused: Fault = {
  name: 'a Run is cancelled while its executor is paused',
  invariant: 'what is cancelled acts no more',
  inflict: async (world) => {
    const { leaseMs, site, workload } = world;
    return await withOnly(world, 'executor-2', async () => {
      const pid = pidOf(world, 'executor-2');
      const felt = site.effects.length;
      site.hang();
      const run = await workload.create('slow write', { keyed: true });
      const isActing = await until(AT_LAST_MS, () => site.effects.length > felt);
      const browser = await browserOf(pid);
      signal([pid], 'SIGSTOP');
      if (run !== null) await workload.cancel(run);
      const isDead = await until(leaseMs * CANCELLED, async () => (await countAlive(browser)) === 0);
      signal([pid], 'SIGCONT');
      site.release();
      return [
        ...(isActing ? [] : ['the executor never acted']),
        ...(browser.length === 0 ? ['the executor had no browser'] : []),
        ...(isDead ? [] : ['the browser of a paused executor outlives the cancellation of its Run']),
        ...(await completes(world, 'the executor that was paused')),
      ];
    });
  },
};

export const executorFaults: readonly Fault[] = [
  killedAtAnyTime,
  killedInAStep,
  killedBeforeTheReport,
  standstill(
    'SIGSTOP of an executor for two leases, and its return as a zombie',
    ({ random }) => random.pick(EXECUTORS),
    async ({ leaseMs }, pid) => {
      signal([pid], 'SIGSTOP');
      await delay(leaseMs * STANDSTILL);
      signal([pid], 'SIGCONT');
    },
  ),
  standstill(
    'the event loop of an executor is blocked for 80 s of a lease of 30 s',
    () => 'executor-2',
    async (world, pid) => {
      signal([pid], 'SIGUSR2');
      await delay((world.leaseMs * 80) / 30);
    },
  ),
  clockOff,
  clockJumps,
  cancelledWhilePaused,
];
