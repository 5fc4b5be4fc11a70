import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal } from '@errand/contracts';
import { holdsWithin } from '@errand/test-kit';
import {
  MAX_WAIT_MS,
  BROWSER_GONE_AFTER,
  EXECUTORS,
  type ExecutorName,
  type Fault,
  PAUSE_LEASES,
  completes,
  killExecutor,
  pidOf,
  restartExecutor,
  trackRunning,
  withOnly,
} from './fault.ts';
import { browserOf, browserRootsOf, countAlive, signal } from './processes.ts';
import type { FaultEnvironment } from './environment.ts';

/** The browser of a cancelled Run is gone within this share of a lease; the lease itself would end it at 5/6. */
const CANCELLED_WITHIN = 3 / 4;

/** Resolves once every executor holds a Run and the site has received an effect that it leaves unanswered. */
async function waitForSteps(environment: FaultEnvironment): Promise<string[]> {
  const { leaseMs, site, sql, workload } = environment;
  const effectsBefore = site.effects.length;
  site.hang('slow');
  const requests = Array.from({ length: 5 }, () => workload.create('slow write', { keyed: true }));
  const isBusy = await holdsWithin(MAX_WAIT_MS, async () => {
    // This much of a lease is left only after a recent heartbeat, so its owner is alive.
    const owners = await sql(
      `SELECT DISTINCT lease_owner FROM runs
       WHERE status = 'running' AND lease_expires_at > now() + interval '${(leaseMs * 3) / 5} ms'`,
    );
    return owners.length >= EXECUTORS.length && site.effects.length > effectsBefore;
  });
  void Promise.all(requests);
  return isBusy ? [] : ['the executors were never all executing a step'];
}

const killedInAStep: Fault = {
  name: 'kill -9 of the executors during a step',
  invariant: 'executor_lost names the step whose effect is unknown',
  inject: async (environment) => {
    const findings = await waitForSteps(environment);
    const browsers = (await Promise.all(EXECUTORS.map((name) => browserOf(pidOf(environment, name))))).flat();
    if (browsers.length === 0) findings.push('the executors had no browsers');
    await Promise.all(EXECUTORS.map((name) => killExecutor(environment, name)));
    const notRecovered = await trackRunning(environment);
    const isGone = await holdsWithin(
      environment.leaseMs * BROWSER_GONE_AFTER,
      async () => (await countAlive(browsers)) === 0,
    );
    if (!isGone) findings.push('the browser of a killed executor outlived its lease');
    environment.site.release();
    await Promise.all(EXECUTORS.map((name) => restartExecutor(environment, name)));
    return [
      ...findings,
      ...(await notRecovered()).map((id) => `run ${id} was not recovered from the executor that was killed`),
    ];
  },
};

/** The second executor has acted and cannot report it: its link to the queue is cut. */
const killedBeforeTheReport: Fault = {
  name: 'kill -9 of an executor before its report',
  invariant: 'executor_lost names the step whose effect is unknown',
  inject: async (environment) => {
    const { links, site, workload } = environment;
    const [, toQueue] = links;
    return await withOnly(environment, 'executor-2', async () => {
      const effectsBefore = site.effects.length;
      void workload.create('slow write', { keyed: true });
      const acted = await holdsWithin(MAX_WAIT_MS, () =>
        site.effects.slice(effectsBefore).some(({ step }) => step === 'slow'),
      );
      toQueue?.cut();
      // The site responds after two seconds.
      await delay(3_000);
      await killExecutor(environment, 'executor-2');
      toQueue?.heal();
      await restartExecutor(environment, 'executor-2');
      return acted ? [] : ['the executor never acted'];
    });
  },
};

/** What lands before and after the loss is in the history: each row at most once, and all of them when the Run completes. */
const killedInALoop: Fault = {
  name: 'kill -9 of an executor at row 117 of a loop of 200',
  invariant: 'an effect lands at most once per step',
  inject: async (environment) => {
    const { site, sql, workload } = environment;
    return await withOnly(environment, 'executor-2', async () => {
      const effectsBefore = site.effects.length;
      const run = await workload.create('long loop', { keyed: true });
      if (run === null) return ['the Run was refused'];
      const landed = () =>
        site.effects.slice(effectsBefore).filter(({ step }) => step === 'many[117]').length;
      const isThere = await holdsWithin(MAX_WAIT_MS, () => landed() > 0);
      await killExecutor(environment, 'executor-2');
      await restartExecutor(environment, 'executor-2');
      const isOver = await holdsWithin(MAX_WAIT_MS, async () => {
        const status = await workload.read(run);
        return status !== null && isTerminal(status);
      });
      if (!isThere || !isOver) return ['the loop never came to row 117, or never to its end'];
      const [end] = await sql<{ status: string; error_message: string | null }>(
        `SELECT status, error_message FROM runs WHERE id = '${run.runId}'`,
      );
      const isHonest = end?.status === 'completed' || /many\[\d+\]/.test(end?.error_message ?? '');
      return isHonest ? [] : [`the Run ended as ${String(end?.status)} without naming the row`];
    });
  },
};

