import { setTimeout as delay } from 'node:timers/promises';
import { holdsWithin } from '@errand/test-kit';
import {
  MAX_WAIT_MS,
  EXECUTORS,
  type ExecutorName,
  type Fault,
  completes,
  killExecutor,
  pidOf,
  restartExecutor,
} from './fault.ts';
import { ownerOf } from './processes.ts';

const RACES = 500;
const RACERS = 16;

const raceCancels: Fault = {
  name: `cancel races completion ${RACES} times`,
  invariant: 'exactly one terminal transition per Run',
  inject: async ({ workload, random }) => {
    let left = RACES;
    const racer = async () => {
      while (left > 0) {
        left -= 1;
        const run = await workload.create('short', { keyed: true });
        if (run === null) continue;
        await delay(random.between(0, 900));
        await Promise.all([workload.cancel(run), workload.read(run), workload.cancel(run)]);
      }
    };
    await Promise.all(Array.from({ length: RACERS }, racer));
  },
};

const hangSite: Fault = {
  name: 'the site stops responding',
  invariant: 'an effect lands at most once per step',
  inject: async ({ site, random }) => {
    site.hang();
    await delay(random.between(1_500, 4_000));
    site.release();
  },
};

/** Each executor that executes the Run is killed at once, and restarted. */
const crashingRun: Fault = {
  name: 'a Run kills every executor that takes it',
  invariant: 'a Run that crashes executors fails with its reason and other Runs complete',
  inject: async (environment) => {
    const { site, sql, workload } = environment;
    let crashes = 0;
    const lastCrash = new Map<ExecutorName, number>();
    const restarts: Promise<void>[] = [];
    const kill = async (port: number) => {
      let victim: ExecutorName | undefined;
      // The pid of a restarting executor is known once it is ready, which can be after it claimed the Run.
      await holdsWithin(MAX_WAIT_MS, async () => {
        const pid = await ownerOf(
          port,
          EXECUTORS.map((name) => pidOf(environment, name)),
        );
        victim = EXECUTORS.find((name) => pidOf(environment, name) === pid);
        return victim !== undefined;
      });
      if (victim === undefined) return;
      const name = victim;
      crashes += 1;
      const crash = crashes;
      lastCrash.set(name, crash);
      await killExecutor(environment, name);
      await restartExecutor(environment, name).catch((error: unknown) => {
        // The Run may have it killed again before this restart has seen that it is ready.
        if (lastCrash.get(name) === crash) throw error;
      });
    };
    site.listen(({ path, port }) => {
      if (path === '/never-answers') restarts.push(kill(port));
    });
    const run = await workload.create('crashing', { keyed: true });
    // A Run that was running at the first crash could lose all its attempts as well, so the others start after it.
    await holdsWithin(MAX_WAIT_MS, () => crashes > 0);
    const others = Array.from({ length: 4 }, () =>
      completes(environment, 'a Run beside the one that crashes executors'),
    );
    const stored = async () =>
      (
        await sql<{ status: string; error_code: string | null; error_message: string | null }>(
          `SELECT status, error_code, error_message FROM runs WHERE id = '${run?.runId}'`,
        )
      )[0];
    const ended = await holdsWithin(3 * MAX_WAIT_MS, async () => (await stored())?.status === 'failed');
    site.listen(null);
    await Promise.all(restarts);
    const findings = (await Promise.all(others)).flat();
    const end = await stored();
    if (!ended || end?.error_code !== 'executor_lost' || !end.error_message?.includes('3 times'))
      findings.push(`the Run is ${end?.status}: ${end?.error_code} ${end?.error_message}`);
    if (crashes !== 3) findings.push(`the Run crashed ${crashes} executors`);
    return findings;
  },
};

export const runFaults: readonly Fault[] = [raceCancels, hangSite, crashingRun];
