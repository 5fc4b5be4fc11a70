import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal } from '@errand/contracts';
import {
  type FaultRecord,
  type History,
  type Violation,
  checkHistory,
  query,
  readRecords,
} from '@errand/test-kit';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { createRandom } from './random.ts';
import { type Backend, type World, createWorld, removeWorld } from './world.ts';

export interface Programme {
  seed: number;
  backend: Backend;
  /** How long an executor that is silent keeps a Run; what is measured by it is shorter with it. */
  leaseMs: number;
  /** How long faults go on, in ms; 0: until the plan is done. */
  faultsMs: number;
  /** No fault begins after this time, in ms. */
  mostMs: number;
  /** The faults that must happen; others follow while there is time. */
  plan: readonly Fault[];
  print: (line: string) => void;
}

const CLIENTS = 5;
const READY_MS = 30_000;
const ANSWERED_MS = 300_000;
const DRAIN_MS = 300_000;
const PROBE_MS = 90_000;
/** A fault can show for as long as a lease that began in it. */
const AFTERMATH = 1.5;
const RECOVERS = 'the service works again after every fault';
const ENDS = 'no process ends by itself';

const OPEN = `SELECT id, status, attempt FROM runs WHERE status NOT IN ('completed', 'failed', 'cancelled')`;

/** What ended by itself is a finding. The stack starts its services again; the second executor is nobody else's. */
const revive = async ({ ends, second }: World): Promise<string[]> => {
  const found: string[] = [];
  for (const { name, how, logFile } of ends.splice(0)) {
    found.push(`${name} ended by ${how} (${logFile})`);
    if (name === 'executor-2') await second.restart(name);
  }
  return found;
};

/** Waits until every service says that it is ready; null when it took too long. */
const untilReady = async ({ stack }: World): Promise<string | null> => {
  const urls = [
    stack.baseUrl,
    stack.environments.runbooks['ERRAND_PORT'],
    stack.environments.runs['ERRAND_PORT'],
    stack.environments.executor['ERRAND_PORT'],
  ].map((at) => (at?.startsWith('http') ? at : `http://127.0.0.1:${at}`));
  const end = Date.now() + READY_MS;
  let away = '';
  for (;;) {
    away = '';
    for (const url of urls) {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (response?.status !== 200)
        away = `${url} answers ${response === null ? 'nothing' : await response.text()}`;
    }
    if (away === '') return null;
    if (Date.now() > end) return away;
    await delay(100);
  }
};

const drained = async ({ sql }: World): Promise<string | null> => {
  const end = Date.now() + DRAIN_MS;
  for (;;) {
    const open = await sql<{ id: string; status: string; attempt: number }>(OPEN);
    if (open.length === 0) return null;
    if (Date.now() > end)
      return open.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`).join(', ');
    await delay(250);
  }
};

/** A Run that nothing disturbs completes. */
const probe = async ({ workload }: World): Promise<string | null> => {
  const run = await workload.create('reads', { keyed: true });
  if (run === null) return 'a Run was refused after all faults had healed';
  const end = Date.now() + PROBE_MS;
  for (;;) {
    const status = await workload.read(run);
    if (status === 'completed') return null;
    if ((status !== null && isTerminal(status)) || Date.now() > end)
      return `run ${run.runId} is ${status} after all faults had healed`;
    await delay(100);
  }
};

const collect = async (world: World, happened: readonly FaultRecord[]): Promise<History> => {
  const keys = await query<{ id: string; email: string }>(
    world.stack.postgres.adminUrl.replace(/\/postgres$/, '/errand_gateway'),
    `SELECT m.workspace_id AS id, u.email FROM members m JOIN users u ON u.id = m.user_id`,
  );
  return {
    ...world.workload.seen,
    ...(await readRecords(world.runsDatabase)),
    effects: world.site.effects,
    faults: happened,
    workspaces: world.workload.workspaces.map(({ name, mark }) => ({
      name,
      mark,
      id: keys.find(({ email }) => email.startsWith(name))?.id ?? '',
    })),
  };
};

const summarize = ({ creations, exchanges, runs, effects, transitions }: History): string[] => {
  const count = (items: readonly string[]) =>
    [...Map.groupBy(items, (item) => item)]
      .map(([item, all]) => `${all.length} ${item}`)
      .toSorted()
      .join(', ');
  const refused = exchanges.filter(({ status }) => status === null || status >= 500);
  return [
    `${creations.length} Runs asked for in ${exchanges.length} requests, ${refused.length} of them unanswered or refused for trouble`,
    `${runs.length} Runs stored: ${count(runs.map(({ status, errorCode }) => errorCode ?? status))}`,
    `${effects.length} effects on the site, ${transitions.length} changes, ${runs.filter(({ attempt }) => attempt > 1).length} Runs tried again`,
  ];
};

/** Runs one system under load through faults, waits until it is still, and checks its history. */
export const runProgramme = async ({
  seed,
  backend,
  leaseMs,
  faultsMs,
  mostMs,
  plan,
  print,
}: Programme): Promise<Violation[]> => {
  const random = createRandom(seed);
  const begun = performance.now();
  const tell = (line: string) =>
    print(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
  tell(`starting a system queued on ${backend}`);
  const world = await createWorld({ backend, leaseMs }, random);
  const found: Violation[] = [];
  const blame = (invariant: string, detail: string | null) => {
    if (detail === null) return;
    tell(`VIOLATION  ${invariant}: ${detail}`);
    found.push({ invariant, detail });
  };
  const happened: FaultRecord[] = [];
  try {
    const load = world.workload.start(CLIENTS);
    const end = performance.now() + faultsMs;
    const possible = faults.filter(({ on }) => on === undefined || on === backend);
    const rest = () => random.shuffle(possible)[0];
    const queue = [...plan];
    while (performance.now() < end || queue.length > 0) {
      if (performance.now() - begun > mostMs) {
        tell(`no time for: ${queue.map(({ name }) => name).join('; ')}`);
        break;
      }
      const fault = queue.shift() ?? rest();
      if (fault === undefined) break;
      await delay(random.between(500, 2_000));
      tell(`${fault.name}   [${fault.invariant}]`);
      const from = Date.now();
      for (const detail of (await fault.inflict(world)) ?? []) blame(fault.name, detail);
      for (const detail of await revive(world)) blame(ENDS, detail);
      blame(RECOVERS, await untilReady(world));
      happened.push({
        name: fault.name,
        from,
        until: Date.now() + (fault.isGraceful ? 0 : leaseMs * AFTERMATH),
        isGraceful: fault.isGraceful ?? false,
      });
    }
    tell('all healed; waiting until every client is answered and every Run has ended');
    const answered = Promise.all([load.stop(), world.workload.settle()]).then(() => null);
    blame(
      'every request with a key is answered in the end',
      await Promise.race([answered, delay(ANSWERED_MS, 'some never were', { ref: false })]),
    );
    blame('every 202 becomes terminal', await drained(world));
    blame(RECOVERS, await probe(world));
    await world.workload.readEverything();
    for (const detail of await revive(world)) blame(ENDS, detail);
    const history = await collect(world, happened);
    for (const { invariant, detail } of checkHistory(history)) blame(invariant, detail);
    for (const line of summarize(history)) tell(line);
  } catch (error) {
    blame(
      'the programme runs to its end',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  }
  await world.stop();
  if (found.length === 0) await removeWorld(world);
  else tell(`logs and database are kept in ${world.dir}`);
  tell(`${found.length} violations on ${backend}, seed ${seed}`);
  return found;
};
