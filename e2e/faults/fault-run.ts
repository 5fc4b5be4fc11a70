import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal } from '@errand/contracts';
import { IS_OPEN } from '@errand/contracts/internal';
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
import {
  type Backend,
  type FaultEnvironment,
  createEnvironment,
  keepEnvironment,
  removeEnvironment,
} from './environment.ts';

export interface FaultRun {
  seed: number;
  backend: Backend;
  /** The lease of a Run; all times that depend on it scale with it. */
  leaseMs: number;
  /** How long faults are injected, in ms; 0: until the plan is done. */
  faultsMs: number;
  /** No fault is injected later than this, in ms. */
  lastFaultMs: number;
  /** The faults to inject first; random ones follow while there is time. */
  plan: readonly Fault[];
  print: (line: string) => void;
}

const CLIENTS = 5;
const ANSWER_TIMEOUT_MS = 300_000;
const DRAIN_TIMEOUT_MS = 300_000;
const PROBE_TIMEOUT_MS = 90_000;
/** In leases: how long services may take to be ready after a fault. */
const READY_LEASES = 5;
/** In leases: a fault can show until the leases that were claimed during it have expired. */
const AFTERMATH = 1.5;
const RECOVERS = 'the service works again after every fault';
const STAYS_UP = 'no process ends by itself';

const HELD: ReadonlySet<string> = new Set(['paused', 'user_controlling', 'interrupted']);
const OPEN = `SELECT id, status, attempt FROM runs WHERE ${IS_OPEN}`;

/** Each process that ended by itself is a finding. The stack restarts its own services, but not the second executor. */
async function restartEnded({ ends, second }: FaultEnvironment): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, how, logFile } of ends.splice(0)) {
    findings.push(`${name} ended by ${how} (${logFile})`);
    if (name === 'executor-2') await second.restart(name);
  }
  return findings;
}

/** Waits until every service is ready. Resolves with null, or with the last complaint when it took too long. */
async function untilReady({ leaseMs, stack }: FaultEnvironment): Promise<string | null> {
  const urls = [
    stack.baseUrl,
    stack.environments.runbooks['ERRAND_PORT'],
    stack.environments.runs['ERRAND_PORT'],
    stack.environments.executor['ERRAND_PORT'],
  ].map((at) => (at?.startsWith('http') ? at : `http://127.0.0.1:${at}`));
  const deadline = Date.now() + leaseMs * READY_LEASES;
  let notReady = '';
  for (;;) {
    notReady = '';
    for (const url of urls) {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (response?.status !== 200)
        notReady = `${url} answers ${response === null ? 'nothing' : await response.text()}`;
    }
    if (notReady === '') return null;
    if (Date.now() > deadline) return notReady;
    await delay(100);
  }
}

