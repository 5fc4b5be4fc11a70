import { setTimeout as delay } from 'node:timers/promises';
import { EXECUTORS, type Fault, completes, pidOf, withOnly } from './fault.ts';
import { browserOf, signal } from './processes.ts';

const TOLD = 'a Run that did not complete tells which effects landed or may have';

const killed: Fault = {
  name: 'the browser is killed',
  invariant: TOLD,
  inflict: async (world) => {
    let found = false;
    for (let round = 0; round < 2; round += 1) {
      const browser = await browserOf(pidOf(world, world.random.pick(EXECUTORS)));
      found ||= browser.length > 0;
      signal(browser, 'SIGKILL');
      await delay(world.random.between(300, 1_500));
    }
    return found ? [] : ['no executor had a browser'];
  },
};

const outOfMemory: Fault = {
  name: 'the pages of a browser are killed, as the kernel does when memory is out',
  invariant: TOLD,
  inflict: async (world) => {
    const executor = world.random.pick(EXECUTORS);
    let killed = 0;
    for (let round = 0; round < 5; round += 1) {
      const pages = await browserOf(pidOf(world, executor), 'renderer');
      killed += pages.length;
      signal(pages, 'SIGKILL');
      await delay(world.random.between(100, 800));
    }
    return [
      ...(killed === 0 ? ['the browser had no pages'] : []),
      ...(await withOnly(world, executor, () => completes(world, 'a browser that lost its pages'))),
    ];
  },
};

const hung: Fault = {
  name: 'the browser hangs and never moves again',
  invariant: 'the service works again after every fault',
  inflict: async (world) => {
    const executor = world.random.pick(EXECUTORS);
    return await withOnly(world, executor, async () => {
      const browser = await browserOf(pidOf(world, executor));
      signal(browser, 'SIGSTOP');
      return [
        ...(browser.length === 0 ? ['the executor had no browser'] : []),
        ...(await completes(world, 'an executor whose browser hung')),
      ];
    });
  },
};

export const browserFaults: readonly Fault[] = [killed, outOfMemory, hung];
