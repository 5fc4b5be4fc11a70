import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { childrenOf, signal } from './processes.ts';

const REFUSED = 'a rejected request stores nothing';

export const databaseFaults: readonly Fault[] = [
  {
    name: 'PostgreSQL is stopped in immediate mode',
    invariant: 'every 202 becomes terminal',
    inject: ({ stack, random }) => stack.crashPostgres({ whileAway: () => delay(random.between(0, 2_500)) }),
  },
  {
    name: 'the connections of PostgreSQL are cut',
    invariant: REFUSED,
    inject: async ({ sql, random }) => {
      for (let round = 0; round < 6; round += 1) {
        await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE usename LIKE 'errand_%' AND pid <> pg_backend_pid()`);
        await delay(random.between(50, 800));
      }
    },
  },
  {
    name: 'every connection of the runs service waits for a lock',
    invariant: REFUSED,
    inject: async ({ sql, workload }) => {
      const lock = sql('BEGIN; LOCK TABLE runs IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(6); COMMIT');
      // More requests than the service has connections, to exhaust its pool.
      const requests = Promise.all(
        Array.from({ length: 30 }, () => workload.create('ad-hoc read', { keyed: true })),
      );
      await lock;
      await requests;
    },
  },
  {
    name: 'PostgreSQL is paused',
    invariant: REFUSED,
    inject: async ({ stack, workload, random }) => {
      const { pid } = stack.postgres;
      const pids = [pid, ...(await childrenOf(pid))];
      signal(pids, 'SIGSTOP');
      const requests = Promise.all(
        [true, false, false].map((keyed) => workload.create('ad-hoc read', { keyed })),
      );
      // Either briefly, or longer than any caller's timeout.
      await delay(random.chance(0.3) ? random.between(500, 3_000) : 6_500);
      signal(pids, 'SIGCONT');
      await requests;
    },
  },
];
