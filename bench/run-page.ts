/**
 * The page of a Run in a browser while many events arrive, and when it is opened after them: its main thread's time for an
 * event with 1,000 of them against that with 100, and how many tasks of it were longer than 50 ms.
 *
 *     node bench/run-page.ts [repetitions]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserLauncher } from '@errand/browser-runtime';
import { startShop } from '@errand/demo-shop';
import { startStack } from '@errand/local-stack';
import type { Page } from 'playwright-core';
import { buildDashboard } from '../apps/launcher/src/dashboard.ts';
import { browserCacheDirectory } from '../apps/launcher/src/home.ts';
import { type Person, signUp } from '../e2e/dashboard/people.ts';
import { note, report } from './report.ts';

const REPETITIONS = Number(process.argv[2] ?? 3);
const FEW = 100;
const MANY = 1_000;
const TIMEOUT_MS = 180_000;

/** The work of a page's main thread since it was opened or marked. */
interface Work {
  /** Milliseconds of all tasks. */
  ms: number;
  /** Durations of tasks over 50 ms. */
  long: number[];
}

await using undo = new AsyncDisposableStack();
const dir = await mkdtemp(path.join(tmpdir(), 'errand-bench-'));
undo.defer(() => rm(dir, { recursive: true, force: true }));
await buildDashboard((line) => console.log(line));
const shop = await startShop();
undo.defer(() => shop.close());
const stack = await startStack({
  dir,
  port: 0,
  env: {
    ...process.env,
    ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
    ERRAND_LOG_LEVEL: 'warn',
    ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
  },
});
undo.defer(() => stack.stop());
const browser = await browserLauncher({ cacheDir: browserCacheDirectory(), environment: process.env })();
undo.defer(() => browser.close());
const person: Person = await signUp(stack.baseUrl);

/** A Runbook that waits for a person, and then reads a page once for every two events. */
async function publish(events: number): Promise<string> {
  const step = (id: string, primitive: string, input: object, more = {}) => ({
    id,
    kind: 'primitive',
    primitive,
    input,
    ...more,
  });
  const runbook = {
    schemaVersion: 3,
    title: `${events} events`,
    status: 'published',
    parameters: [],
    steps: [
      step('list', 'data.set', { value: Array.from({ length: events / 2 }, (_, index) => index) }),
      step('open', 'browser.navigate', { url: shop.url }),
      step('agree', 'human.approve', { message: 'Go on?' }),
      step('read', 'browser.extract', { target: 'h1', as: 'text' }, { forEach: '{{ steps.list.output }}' }),
    ],
  } as unknown as Parameters<typeof person.errand.runbooks.create>[0];
  return (await person.errand.runbooks.create(runbook)).id;
}

async function open(runId: string, step: string): Promise<{ page: Page; work: () => Promise<Work> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.addCookies(person.cookies);
  await context.addInitScript(() => {
    const found: number[] = [];
    Object.assign(globalThis, { longTasks: found });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(duration);
    }).observe({ type: 'longtask' });
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const taskMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  // A selected step replaces the live view, which is measured separately.
  await page.goto(`${stack.baseUrl}/runs/${runId}?step=${step}`);
  let [seen, ms] = [0, 0];
  return {
    page,
    work: async () => {
      const now = await taskMs();
      const all = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
      const done = { ms: now - ms, long: all.slice(seen) };
      [seen, ms] = [all.length, now];
      return done;
    },
  };
}

async function measure(runbookId: string): Promise<{ live: Work; opened: Work }> {
  const { id } = await person.errand.runbooks.run(runbookId);
  await person.errand.runs.wait(id, { returnOn: ['waiting_for_approval'] });
  const live = await open(id, 'open');
  await live.page.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(2).waitFor();
  // Steps inside the loop are shown as they come.
  await live.work();
  await person.errand.request('POST', `/v1/runs/${id}/approval`, { body: { decision: 'approve' } });
  const toggle = live.page.getByRole('button', { name: /^What was done inside/ });
  await toggle.click();
  await live.page.getByText('Completed', { exact: true }).waitFor();
  const whileLive = await live.work();
  await live.page.context().close();
  const later = await open(id, 'read[0]');
  await later.page.getByText('Completed', { exact: true }).waitFor();
  await later.page.locator('[aria-current=step]').waitFor();
  const opened = await later.work();
  await later.page.context().close();
  return { live: whileLive, opened };
}

const runbooks = { few: await publish(FEW), many: await publish(MANY) };
// The first one warms up.
await measure(runbooks.few);
const found: Record<'few' | 'many', { live: Work; opened: Work }[]> = { few: [], many: [] };
for (let round = 0; round < REPETITIONS; round += 1)
  for (const size of ['few', 'many'] as const) found[size].push(await measure(runbooks[size]));

for (const moment of ['live', 'opened'] as const) {
  const perEvent = (size: 'few' | 'many', events: number) =>
    found[size].map((each) => each[moment].ms / events);
  const when = moment === 'live' ? 'arrive' : 'are there already';
  report(`main thread for an event while ${MANY} ${when}`, 'ms', perEvent('many', MANY), {
    name: `while ${FEW} ${when}`,
    values: perEvent('few', FEW),
  });
  const long = found.many.map((each) => each[moment].long);
  report(
    `tasks over 50 ms while ${MANY} ${when}`,
    'tasks',
    long.map(({ length }) => length),
  );
  note(
    `they took ${long.map((tasks) => tasks.map((ms) => ms.toFixed(0)).join(', ') || 'none').join(' · ')} ms`,
  );
}
