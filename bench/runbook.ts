/**
 * A ten-step Runbook through the whole product, with pictures and traces as they are by default, against the same calls of
 * bare Playwright with a new context each time; one at a time and four at once.
 *
 *     node bench/runbook.ts [rounds] [redis|postgres]
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserLauncher } from '@errand/browser-runtime';
import { cpuSeconds } from '../scripts/cpu-times.ts';
import { type Backend, startProduct } from './product.ts';
import { note, report } from './report.ts';
import { bareSteps, startSite, tenSteps } from './ten-steps.ts';

const ROUNDS = Number(process.argv[2] ?? 10);
const BACKEND = (process.argv[3] ?? 'redis') as Backend;
const WARM_UP = 2;
const AT_ONCE = 4;

const site = await startSite();
const browser = await browserLauncher({
  cacheDir: path.join(tmpdir(), 'errand-browser'),
  environment: process.env,
})();
await using product = await startProduct(BACKEND);
const runbook = await product.publish('Ten steps', tenSteps(`${site.url}?{{ inputs.id }}`));

async function bare(): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const act of bareSteps(site.url)) await act(page);
  await context.close();
}

/** How long Runs took to begin, in ms. */
function beginnings() {
  return { acceptedToStarted: [] as number[], startedToAsked: [] as number[] };
}
const alone = beginnings();
const together = beginnings();
let runs = 0;

async function whole({ acceptedToStarted, startedToAsked } = alone): Promise<void> {
  const id = `run${(runs += 1)}`;
  const runId = await product.start(runbook, { id });
  await product.completed(runId);
  const { rows } = await product.database.query<{ created: Date; started: Date }>(
    'SELECT created_at AS created, started_at AS started FROM runs WHERE id = $1',
    [runId],
  );
  const [run] = rows;
  if (run === undefined) return;
  acceptedToStarted.push(run.started.getTime() - run.created.getTime());
  startedToAsked.push((site.askedAt.get(`?${id}`) ?? Number.NaN) - run.started.getTime());
}

function atOnce(work: () => Promise<void>) {
  return async (): Promise<void> => {
    await Promise.all(Array.from({ length: AT_ONCE }, () => work()));
  };
}
function own() {
  return { bare: process.pid };
}
const ways = [
  { name: 'bare Playwright, one at a time', work: bare, roots: own },
  { name: 'product, one at a time', work: () => whole(), roots: product.pids },
  { name: 'bare Playwright, four at once', work: atOnce(bare), roots: own },
  { name: 'product, four at once', work: atOnce(() => whole(together)), roots: product.pids },
].map((way) => ({ ...way, ms: [] as number[], cpu: new Map<string, number>() }));

for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  // What ran only to warm up does not count.
  if (round === 0)
    for (const { acceptedToStarted, startedToAsked } of [alone, together])
      for (const list of [acceptedToStarted, startedToAsked]) list.length = 0;
  for (const { work, roots, ms, cpu } of ways) {
    const before: Record<string, number> = cpuSeconds(roots());
    const begun = performance.now();
    await work();
    if (round < 0) continue;
    ms.push(performance.now() - begun);
    for (const [name, seconds] of Object.entries<number>(cpuSeconds(roots())))
      cpu.set(name, (cpu.get(name) ?? 0) + seconds - (before[name] ?? 0));
  }
}
const [bareOne, one, bareFour, four] = ways;
if (bareOne === undefined || one === undefined || bareFour === undefined || four === undefined)
  throw new Error('four ways are measured');
function perSecond(ms: readonly number[]) {
  return ms.map((each) => (AT_ONCE * 1_000) / each);
}
report(one.name, 'ms', one.ms, { name: bareOne.name, values: bareOne.ms });
report(four.name, 'Runs/s', perSecond(four.ms), { name: bareFour.name, values: perSecond(bareFour.ms) });
for (const [how, { acceptedToStarted, startedToAsked }] of Object.entries({
  'one at a time': alone,
  'four at once': together,
})) {
  report(`accepted to started, ${how}`, 'ms', acceptedToStarted);
  report(`started to the site's first request, ${how}`, 'ms', startedToAsked);
}
for (const { name, cpu } of ways)
  note(
    `CPU of "${name}": ${[...cpu].map(([part, seconds]) => `${part} ${((seconds / ROUNDS) * 1_000).toFixed(0)} ms`).join(', ')}`,
  );
await browser.close();
site.close();
