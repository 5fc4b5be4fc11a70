import { setTimeout as delay } from 'node:timers/promises';
import { EXECUTORS, type Fault, completes, pidOf, withOnly } from './fault.ts';
import { browserOf, signal } from './processes.ts';

const EFFECTS_REPORTED = 'a Run that did not complete names the effects that landed or may have';

const killed: Fault = {
  name: 'the browser is killed',
  invariant: EFFECTS_REPORTED,
  inject: async (environment) => {
    let hadBrowser = false;
    for (let round = 0; round < 2; round += 1) {
      const browser = await browserOf(pidOf(environment, environment.random.pick(EXECUTORS)));
      hadBrowser ||= browser.length > 0;
      signal(browser, 'SIGKILL');
      await delay(environment.random.between(300, 1_500));
    }
    return hadBrowser ? [] : ['no executor had a browser'];
  },
};

const outOfMemory: Fault = {
  name: 'the renderers of a browser are killed, as by the OOM killer',
  invariant: EFFECTS_REPORTED,
  inject: async (environment) => {
    const executor = environment.random.pick(EXECUTORS);
    let killed = 0;
    for (let round = 0; round < 5; round += 1) {
      const pages = await browserOf(pidOf(environment, executor), 'renderer');
      killed += pages.length;
      signal(pages, 'SIGKILL');
      await delay(environment.random.between(100, 800));
    }
    return [
      ...(killed === 0 ? ['the browser had no pages'] : []),
      ...(await withOnly(environment, executor, () =>
        completes(environment, 'a browser without its renderers'),
      )),
    ];
  },
};

const hung: Fault = {
  name: 'the browser hangs for good',
  invariant: 'the service works again after every fault',
  inject: async (environment) => {
    const executor = environment.random.pick(EXECUTORS);
    return await withOnly(environment, executor, async () => {
      const browser = await browserOf(pidOf(environment, executor));
      signal(browser, 'SIGSTOP');
      return [
        ...(browser.length === 0 ? ['the executor had no browser'] : []),
        ...(await completes(environment, 'an executor whose browser hung')),
      ];
    });
  },
};

export const browserFaults: readonly Fault[] = [killed, outOfMemory, hung];
