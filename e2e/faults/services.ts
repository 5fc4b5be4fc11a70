import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@errand/local-stack';
import type { Fault } from './fault.ts';

function crash(name: ServiceName, invariant: string): Fault {
  return {
    name: `kill -9 of the ${name} service at any time`,
    invariant,
    inject: async ({ stack, random }) => {
      await stack.kill(name);
      await delay(random.between(0, 1_500));
      await stack.restart(name);
    },
  };
}

/** With a short lease, restarting the only runs service takes longer than an executor's lease lasts. */
function outlastsNoLease(name: ServiceName): boolean {
  return name !== 'runs';
}

function stopGracefully(name: ServiceName): Fault {
  return {
    name: `SIGTERM of the ${name} service`,
    invariant: 'a graceful shutdown loses no attempt',
    isGraceful: outlastsNoLease(name),
    inject: async ({ stack }) => {
      const how = await stack.kill(name, 'SIGTERM');
      await stack.restart(name);
      return how === 'exit code 0' ? [] : [`the ${name} service ended by ${how} on SIGTERM`];
    },
  };
}

export const serviceFaults: readonly Fault[] = [
  crash('gateway', 'every request with a key is answered in the end'),
  crash('runs', 'a rejected request stores nothing'),
  crash('runbooks', 'every request with a key is answered in the end'),
  stopGracefully('gateway'),
  stopGracefully('runs'),
  stopGracefully('runbooks'),
  stopGracefully('executor'),
];
