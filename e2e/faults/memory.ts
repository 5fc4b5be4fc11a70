import { setTimeout as delay } from 'node:timers/promises';
import { holdsWithin } from '@errand/test-kit';
import type { FaultEnvironment } from './environment.ts';
import { EXECUTORS, type Fault, MAX_WAIT_MS, completes, forgiveEnds, pidOf, withOnly } from './fault.ts';
import { limitMemory, memoryLimitProblem } from './memory-group.ts';
import { browserOf, descendantsOf } from './processes.ts';

/** Memory that a process may still take; it needs more within seconds. */
const SERVICE_BYTES = 4 << 20;
const EXECUTOR_BYTES = 16 << 20;

/** Leaves the processes almost no memory until the kernel has killed one of them, and for half a lease more. */
async function exhaust(
  { leaseMs }: FaultEnvironment,
  pids: readonly number[],
  bytes: number,
): Promise<string[]> {
  const group = await limitMemory(pids, bytes);
  const isKilled = await holdsWithin(MAX_WAIT_MS, async () => (await group.kills()) > 0);
  await delay(leaseMs / 2);
  await group.release();
  return isKilled ? [] : ['the kernel killed no process'];
}

const ofService: Fault = {
  name: 'a service has no memory left and is killed by the kernel',
  invariant: 'every request with a key is answered in the end',
  skipReason: memoryLimitProblem,
  inject: async (environment) => {
    const name = environment.random.pick(['gateway', 'runs'] as const);
    const findings = await exhaust(environment, [pidOf(environment, name)], SERVICE_BYTES);
    await forgiveEnds(environment, [name]);
    return [...findings, ...(await completes(environment, `the ${name} service without memory`))];
  },
};

const ofExecutor: Fault = {
  name: 'an executor and its browser have no memory left, and the kernel kills among them',
  invariant: 'a lost executor is noticed, and its Run goes on or ends',
  skipReason: memoryLimitProblem,
  inject: async (environment) => {
    const name = environment.random.pick(EXECUTORS);
    const pid = pidOf(environment, name);
    const hasBrowser = await holdsWithin(MAX_WAIT_MS, async () => (await browserOf(pid)).length > 0);
    const findings = await exhaust(environment, [pid, ...(await descendantsOf(pid))], EXECUTOR_BYTES);
    await forgiveEnds(environment, [name]);
    return [
      ...(hasBrowser ? [] : ['the executor had no browser']),
      ...findings,
      ...(await withOnly(environment, name, () => completes(environment, 'the executor without memory'))),
    ];
  },
};

export const memoryFaults: readonly Fault[] = [ofService, ofExecutor];
