/**
 * Starts the whole Compose project, has real Runs carried out through its proxy, kills a gateway, an executor and Redis
 * while more are running, and checks that nothing was lost. Removes everything at the end, volumes included.
 *
 *   npm run smoke -- [--no-build] [--keep]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Run } from '@errand/contracts';
import { freePort, stopOnSignals } from '@errand/local-stack';
import Errand, { type CreateRunbook, type RunState } from '@errand/sdk';
import { signUp } from '../apps/launcher/src/account.ts';
import { adHocTask, orderInputs, orderRunbook } from '../apps/launcher/src/demo/scenarios.ts';
import { checkBoard } from './smoke/board.ts';
import { type Compose, createCompose } from './smoke/compose.ts';
import { checkHardening, checkStops } from './smoke/containers.ts';
import { type Workload, allEnded, createWorkload } from './smoke/workload.ts';

const { values } = parseArgs({
  options: { 'no-build': { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
});

/** As the containers know it. */
const SHOP = 'http://shop:8080';
const READING_TASK = `Open ${SHOP}, wait 8 seconds, and report the heading.`;
const FIRST_ORDER = 10_001;
const END_MS = 300_000;

const began = performance.now();
function print(line: string) {
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}

function ensure(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

async function follow(errand: Errand, runId: string, signal: AbortSignal): Promise<RunState> {
  let events = 0;
  for await (const _event of errand.runs.stream(runId, { signal })) events += 1;
  const state = await errand.runs.get(runId, { signal });
  print(`${state.status} after ${state.step_count} steps, ${events} events: ${state.result?.summary ?? ''}`);
  ensure(state.status === 'completed', `the Run ended as ${state.status}: ${state.error_message ?? ''}`);
  return state;
}

/** The number of an order says how many there were before it. */
function orderOf(state: Pick<Run, 'result'>): number {
  return Number(/SH-(\d+)/.exec(JSON.stringify(state.result?.outputs))?.[1] ?? Number.NaN);
}

async function breakThings(compose: Compose, workload: Workload): Promise<void> {
  const [gateway] = await compose.containers('gateway');
  const [executor] = await compose.containers('executor');
  const [redis] = await compose.containers('redis');
  if (gateway === undefined || executor === undefined || redis === undefined)
    throw new Error('a service has no container');
  await workload.add('reading', 8);
  await workload.add('ordering', 4);
  await workload.until(END_MS, (states) => states.filter(({ status }) => status === 'running').length >= 6);

  for (const container of [gateway, executor, redis]) {
    await compose.kill(container);
    print(`killed ${container.name}`);
    await workload.add('reading', 2);
    await workload.add('ordering', 2);
    for (const { runId } of workload.orders) await workload.read(runId);
    print(`accepted 4 Runs and read ${workload.orders.length} without it`);
    await compose.revive(container);
    print(`${container.name} is healthy again`);
  }
}

/** How a Run may end whose executor was killed, or whose machine had no time for it. */
const MAY_END: ReadonlySet<string> = new Set(['executor_lost', 'step_timeout', 'browser_crashed']);

async function checkNothingLost(workload: Workload, earlierOrders: number): Promise<void> {
  const states = await workload.until(END_MS, allEnded);
  const ids = workload.orders.map(({ runId }) => runId);
  ensure(new Set(ids).size === ids.length, 'two requests were given one Run');
  const listed = new Set(await workload.list());
  ensure(
    ids.every((id) => listed.has(id)),
    'an accepted Run is not listed',
  );
  for (const order of workload.orders)
    ensure((await workload.repeat(order)) === order.runId, 'a request with a known key made another Run');
  const { reading = [], ordering = [] } = Object.groupBy(
    workload.orders.map((order, index) => ({ kind: order.kind, state: states[index] as RunState })),
    ({ kind }) => kind,
  );
  for (const { state } of reading)
    ensure(
      state.status === 'completed',
      `a Run that only reads ended as ${state.error_code ?? state.status}`,
    );
  const done = ordering.filter(({ state }) => state.status === 'completed');
  const codes = ordering.flatMap(({ state }) => (state.status === 'completed' ? [] : [state.error_code]));
  const others = codes.filter((code) => !MAY_END.has(code ?? ''));
  ensure(others.length === 0, `a Run failed for another reason than its executor: ${others.join(', ')}`);
  const numbers = done.map(({ state }) => orderOf(state));
  ensure(new Set(numbers).size === done.length, 'two Runs read the same order');
  const placed = Math.max(FIRST_ORDER - 1, ...numbers) - FIRST_ORDER + 1 - earlierOrders;
  ensure(
    placed <= ordering.length && placed >= done.length,
    `${ordering.length} Runs, ${done.length} of them completed, placed ${placed} orders`,
  );
  print(
    `${reading.length} of ${reading.length} Runs that read and ${done.length} of ${ordering.length} that order completed; ` +
      `${codes.length === 0 ? 'none failed' : `failed: ${codes.join(', ')}`}, nothing was ordered twice`,
  );
}

async function smoke(compose: Compose, baseUrl: string, signal: AbortSignal): Promise<void> {
  print('building and starting');
  await compose.compose('up', ...(values['no-build'] ? [] : ['--build']), '--wait');
  print(`up at ${baseUrl}`);
  await checkHardening(compose, print);
  await checkBoard(compose, `http://localhost:${operatorPort}`, print);

  const { apiKey } = await signUp(baseUrl, 'smoke@example.com', randomUUID());
  print('signed up, made an API key');
  const errand = new Errand({ apiKey, baseURL: baseUrl });
  const task = adHocTask(SHOP);
  const adHoc = await follow(errand, (await errand.runs.create({ task }, { signal })).id, signal);
  ensure(JSON.stringify(adHoc.result?.outputs).includes('£69.00'), 'the ad-hoc Run read a wrong total');
  const definition = orderRunbook(SHOP) as CreateRunbook;
  const runbook = await errand.runbooks.create({ ...definition, status: 'published' }, { signal });
  const started = await errand.runbooks.run(runbook.id, { inputs: orderInputs }, { signal });
  const first = await follow(errand, started.id, signal);
  ensure(orderOf(first) === FIRST_ORDER, 'the Runbook Run did not place the first order');

  const workload = createWorkload({
    baseUrl,
    apiKey,
    task: READING_TASK,
    runbookId: runbook.id,
    inputs: orderInputs,
  });
  await breakThings(compose, workload);
  await checkNothingLost(workload, 1);
  await checkStops(compose, print);
}

const port = await freePort();
const operatorPort = await freePort();
const baseUrl = `http://localhost:${port}`;
const compose = createCompose(`errand-smoke-${randomUUID().slice(0, 8)}`, {
  COMPOSE_PROFILES: 'development,operator',
  ERRAND_PUBLISH: `127.0.0.1:${port}`,
  ERRAND_OPERATOR_PORT: String(operatorPort),
  ERRAND_PUBLIC_URL: baseUrl,
  // The shop is a neighbour of the executors.
  ERRAND_ALLOW_PRIVATE_NETWORK: 'on',
  ERRAND_EXECUTOR_CONCURRENCY: '4',
});
const abort = new AbortController();
async function remove(): Promise<void> {
  abort.abort();
  if (values.keep) return;
  print('removing everything');
  await compose.compose('down', '--volumes', '--remove-orphans', '--timeout', '10');
}
stopOnSignals(remove);

try {
  await smoke(compose, baseUrl, abort.signal);
  print('the smoke test passed');
} catch (error) {
  print(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
  process.stderr.write(
    `${await compose.compose('logs', '--no-color', '--tail', '40').catch((failure: unknown) => String(failure))}\n`,
  );
  process.exitCode = 1;
} finally {
  await remove();
}
process.exit();