/** Lets go of what persons hold, and waits until every Run has ended. Resolves with null, or with the Runs that are still open when it took too long. */
async function waitUntilDrained({ sql, workload }: FaultEnvironment): Promise<string | null> {
  const deadline = Date.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    const open = await sql<{ id: string; status: string; attempt: number }>(OPEN);
    if (open.length === 0) return null;
    if (Date.now() > deadline)
      return open.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`).join(', ');
    await workload.letAllGo(open.filter(({ status }) => HELD.has(status)).map(({ id }) => id));
    await delay(250);
  }
}

/** Checks that a Run completes once all faults are over; null when it does. */
async function probe({ workload }: FaultEnvironment): Promise<string | null> {
  const run = await workload.create('reads', { keyed: true });
  if (run === null) return 'a Run was refused after all faults were over';
  const deadline = Date.now() + PROBE_TIMEOUT_MS;
  for (;;) {
    const status = await workload.read(run);
    if (status === 'completed') return null;
    if ((status !== null && isTerminal(status)) || Date.now() > deadline)
      return `run ${run.runId} is ${status} after all faults were over`;
    await delay(100);
  }
}

async function collect(environment: FaultEnvironment, injected: readonly FaultRecord[]): Promise<History> {
  const keys = await query<{ id: string; email: string }>(
    environment.stack.postgres.adminUrl.replace(/\/postgres$/, '/errand_gateway'),
    `SELECT m.workspace_id AS id, u.email FROM members m JOIN users u ON u.id = m.user_id`,
  );
  return {
    ...environment.workload.seen,
    ...(await readRecords(environment.runsDatabase)),
    effects: environment.site.effects,
    faults: injected,
    workspaces: environment.workload.workspaces.map(({ name, mark }) => ({
      name,
      mark,
      id: keys.find(({ email }) => email.startsWith(name))?.id ?? '',
    })),
  };
}

function summarize({ creations, exchanges, runs, effects, transitions }: History): string[] {
  const count = (items: readonly string[]) =>
    [...Map.groupBy(items, (item) => item)]
      .map(([item, all]) => `${all.length} ${item}`)
      .toSorted()
      .join(', ');
  const failed = exchanges.filter(({ status }) => status === null || status >= 500);
  return [
    `${creations.length} Runs created in ${exchanges.length} requests, ${failed.length} of them unanswered or answered with 5xx`,
    `${runs.length} Runs stored: ${count(runs.map(({ status, errorCode }) => errorCode ?? status))}`,
    `${effects.length} effects on the site, ${transitions.length} transitions, ${runs.filter(({ attempt }) => attempt > 1).length} Runs attempted more than once`,
  ];
}

/** Starts a system under load, injects faults, waits until every Run has ended, and checks the history. */
export async function executeFaultRun({
  seed,
  backend,
  leaseMs,
  faultsMs,
  lastFaultMs,
  plan,
  print,
}: FaultRun): Promise<Violation[]> {
  const random = createRandom(seed);
  const startedAt = performance.now();
  const log = (line: string) =>
    print(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
  log(`starting a system queued on ${backend}`);
  const environment = await createEnvironment({ backend, leaseMs }, random);
  const violations: Violation[] = [];
  const report = (invariant: string, detail: string | null) => {
    if (detail === null) return;
    log(`VIOLATION  ${invariant}: ${detail}`);
    violations.push({ invariant, detail });
  };
  const injected: FaultRecord[] = [];
  try {
    const load = environment.workload.start(CLIENTS);
    const end = performance.now() + faultsMs;
    for (const { name, skipReason } of plan) {
      const reason = skipReason?.(environment) ?? null;
      if (reason !== null) log(`skipped: ${name}: ${reason}`);
    }
    const isPossible = ({ skipReason }: Fault) => (skipReason?.(environment) ?? null) === null;
    const applicable = faults.filter(
      (fault) => (fault.on === undefined || fault.on === backend) && isPossible(fault),
    );
    const queue = plan.filter(isPossible);
    while (performance.now() < end || queue.length > 0) {
      if (performance.now() - startedAt > lastFaultMs) {
        log(`no time for: ${queue.map(({ name }) => name).join('; ')}`);
        break;
      }
      const fault = queue.shift() ?? random.shuffle(applicable)[0];
      if (fault === undefined) break;
      await delay(random.between(500, 2_000));
      log(`${fault.name}   [${fault.invariant}]`);
      const from = Date.now();
      for (const detail of (await fault.inject(environment)) ?? []) report(fault.name, detail);
      for (const detail of await restartEnded(environment)) report(STAYS_UP, detail);
      report(RECOVERS, await untilReady(environment));
      injected.push({
        name: fault.name,
        from,
        until: Date.now() + (fault.isGraceful ? 0 : leaseMs * AFTERMATH),
        isGraceful: fault.isGraceful ?? false,
      });
    }
    log('faults are over; waiting until every request is answered and every Run has ended');
    const answered = Promise.all([load.stop(), environment.workload.settle()]).then(() => null);
    report(
      'every request with a key is answered in the end',
      await Promise.race([answered, delay(ANSWER_TIMEOUT_MS, 'some never were', { ref: false })]),
    );
    report('every 202 becomes terminal', await waitUntilDrained(environment));
    report(RECOVERS, await probe(environment));
    await environment.workload.readEverything();
    for (const detail of await restartEnded(environment)) report(STAYS_UP, detail);
    const history = await collect(environment, injected);
    for (const { invariant, detail } of checkHistory(history)) report(invariant, detail);
    for (const line of summarize(history)) log(line);
  } catch (error) {
    report('the fault run finishes', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  await environment.stop();
  if (violations.length === 0) await removeEnvironment(environment);
  else log(`logs and database are kept in ${await keepEnvironment(environment)}`);
  log(`${violations.length} violations on ${backend}, seed ${seed}`);
  return violations;
}
