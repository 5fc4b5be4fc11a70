/**
 * A loop of 1,000 rounds of `data.set` through the whole product, from acceptance to end, and its cost in each service.
 *
 *     node bench/rounds.ts [Runs] [redis|postgres]
 */
import { cpuSeconds } from '../scripts/cpu-times.ts';
import { type Backend, startProduct } from './product.ts';
import { note, report } from './report.ts';

const RUNS = Number(process.argv[2] ?? 7);
const BACKEND = (process.argv[3] ?? 'redis') as Backend;
const ROUNDS = 1_000;

await using product = await startProduct(BACKEND);
const value = Array.from({ length: ROUNDS }, (_, index) => index);
const runbook = await product.publish('Rounds', [
  { id: 'list', kind: 'primitive', primitive: 'data.set', input: { value } },
  {
    id: 'round',
    kind: 'primitive',
    primitive: 'data.set',
    input: { value: '{{ item }}' },
    forEach: '{{ steps.list.output }}',
  },
]);

const times: number[] = [];
let before: Record<string, number> = {};
for (let run = -1; run < RUNS; run += 1) {
  // The first one warms up.
  if (run === 0) before = cpuSeconds(product.pids());
  const id = await product.start(runbook);
  await product.completed(id);
  const { rows } = await product.database.query<{ ms: number }>(
    'SELECT extract(epoch FROM completed_at - created_at)::float8 * 1000 AS ms FROM runs WHERE id = $1',
    [id],
  );
  if (run >= 0) times.push(rows[0]?.ms ?? Infinity);
}
report(`${ROUNDS} rounds of data.set, ${BACKEND}`, 'ms', times);
const after: Record<string, number> = cpuSeconds(product.pids());
const used = Object.entries(after)
  .map(([name, seconds]) => [name, ((seconds - (before[name] ?? 0)) * 1_000) / RUNS] as const)
  .sort(([, a], [, b]) => b - a);
note(`processor a Run: ${used.map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`);
