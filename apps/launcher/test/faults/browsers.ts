import { setTimeout as delay } from 'node:timers/promises';
import { EXECUTORS, type Fault, completes, pidOf, withOnly } from './fault.ts';
import { browserOf, signal } from './processes.ts';

const TOLD = 'a Run that did not complete tells which effects landed or may have';

const killed: Fault = {
  name: 'the browser is killed',
  invariant: TOLD,
  inflict: async (world) => {
    for (let round = 0; round < 2; round += 1) {
      signal(await browserOf(pidOf(world, world.random.pick(EXECUTORS))), 'SIGKILL');
      await delay(world.random.between(300, 1_500));
    }
  },
};

const outOfMemory: Fault = {
  name: 'the pages of a browser are killed, as the kernel does when memory is out',
  invariant: TOLD,
  inflict: async (world) => {
    const executor = world.random.pick(EXECUTORS);
    for (let round = 0; round < 5; round += 1) {
      signal(await browserOf(pidOf(world, executor), 'renderer'), 'SIGKILL');
      await delay(world.random.between(100, 800));
    }
    return await withOnly(world, executor, () => completes(world, 'a browser that lost its pages'));
  },
};

const hung: Fault = {
  name: 'the browser hangs and never moves again',
  invariant: 'the service works again after every fault',
  inflict: async (world) => {
    const executor = world.random.pick(EXECUTORS);
    return await withOnly(world, executor, async () => {
      signal(await browserOf(pidOf(world, executor)), 'SIGSTOP');
      return await completes(world, 'an executor whose browser hung');
    });
  },
};

export const browserFaults: readonly Fault[] = [killed, outOfMemory, hung];
