import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, PAUSE_LEASES, completes, withOnly } from './fault.ts';
import type { Link } from './link.ts';

function broken(name: string, shareOfLease: number, fail: (link: Link) => void): Fault {
  return {
    name: `between an executor and the services: ${name}`,
    invariant: 'an effect lands at most once per step',
    inject: async (environment) => {
      for (const link of environment.links) fail(link);
      await delay(environment.leaseMs * shareOfLease);
      for (const link of environment.links) link.heal();
      return await withOnly(environment, 'executor-2', () =>
        completes(environment, 'the executor behind the link'),
      );
    },
  };
}

/** Only the runs service is unreachable: jobs arrive, and none of them can be claimed. */
const partition: Fault = {
  name: 'between an executor and only the runs service: connections are cut, for two leases',
  invariant: 'an effect lands at most once per step',
  inject: async (environment) => {
    const [toRuns] = environment.links;
    toRuns?.cut();
    await delay(environment.leaseMs * PAUSE_LEASES);
    toRuns?.heal();
    return await withOnly(environment, 'executor-2', () =>
      completes(environment, 'the executor behind the link'),
    );
  },
};

/** Faults of the second executor's links to the runs service and to the queue. */
export const linkFaults: readonly Fault[] = [
  broken('connections are cut, for two leases', PAUSE_LEASES, (link) => link.cut()),
  broken('connections are cut, for a moment', 0.2, (link) => link.cut()),
  broken('half-open, nothing gets through', PAUSE_LEASES, (link) => link.silence('all')),
  broken('half-open, answers are lost', PAUSE_LEASES, (link) => link.silence('answers')),
  broken('half a second of latency each way', PAUSE_LEASES, (link) => link.slow(500)),
  partition,
];
