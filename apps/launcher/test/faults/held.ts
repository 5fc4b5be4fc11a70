import {
  AT_LAST_MS,
  type ExecutorName,
  EXECUTORS,
  type Fault,
  killExecutor,
  restartExecutor,
  underWay,
  until,
} from './fault.ts';
import type { World } from './world.ts';

const HELD = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
/** Less than the time that a service gives a statement. */
const HOLD_S = 3;

/** Does `act` while a transaction of the runs service stands at `place`; then it is undone, or it commits. */
const atPlace = async (
  { sql, workload }: World,
  place: 'accept' | 'ring' | 'claim' | 'end',
  ends: 'undone' | 'committed',
  act: () => Promise<unknown>,
): Promise<string[]> => {
  await sql(`INSERT INTO audit.hold VALUES ('${place}', ${HOLD_S})`);
  const asked = workload.create('short', { keyed: true });
  const isHeld = await until(AT_LAST_MS, async () => (await sql(HELD)).length > 0);
  await act();
  await sql('DELETE FROM audit.hold');
  if (ends === 'undone')
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`);
  else await until(HOLD_S * 2_000, async () => (await sql(HELD)).length === 0);
  void asked;
  return isHeld ? [] : [`nothing was ever held at: ${place}`];
};

const service = (
  name: 'gateway' | 'runs',
  place: 'accept' | 'ring' | 'end',
  ends: 'undone' | 'committed',
  when: string,
  invariant: string,
): Fault => ({
  name: `kill -9 of the ${name} service ${when}`,
  invariant,
  inflict: async (world) => {
    const found = await atPlace(world, place, ends, () => world.stack.kill(name));
    await world.stack.restart(name);
    return found;
  },
});

const executors = (ends: 'undone' | 'committed', when: string): Fault => ({
  name: `kill -9 of the executors ${when}`,
  invariant: 'a lost executor is noticed, and its Run goes on or ends',
  inflict: async (world) => {
    const found = await atPlace(world, 'claim', ends, () =>
      Promise.all(EXECUTORS.map((name: ExecutorName) => killExecutor(world, name))),
    );
    const left = await underWay(world);
    await Promise.all(EXECUTORS.map((name) => restartExecutor(world, name)));
    return [
      ...found,
      ...(await left()).map((id) => `run ${id} still waits for the executor that was killed`),
    ];
  },
});

/** Kills at the moments that matter: before and after something is on disk. */
export const heldFaults: readonly Fault[] = [
  service('gateway', 'accept', 'undone', 'before a Run is committed', 'one Run per idempotency key'),
  service('gateway', 'accept', 'committed', 'after a Run is committed', 'one Run per idempotency key'),
  service('runs', 'accept', 'undone', 'before a Run is committed', 'a refused request stores nothing'),
  service('runs', 'accept', 'committed', 'after a Run is committed', 'one Run per idempotency key'),
  service('runs', 'end', 'undone', 'before an outcome is committed', 'every 202 becomes terminal'),
  service(
    'runs',
    'end',
    'committed',
    'after an outcome is committed',
    'exactly one terminal transition per Run',
  ),
  service('runs', 'ring', 'undone', 'between ring and mark', 'every 202 becomes terminal'),
  executors('undone', 'before a claim is committed'),
  executors('committed', 'after a claim is committed'),
];
