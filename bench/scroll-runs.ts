/**
 * Scrolling through a list of 10,000 Runs in a browser: the time between frames, and the main thread's work for each, against a
 * list of as many rows of the same height that shows one line of text in each row of the window and does nothing else.
 *
 *     node bench/scroll-runs.ts [repetitions]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserLauncher } from '@errand/browser-runtime';
import { startStack } from '@errand/local-stack';
import { query } from '@errand/test-kit';
import type { BrowserContext, Page } from 'playwright-core';
import { buildDashboard } from '../apps/launcher/src/dashboard.ts';
import { browserCacheDirectory } from '../apps/launcher/src/home.ts';
import { fillRuns, RUNS } from '../e2e/dashboard/many-runs.ts';
import { signUp } from '../e2e/dashboard/people.ts';
import { report } from './report.ts';

const REPETITIONS = Number(process.argv[2] ?? 5);
const FRAMES = 240;
const TIMEOUT_MS = 300_000;
/** Pixels for each frame: a wheel that is turned, and a bar that is dragged. */
const SPEEDS = { 'a wheel': 100, 'a dragged bar': 1_500 };
const ROW_HEIGHT = 52;
const ROWS_IN_WINDOW = 40;

await using undo = new AsyncDisposableStack();
const dir = await mkdtemp(path.join(tmpdir(), 'errand-bench-'));
undo.defer(() => rm(dir, { recursive: true, force: true }));
await buildDashboard((line) => console.log(line));
const stack = await startStack({
  dir,
  port: 0,
  env: { ...process.env, ERRAND_LOG_LEVEL: 'warn', ERRAND_RATE_LIMIT_PER_MINUTE: '1000000' },
});
undo.defer(() => stack.stop());
const browser = await browserLauncher({ cacheDir: browserCacheDirectory(), environment: process.env })();
undo.defer(() => browser.close());
const person = await signUp(stack.baseUrl);
await query(stack.databaseUrls.runs, fillRuns((await person.errand.me()).workspace.id));

/** What scrolling cost: milliseconds between frames, and of the main thread's tasks for each frame. */
interface Scrolled {
  frames: number[];
  workMs: number;
}
interface List {
  scroll(pixels: number): Promise<Scrolled>;
}

async function measured(context: BrowserContext, page: Page): Promise<List> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const taskMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  return {
    scroll: async (pixels) => {
      await page.evaluate(() => scrollTo(0, 0));
      const before = await taskMs();
      const frames = await page.evaluate(
        async ([count, step]) => {
          const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
          const times: number[] = [];
          for (let at = await nextFrame(); times.length < count;) {
            scrollBy(0, step);
            const now = await nextFrame();
            times.push(now - at);
            at = now;
          }
          return times;
        },
        [FRAMES, pixels] as const,
      );
      return { frames, workMs: ((await taskMs()) - before) / FRAMES };
    },
  };
}

async function openRuns(): Promise<List> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.addCookies(person.cookies);
  const page = await context.newPage();
  await page.goto(`${stack.baseUrl}/runs`);
  // All of them are read first, so that no request is measured.
  await page.waitForFunction((last) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector('[role=rowgroup]')?.textContent?.includes(last);
  }, `Task ${RUNS}`);
  return await measured(context, page);
}

async function openFloor(): Promise<List> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.setContent(
    `<!doctype html><style>body{margin:0;position:relative;height:${RUNS * ROW_HEIGHT}px}
     div{position:absolute;left:0;right:0;height:${ROW_HEIGHT}px}</style><body></body>`,
  );
  await page.evaluate(
    ([height, shown]) => {
      const rows = Array.from({ length: shown }, () =>
        document.body.appendChild(document.createElement('div')),
      );
      const show = (): void => {
        const first = Math.floor(scrollY / height);
        for (const [index, row] of rows.entries()) {
          row.style.transform = `translateY(${(first + index) * height}px)`;
          row.textContent = `Task ${first + index + 1}`;
        }
      };
      addEventListener('scroll', show);
      show();
    },
    [ROW_HEIGHT, ROWS_IN_WINDOW] as const,
  );
  return await measured(context, page);
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.trunc(values.length * share)] ?? 0;
}

const lists = { runs: await openRuns(), floor: await openFloor() };
for (const [how, pixels] of Object.entries(SPEEDS)) {
  const found: Record<keyof typeof lists, Scrolled[]> = { runs: [], floor: [] };
  // The first round warms up.
  for (let round = 0; round <= REPETITIONS; round += 1)
    for (const name of ['runs', 'floor'] as const) {
      const scrolled = await lists[name].scroll(pixels);
      if (round > 0) found[name].push(scrolled);
    }
  const compare = (what: string, valueOf: (scrolled: Scrolled) => number) =>
    report(`${what}, scrolling ${RUNS} Runs by ${how}`, 'ms', found.runs.map(valueOf), {
      name: 'a minimal list',
      values: found.floor.map(valueOf),
    });
  compare('a frame (median)', ({ frames }) => percentile(frames, 0.5));
  compare('a frame (95th percentile)', ({ frames }) => percentile(frames, 0.95));
  compare('main thread for a frame', ({ workMs }) => workMs);
}
