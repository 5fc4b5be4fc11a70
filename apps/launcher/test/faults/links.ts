import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, STANDSTILL, completes, withOnly } from './fault.ts';
import type { Link } from './link.ts';

const broken = (name: string, shareOfLease: number, fail: (link: Link) => void): Fault => ({
  name: `between an executor and the services: ${name}`,
  invariant: 'an effect lands at most once per step',
  inflict: async (world) => {
    for (const link of world.links) fail(link);
    await delay(world.leaseMs * shareOfLease);
    for (const link of world.links) link.heal();
    return await withOnly(world, 'executor-2', () => completes(world, 'the executor behind the link'));
  },
});

/** The runs service is out of reach while the queue is not: jobs come, and none of them can be claimed. */
const partition: Fault = {
  name: 'between an executor and the runs service alone: connections are cut, for two leases',
  invariant: 'an effect lands at most once per step',
  inflict: async (world) => {
    const [toRuns] = world.links;
    toRuns?.cut();
    await delay(world.leaseMs * STANDSTILL);
    toRuns?.heal();
    return await withOnly(world, 'executor-2', () => completes(world, 'the executor behind the link'));
  },
};

/** The way from the second executor to the runs service and to the queue. */
export const linkFaults: readonly Fault[] = [
  broken('connections are cut, for two leases', STANDSTILL, (link) => link.cut()),
  broken('connections are cut, for a moment', 0.2, (link) => link.cut()),
  broken('half-open, nothing passes any more', STANDSTILL, (link) => link.silence('all')),
  broken('half-open, answers are lost', STANDSTILL, (link) => link.silence('answers')),
  broken('everything takes half a second longer each way', STANDSTILL, (link) => link.slow(500)),
  partition,
];
