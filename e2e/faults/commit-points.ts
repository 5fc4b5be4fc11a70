import { holdsWithin } from '@errand/test-kit';
import {
  MAX_WAIT_MS,
  type ExecutorName,
  EXECUTORS,
  type Fault,
  killExecutor,
  restartExecutor,
  trackRunning,
} from './fault.ts';
import type { FaultEnvironment } from './environment.ts';

const HELD_TRANSACTIONS = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
/** Shorter than the statement timeout of a service. */
const HOLD_S = 3;

/** Calls `act` while a transaction of the runs service is held before its commit; then it is rolled back, or commits. */
async function whileHeld(
  { sql, workload }: FaultEnvironment,
  point: 'accept' | 'publish' | 'claim' | 'end',
  outcome: 'rolled back' | 'committed',
  act: () => Promise<unknown>,
): Promise<string[]> {
  await sql(`INSERT INTO audit.hold VALUES ('${point}', ${HOLD_S})`);
  const request = workload.create('short', { keyed: true });
  const isHeld = await holdsWithin(MAX_WAIT_MS, async () => (await sql(HELD_TRANSACTIONS)).length > 0);
  await act();
  await sql('DELETE FROM audit.hold');
  if (outcome === 'rolled back')
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`);
  else await holdsWithin(HOLD_S * 2_000, async () => (await sql(HELD_TRANSACTIONS)).length === 0);
  void request;
  return isHeld ? [] : [`no transaction was held at: ${point}`];
}

function service(
  name: 'gateway' | 'runs',
  point: 'accept' | 'publish' | 'end',
  outcome: 'rolled back' | 'committed',
  when: string,
  invariant: string,
): Fault {
  return {
    name: `kill -9 of the ${name} service ${when}`,
    invariant,
    inject: async (environment) => {
      const findings = await whileHeld(environment, point, outcome, () => environment.stack.kill(name));
      await environment.stack.restart(name);
      return findings;
    },
  };
}

function executors(outcome: 'rolled back' | 'committed', when: string): Fault {
  return {
    name: `kill -9 of the executors ${when}`,
    invariant: 'a lost executor is noticed, and its Run goes on or ends',
    inject: async (environment) => {
      const findings = await whileHeld(environment, 'claim', outcome, () =>
        Promise.all(EXECUTORS.map((name: ExecutorName) => killExecutor(environment, name))),
      );
      const notRecovered = await trackRunning(environment);
      await Promise.all(EXECUTORS.map((name) => restartExecutor(environment, name)));
      return [
        ...findings,
        ...(await notRecovered()).map(
          (id) => `run ${id} was not recovered from the executor that was killed`,
        ),
      ];
    },
  };
}

/** Kills right before and right after a transaction commits. */
export const commitPointFaults: readonly Fault[] = [
  service('gateway', 'accept', 'rolled back', 'before a Run is committed', 'one Run per idempotency key'),
  service('gateway', 'accept', 'committed', 'after a Run is committed', 'one Run per idempotency key'),
  service('runs', 'accept', 'rolled back', 'before a Run is committed', 'a rejected request stores nothing'),
  service('runs', 'accept', 'committed', 'after a Run is committed', 'one Run per idempotency key'),
  service('runs', 'end', 'rolled back', 'before an outcome is committed', 'every 202 becomes terminal'),
  service(
    'runs',
    'end',
    'committed',
    'after an outcome is committed',
    'exactly one terminal transition per Run',
  ),
  service(
    'runs',
    'publish',
    'rolled back',
    'between publishing a queue job and marking its outbox row',
    'every 202 becomes terminal',
  ),
  executors('rolled back', 'before a claim is committed'),
  executors('committed', 'after a claim is committed'),
];
