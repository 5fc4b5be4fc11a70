/**
 * The product's memory at rest and at work: the resident set of each process at rest and with eight Runs in flight, its
 * CPU at rest, and whether memory grows over a soak of Runs.
 *
 *     node bench/memory.ts [Runs of the soak] [redis|postgres] [seconds at rest]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, residentMb } from '../scripts/cpu-times.ts';
import { type Backend, type Product, startProduct } from './product.ts';
import { note, report } from './report.ts';
import { startSite } from './ten-steps.ts';

const SOAK = Number(process.argv[2] ?? 5_000);
const BACKEND = (process.argv[3] ?? 'redis') as Backend;
const REST_SECONDS = Number(process.argv[4] ?? 30);
const IN_FLIGHT = 8;
const SERVICES: ReadonlySet<string> = new Set(['gateway', 'runs', 'runbooks', 'executor']);

const site = await startSite();
await using product = await startProduct(BACKEND, { ERRAND_EXECUTOR_CONCURRENCY: String(IN_FLIGHT) });

function resident({ pids }: Product): Record<string, number> {
  const known = Object.entries(pids()).filter(([name]) => SERVICES.has(name));
  return Object.fromEntries(known.map(([name, pid]) => [name, residentMb(pid)]));
}
function sumOf(values: Record<string, number>): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}
function listed(values: Record<string, number>, unit: string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${value.toFixed(0)} ${unit}`)
    .join(', ');
}

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

const short = await product.publish('Set', [
  { id: 'set', kind: 'primitive', primitive: 'data.set', input: { value: 'kept' } },
]);
const samples: Record<string, number>[] = [];
const PORTIONS = 5;
for (let portion = 0; portion < PORTIONS; portion += 1) {
  let left = Math.ceil(SOAK / PORTIONS);
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await product.completed(await product.start(short));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  samples.push(resident(product));
  note(`after ${Math.ceil(((portion + 1) * SOAK) / PORTIONS)} Runs: ${listed(samples.at(-1) ?? {}, 'MB')}`);
}
report(`resident after ${SOAK} Runs, four Node processes`, 'MB', [sumOf(samples.at(-1) ?? {})], {
  name: `after ${Math.ceil(SOAK / PORTIONS)}`,
  values: [sumOf(samples[0] ?? {})],
});
site.close();
