import { setTimeout as delay } from 'node:timers/promises';
import {
  AT_LAST_MS,
  EXECUTORS,
  type ExecutorName,
  type Fault,
  completes,
  killExecutor,
  pidOf,
  restartExecutor,
  until,
} from './fault.ts';
import { ownerOf } from './processes.ts';

const RACES = 500;
const RACERS = 16;

const raceCancels: Fault = {
  name: `cancel races completion ${RACES} times`,
  invariant: 'exactly one terminal transition per Run',
  inflict: async ({ workload, random }) => {
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
  name: 'the site does not answer',
  invariant: 'an effect lands at most once per step',
  inflict: async ({ site, random }) => {
    site.hang();
    await delay(random.between(1_500, 4_000));
    site.release();
  },
};

/** Whoever carries it out dies of it at once, and is started again. */
const poison: Fault = {
  name: 'a Run kills every executor that takes it',
  invariant: 'poison ends with its reason and other Runs complete',
  inflict: async (world) => {
    const { site, sql, workload } = world;
    let deaths = 0;
    const died: Promise<void>[] = [];
    const kill = async (port: number) => {
      let victim: ExecutorName | undefined;
      // Of one that is just starting again the process is known once it is ready, which can be after it took the Run.
      await until(AT_LAST_MS, async () => {
        const pid = await ownerOf(
          port,
          EXECUTORS.map((name) => pidOf(world, name)),
        );
        victim = EXECUTORS.find((name) => pidOf(world, name) === pid);
        return victim !== undefined;
      });
      if (victim === undefined) return;
      deaths += 1;
      await killExecutor(world, victim);
      await restartExecutor(world, victim);
    };
    site.listen(({ path, port }) => {
      if (path === '/poison') died.push(kill(port));
    });
    const run = await workload.create('poison', { keyed: true });
    // One that was there from the first death on could be lost three times as well, by no fault of its own.
    await until(AT_LAST_MS, () => deaths > 0);
    const others = Array.from({ length: 4 }, () => completes(world, 'a Run beside poison'));
    const stored = async () =>
      (
        await sql<{ status: string; error_code: string | null; error_message: string | null }>(
          `SELECT status, error_code, error_message FROM runs WHERE id = '${run?.runId}'`,
        )
      )[0];
    const ended = await until(3 * AT_LAST_MS, async () => (await stored())?.status === 'failed');
    site.listen(null);
    await Promise.all(died);
    const found = (await Promise.all(others)).flat();
    const end = await stored();
    if (!ended || end?.error_code !== 'executor_lost' || !end.error_message?.includes('3 times'))
      found.push(`poison is ${end?.status}: ${end?.error_code} ${end?.error_message}`);
    if (deaths !== 3) found.push(`poison killed ${deaths} executors`);
    return found;
  },
};

export const runFaults: readonly Fault[] = [raceCancels, hangSite, poison];