/** Pauses an executor for longer than its leases last; its browser must be gone before it resumes. */
function paused(
  name: string,
  choose: (environment: FaultEnvironment) => ExecutorName,
  pause: (environment: FaultEnvironment, pid: number) => Promise<void>,
): Fault {
  return {
    name,
    invariant: 'an effect lands at most once per step',
    inject: async (environment) => {
      const executor = choose(environment);
      const pid = pidOf(environment, executor);
      const findings = await waitForSteps(environment);
      // One that waits for its next Run is not to die.
      const browsers = await browserRootsOf(pid);
      if (browsers.length === 0) findings.push('the executor had no browser');
      const notRecovered = await trackRunning(environment);
      const resumed = pause(environment, pid);
      environment.site.release();
      const isGone = await holdsWithin(
        environment.leaseMs * BROWSER_GONE_AFTER,
        async () => (await countAlive(browsers)) < browsers.length,
      );
      if (!isGone) findings.push('its browser outlived its lease');
      findings.push(
        ...(await notRecovered()).map((id) => `run ${id} was not recovered from the paused executor`),
      );
      await resumed;
      return [
        ...findings,
        ...(await withOnly(environment, executor, () =>
          completes(environment, 'the executor that was paused'),
        )),
      ];
    },
  };
}

const killedAtAnyTime: Fault = {
  name: 'kill -9 of an executor at any time',
  invariant: 'an effect lands at most once per step',
  inject: async (environment) => {
    const victim = environment.random.pick(EXECUTORS);
    await killExecutor(environment, victim);
    await delay(environment.random.between(0, 1_500));
    await restartExecutor(environment, victim);
  },
};

const clockOff: Fault = {
  name: 'the clock of an executor is ten minutes off for the rest of the run',
  invariant: 'clocks do not matter',
  inject: async (environment) => {
    environment.shiftClock((environment.random.chance(0.5) ? 1 : -1) * 600_000);
    await killExecutor(environment, 'executor-2', 'SIGTERM');
    await restartExecutor(environment, 'executor-2');
    return await withOnly(environment, 'executor-2', () =>
      completes(environment, 'the executor with the wrong clock'),
    );
  },
};

/** The clock jumps ten minutes ahead while the executor works, and back after one lease. */
const clockJumps: Fault = {
  name: 'the clock of an executor jumps ten minutes ahead and back while it works',
  invariant: 'clocks do not matter',
  inject: async (environment) => {
    const pid = pidOf(environment, 'executor-2');
    signal([pid], 'SIGPWR');
    await delay(environment.leaseMs);
    const findings = await withOnly(environment, 'executor-2', () =>
      completes(environment, 'the executor whose clock jumped'),
    );
    signal([pid], 'SIGPWR');
    return findings;
  },
};

/** A paused executor cannot learn of the cancellation; only its watchdog can stop its page. */
const cancelledWhilePaused: Fault = {
  name: 'a Run is cancelled while its executor is paused',
  invariant: 'what is cancelled acts no more',
  inject: async (environment) => {
    const { leaseMs, site, workload } = environment;
    return await withOnly(environment, 'executor-2', async () => {
      const pid = pidOf(environment, 'executor-2');
      site.hang('slow');
      const run = await workload.create('slow write', { keyed: true });
      const isActing = await holdsWithin(MAX_WAIT_MS, () =>
        site.effects.some(({ token, step }) => token === run?.token && step === 'slow'),
      );
      // Other Runs of the executor can have browsers of their own, which are not to die for this one.
      const browsers = await browserRootsOf(pid);
      signal([pid], 'SIGSTOP');
      if (run !== null) await workload.cancel(run);
      const isDead = await holdsWithin(
        leaseMs * CANCELLED_WITHIN,
        async () => (await countAlive(browsers)) < browsers.length,
      );
      signal([pid], 'SIGCONT');
      site.release();
      return [
        ...(isActing ? [] : ['the executor never acted']),
        ...(browsers.length === 0 ? ['the executor had no browser'] : []),
        ...(isDead ? [] : ['the browser of a paused executor outlives the cancellation of its Run']),
        ...(await completes(environment, 'the executor that was paused')),
      ];
    });
  },
};

export const executorFaults: readonly Fault[] = [
  killedAtAnyTime,
  killedInAStep,
  killedBeforeTheReport,
  killedInALoop,
  paused(
    'SIGSTOP of an executor for two leases, then SIGCONT',
    ({ random }) => random.pick(EXECUTORS),
    async ({ leaseMs }, pid) => {
      signal([pid], 'SIGSTOP');
      await delay(leaseMs * PAUSE_LEASES);
      signal([pid], 'SIGCONT');
    },
  ),
  paused(
    'the event loop of an executor is blocked for 80 s of a lease of 30 s',
    () => 'executor-2',
    async (environment, pid) => {
      signal([pid], 'SIGUSR2');
      await delay((environment.leaseMs * 80) / 30);
    },
  ),
  clockOff,
  clockJumps,
  cancelledWhilePaused,
];
