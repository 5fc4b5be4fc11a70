/**
 * The cost of the step engine: ten steps of a Runbook on a warm browser against the same calls of bare Playwright, which
 * keeps no picture of a step, or one of each as the engine does.
 *
 *     node bench/steps.ts [rounds]
 *
 * The ways take turns on one browser, each time in a fresh context, so that a busy machine slows all of them.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserPool, type BrowserSession } from '@errand/browser-runtime';
import { executeRunbook, type Limits } from '@errand/step-engine';
import { cpuSeconds } from '../scripts/cpu-times.ts';
import { note, report } from './report.ts';
import { silentHost as host } from './silent-host.ts';
import { type Page, bareSteps, startSite, tenSteps } from './ten-steps.ts';

const ROUNDS = Number(process.argv[2] ?? 30);
const WARM_UP = 3;

const site = await startSite();
const steps = tenSteps(site.url);
const calls = bareSteps(site.url);

/** A navigation can overtake it. */
function screenshot(page: Page): Promise<unknown> {
  return page.screenshot({ type: 'jpeg' }).catch(() => page.screenshot({ type: 'jpeg' }));
}

function bare({ pictures }: { pictures: boolean }) {
  return async ({ page }: BrowserSession): Promise<void> => {
    for (const act of calls) {
      await act(page);
      if (pictures) await screenshot(page);
    }
  };
}

function engine(limits: Partial<Limits>) {
  return async (surface: BrowserSession) => {
    const definition = { title: 'Order', parameters: [], steps };
    const { status, errorMessage } = await executeRunbook({
      definition,
      inputs: {},
      surface,
      host,
      limits: { screenshots: false, ...limits },
    });
    if (status !== 'completed') throw new Error(errorMessage ?? status);
  };
}

const ways: {
  name: string;
  scoped: boolean;
  work: (surface: BrowserSession) => Promise<void>;
  times: number[];
  cpu: number;
}[] = [
  { name: 'bare Playwright', scoped: false, work: bare({ pictures: false }), times: [], cpu: 0 },
  { name: 'bare Playwright, pictures', scoped: false, work: bare({ pictures: true }), times: [], cpu: 0 },
  { name: 'engine', scoped: false, work: engine({}), times: [], cpu: 0 },
  { name: 'engine, pictures', scoped: false, work: engine({ screenshots: true }), times: [], cpu: 0 },
  { name: 'engine, trace kept', scoped: false, work: engine({ trace: 'on' }), times: [], cpu: 0 },
  { name: 'engine, trace dropped', scoped: false, work: engine({ trace: 'on-failure' }), times: [], cpu: 0 },
  { name: 'engine, checking proxy', scoped: true, work: engine({}), times: [], cpu: 0 },
];

const pool = createBrowserPool({
  cacheDir: join(tmpdir(), 'errand-browser'),
  environment: process.env,
});
await pool.start();
/** Seconds of CPU that the browser and this process have used. */
function cpuOfAll(): number {
  return cpuSeconds({ own: process.pid }).own;
}
for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
  for (const way of ways) {
    const { work, scoped, times } = way;
    const before = cpuOfAll();
    await pool.withContext({ host, scoped }, async (surface) => {
      const begun = performance.now();
      await work(surface);
      if (round >= WARM_UP) times.push(performance.now() - begun);
    });
    if (round >= WARM_UP) way.cpu += cpuOfAll() - before;
  }
}
await pool.close();
site.close();

const [floor] = ways;
console.log(`${steps.length} steps, ${ROUNDS} rounds; CPU with opening and closing the context`);
for (const { name, times, cpu } of ways) {
  report(name, 'ms', times, { name: 'bare Playwright', values: floor?.times ?? [] });
  note(
    `CPU ${((cpu / ROUNDS) * 1_000).toFixed(0)} ms, × ${(cpu / (floor?.cpu ?? 0)).toFixed(2)} of bare Playwright`,
  );
}
