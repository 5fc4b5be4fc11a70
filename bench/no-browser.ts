/**
 * Runs whose one step is `data.set`, from acceptance to their end, accepted as fast as the gateway takes them; beside the
 * durable no-op of Restate and of graphile-worker, in turns.
 *
 *     node bench/no-browser.ts [Runs a round] [redis|postgres] [rounds]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds } from '../scripts/cpu-times.ts';
import { startPeers } from './peers.ts';
import { type Backend, startProduct } from './product.ts';
import { note, report } from './report.ts';

const RUNS = Number(process.argv[2] ?? 500);
const BACKEND = (process.argv[3] ?? 'redis') as Backend;
const ROUNDS = Number(process.argv[4] ?? 3);
const CLIENTS = 32;

const product = await startProduct(BACKEND, {
  ERRAND_WORKSPACE_CONCURRENT_RUNS: '200',
  ERRAND_EXECUTOR_CONCURRENCY: '32',
});
const runbook = await product.publish('Set', [
  { id: 'set', kind: 'primitive', primitive: 'data.set', input: { value: 'kept' } },
]);

/** Runs a second, from the first acceptance to the last end. */
async function whole(): Promise<number> {
  const ids: string[] = [];
  let left = RUNS;
  const client = async () => {
    for (; left > 0; ids.push(await product.start(runbook))) left -= 1;
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  for (;;) {
    const { rows } = await product.database.query<{ open: number; failed: number; seconds: number }>(
      `SELECT count(*) FILTER (WHERE completed_at IS NULL)::int AS open,
              count(*) FILTER (WHERE status <> 'completed' AND completed_at IS NOT NULL)::int AS failed,
              extract(epoch FROM max(completed_at) - min(created_at))::float8 AS seconds
       FROM runs WHERE id = ANY($1::uuid[])`,
      [ids],
    );
    const [row] = rows;
    if (row === undefined || row.failed > 0) throw new Error('not all Runs completed');
    if (row.open === 0) return RUNS / row.seconds;
    await delay(50);
  }
}

const peers = await startPeers(product.stack.postgres.adminUrl);
const ways = [{ name: `product, Runs without a browser, ${BACKEND}`, perSecond: whole }, ...peers.ways].map(
  (way) => ({ ...way, found: [] as number[] }),
);
const cpu = new Map<string, number>();
for (let round = -1; round < ROUNDS; round += 1)
  for (const { perSecond, found } of ways) {
    const before: Record<string, number> = cpuSeconds(product.pids());
    const value = await perSecond(RUNS);
    if (round < 0) continue;
    found.push(value);
    if (perSecond !== whole) continue;
    for (const [part, seconds] of Object.entries<number>(cpuSeconds(product.pids())))
      cpu.set(part, (cpu.get(part) ?? 0) + seconds - (before[part] ?? 0));
  }
const [own, ...others] = ways;
if (own === undefined) throw new Error('the product is measured');
for (const { name, found } of others) report(name, '/s', found);
for (const { name, found } of others) report(own.name, '/s', own.found, { name, values: found });
note(
  `CPU of a Run: ${[...cpu]
    .map(([part, seconds]) => `${part} ${((seconds / ROUNDS / RUNS) * 1_000).toFixed(2)} ms`)
    .join(', ')}`,
);
await peers[Symbol.asyncDispose]();
await product[Symbol.asyncDispose]();
// Restate's SDK has no way to stop serving.
process.exit();
