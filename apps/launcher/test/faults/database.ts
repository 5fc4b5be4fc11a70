import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { childrenOf, signal } from './processes.ts';

const REFUSED = 'a refused request stores nothing';

export const databaseFaults: readonly Fault[] = [
  {
    name: 'PostgreSQL is stopped in immediate mode',
    invariant: 'every 202 becomes terminal',
    inflict: ({ stack, random }) => stack.crashPostgres({ whileAway: () => delay(random.between(0, 2_500)) }),
  },
  {
    name: 'the connections of PostgreSQL are cut',
    invariant: REFUSED,
    inflict: async ({ sql, random }) => {
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
    inflict: async ({ sql, workload }) => {
      const held = sql('BEGIN; LOCK TABLE runs IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(6); COMMIT');
      // More than the service has connections, so that the pool has none left.
      const asked = Promise.all(
        Array.from({ length: 30 }, () => workload.create('ad-hoc read', { keyed: true })),
      );
      await held;
      await asked;
    },
  },
  {
    name: 'PostgreSQL stands still',
    invariant: REFUSED,
    inflict: async ({ stack, workload, random }) => {
      const { pid } = stack.postgres;
      const pids = [pid, ...(await childrenOf(pid))];
      signal(pids, 'SIGSTOP');
      const asked = Promise.all(
        [true, false, false].map((keyed) => workload.create('ad-hoc read', { keyed })),
      );
      // For a moment, or for longer than anybody waits for an answer.
      await delay(random.chance(0.3) ? random.between(500, 3_000) : 6_500);
      signal(pids, 'SIGCONT');
      await asked;
    },
  },
];
