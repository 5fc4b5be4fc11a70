/**
 * The product's memory at rest and at work: the resident set of each process at rest and with eight Runs in flight, its
 * CPU at rest, and whether resident sets and heaps grow over a soak of Runs.
 *
 *     node bench/memory.ts [Runs of the soak] [redis|postgres] [seconds at rest]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, residentMb } from '../scripts/cpu-times.ts';
import { openHeaps } from './heaps.ts';
import { type Backend, type Product, startProduct } from './product.ts';
import { note, report } from './report.ts';
import { startSite } from './ten-steps.ts';

const SOAK = Number(process.argv[2] ?? 5_000);
const BACKEND = (process.argv[3] ?? 'redis') as Backend;
const REST_SECONDS = Number(process.argv[4] ?? 30);
const IN_FLIGHT = 8;
const PORTIONS = 5;
const SERVICES: ReadonlySet<string> = new Set(['gateway', 'runs', 'runbooks', 'executor']);

const site = await startSite();
const CONCURRENCY = { ERRAND_EXECUTOR_CONCURRENCY: String(IN_FLIGHT) };
await using heaps = await openHeaps();

function resident({ pids }: Product): Record<string, number> {
  const known = Object.entries(pids()).filter(([name]) => SERVICES.has(name));
  return Object.fromEntries(known.map(([name, pid]) => [name, residentMb(pid)]));
}
/** What the services can reach after a collection, in MB. */
async function reachable({ pids }: Product): Promise<Record<string, number>> {
  const known = Object.entries(pids()).filter(([name]) => SERVICES.has(name));
  const sizes = known.map(async ([name, pid]) => {
    const { heap, external } = await heaps.of(pid);
    return [name, heap + external] as const;
  });
  return Object.fromEntries(await Promise.all(sizes));
}
function sumOf(values: Record<string, number>): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}
function listed(values: Record<string, number>, unit: string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${value.toFixed(0)} ${unit}`)
    .join(', ');
}

async function measureRestAndWork(): Promise<void> {
  await using product = await startProduct(BACKEND, CONCURRENCY);
  // The processes return the memory of their start in this time.
  await delay(10_000);
  const before = cpuSeconds(product.pids());
  await delay(REST_SECONDS * 1_000);
  const after: Record<string, number> = cpuSeconds(product.pids());
  const share = Object.entries(before).map(([name, seconds]) => [
    name,
    (((after[name] ?? 0) - seconds) / REST_SECONDS) * 100,
  ]);
  const atRest = resident(product);
  report('CPU at rest, all processes', '% of one core', [
    share.reduce((sum, [, value]) => sum + Number(value), 0),
  ]);
  note(share.map(([name, value]) => `${name} ${Number(value).toFixed(2)} %`).join(', '));
  report('resident at rest, four Node processes', 'MB', [sumOf(atRest)]);
  note(listed(atRest, 'MB'));

  const waiting = await product.publish('Waits', [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: site.url } },
    { id: 'wait', kind: 'primitive', primitive: 'browser.wait', input: { for: { ms: 5_000 } } },
  ]);
  const flying = await Promise.all(Array.from({ length: IN_FLIGHT }, () => product.start(waiting)));
  await delay(4_000);
  const atWork = resident(product);
  report(`resident with ${IN_FLIGHT} Runs in flight, four Node processes`, 'MB', [sumOf(atWork)]);
  note(listed(atWork, 'MB'));
  await Promise.all(flying.map((id) => product.completed(id)));
}

/** In services of its own: what makes heaps readable takes memory too. */
async function soak(): Promise<void> {
  await using product = await startProduct(BACKEND, { ...heaps.env, ...CONCURRENCY });
  const short = await product.publish('Set', [
    { id: 'set', kind: 'primitive', primitive: 'data.set', input: { value: 'kept' } },
  ]);
  const residents: number[] = [];
  const heapSizes: number[] = [];
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    let left = Math.ceil(SOAK / PORTIONS);
    const client = async () => {
      while (left > 0) {
        left -= 1;
        await product.completed(await product.start(short));
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, client));
    const done = Math.ceil(((portion + 1) * SOAK) / PORTIONS);
    const sets = resident(product);
    const kept = await reachable(product);
    residents.push(sumOf(sets));
    heapSizes.push(sumOf(kept));
    note(`resident after ${done} Runs: ${listed(sets, 'MB')}`);
    note(`heaps and buffers after ${done} Runs: ${listed(kept, 'MB')}`);
  }
  const first = `after ${Math.ceil(SOAK / PORTIONS)}`;
  report(`resident after ${SOAK} Runs, four Node processes`, 'MB', residents.slice(-1), {
    name: first,
    values: residents.slice(0, 1),
  });
  report(`heaps and buffers after ${SOAK} Runs, four Node processes`, 'MB', heapSizes.slice(-1), {
    name: first,
    values: heapSizes.slice(0, 1),
  });
}

await measureRestAndWork();
await soak();
site.close();
