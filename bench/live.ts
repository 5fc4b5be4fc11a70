/**
 * The live view, seen by a browser: pictures a second of a page that moves against what the page itself draws, the time from
 * the page to the eye and from the hand to the page, and the CPU that watching costs against the same Run unwatched. Fails when pictures of a page are sent
 * that does not change.
 *
 *     node bench/live.ts [redis|postgres] [seconds]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@errand/wait-for';
import { browserLauncher } from '@errand/browser-runtime';
import type { Page } from 'playwright-core';
import { browserCacheDirectory } from '../apps/launcher/src/home.ts';
import { cpuSeconds } from '../scripts/cpu-times.ts';
import { type Backend, startProduct } from './product.ts';
import { note, report } from './report.ts';

const BACKEND = (process.argv[2] ?? 'redis') as Backend;
const SECONDS = Number(process.argv[3] ?? 10);
const CLICKS = 20;
const TIMEOUT_MS = 120_000;

/** The page shows the time in milliseconds as a row of black and white squares. */
const BITS = 16;
const SQUARE = 40;
const MOVING = `<!doctype html><title>Moving</title><body style="margin:0"><canvas id="time" width="${BITS * SQUARE}" height="${SQUARE}"></canvas>
<script>
  const context = document.getElementById('time').getContext('2d');
  let drawn = 0;
  setInterval(() => navigator.sendBeacon('/drawn?count=' + drawn + '&at=' + Date.now()), 500);
  const draw = () => {
    drawn += 1;
    const now = Date.now();
    for (let bit = 0; bit < ${BITS}; bit += 1) {
      context.fillStyle = (now >> bit) & 1 ? 'white' : 'black';
      context.fillRect(bit * ${SQUARE}, 0, ${SQUARE}, ${SQUARE});
    }
    requestAnimationFrame(draw);
  };
  draw();
  addEventListener('mousedown', () => navigator.sendBeacon('/hand?at=' + Date.now()));
</script>`;
const STILL = '<!doctype html><title>Still</title><h1>Nothing moves here</h1>';

const hands: number[] = [];
/** How often the page had drawn itself, and when. */
const drawn: { count: number; at: number }[] = [];
const site = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  if (pathname === '/hand') hands.push(Number(searchParams.get('at')));
  if (pathname === '/drawn')
    drawn.push({ count: Number(searchParams.get('count')), at: Number(searchParams.get('at')) });
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(pathname === '/moving' ? MOVING : STILL);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const { port } = site.address() as AddressInfo;

const product = await startProduct(BACKEND);
const browser = await browserLauncher({ cacheDir: browserCacheDirectory(), environment: process.env })();

/** Starts a Run that stays on a page, and waits until it is there. */
async function openRun(path: string): Promise<string> {
  const runbook = await product.publish(`Stay at ${path}`, [
    {
      id: 'open',
      kind: 'primitive',
      primitive: 'browser.navigate',
      input: { url: `http://127.0.0.1:${port}${path}` },
    },
    {
      id: 'stay',
      kind: 'primitive',
      primitive: 'browser.wait',
      input: { for: { ms: 600_000 } },
      timeoutMs: 600_000,
    },
  ]);
  const run = await product.start(runbook);
  await waitFor('the Run stays on its page', async () => {
    const { rows } = await product.database.query(
      `SELECT FROM run_events WHERE run_id = $1 AND type = 'step.started' AND step_id = 'stay'`,
      [run],
    );
    return rows.length > 0;
  });
  return run;
}

/** Opens the page of the live view, and counts the pictures that come over its socket. */
async function watch(run: string): Promise<{ page: Page; pictures: () => number }> {
  const page = await browser.newPage();
  let pictures = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string') pictures += 1;
    }),
  );
  await page.goto((await product.liveView(run)) ?? '', { timeout: TIMEOUT_MS });
  await waitFor('a picture', async () => pictures > 0);
  return { page, pictures: () => pictures };
}

/** Runs in the page of the live view: how old each picture is when it is seen, in ms. */
function lookFor([ms, bits, square]: readonly [number, number, number]): Promise<number[]> {
  const canvas = document.querySelector<HTMLCanvasElement>('#picture');
  const context = canvas?.getContext('2d');
  const ages: number[] = [];
  const end = Date.now() + ms;
  let last = -1;
  return new Promise((resolve) => {
    const look = () => {
      const row = context?.getImageData(0, square / 2, bits * square, 1).data ?? [];
      let shown = 0;
      for (let bit = 0; bit < bits; bit += 1)
        if ((row[(bit + 0.5) * square * 4] ?? 0) > 127) shown += 2 ** bit;
      if (shown !== last) ages.push((Date.now() - shown) & (2 ** bits - 1));
      last = shown;
      if (Date.now() < end) requestAnimationFrame(look);
      else resolve(ages);
    };
    look();
  });
}

/** CPU seconds of the product in a second of the clock, while `work` takes its time. */
async function costOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const [before, since]: [Record<string, number>, number] = [cpuSeconds(product.pids()), performance.now()];
  await work();
  const seconds = (performance.now() - since) / 1_000;
  return Object.fromEntries(
    Object.entries<number>(cpuSeconds(product.pids())).map(([name, used]) => [
      name,
      (used - (before[name] ?? 0)) / seconds,
    ]),
  );
}
function total(cost: Readonly<Record<string, number>>): number {
  return Object.values(cost).reduce((sum, each) => sum + each, 0);
}

const moving = await openRun('/moving');
const unwatched = await costOf(() => delay(SECONDS * 1_000));
const eye = await watch(moving);
let ages: number[] = [];
const from = eye.pictures();
drawn.splice(0);
const watched = await costOf(async () => {
  ages = await eye.page.evaluate(lookFor, [SECONDS * 1_000, BITS, SQUARE] as const);
});
const sent = (eye.pictures() - from) / SECONDS;
const [start, end] = [drawn[0], drawn.at(-1)];
if (start === undefined || end === undefined || end.at === start.at) throw new Error('the page drew nothing');
const frames = ((end.count - start.count) / (end.at - start.at)) * 1_000;
const drawing = { name: 'what the page draws', values: [frames] };
report('what the page draws', '/s', [frames]);
report('pictures of a moving page', '/s', [sent], drawing);
report('of them seen', '/s', [ages.length / SECONDS], drawing);
report('page to eye', 'ms', ages);
report('CPU of a watched Run', 'cores', [total(watched)], {
  name: 'the same Run unwatched',
  values: [total(unwatched)],
});
note(
  `watching costs: ${Object.keys(watched)
    .map((name) => `${name} ${((watched[name] ?? 0) - (unwatched[name] ?? 0)).toFixed(2)}`)
    .join(', ')} cores`,
);

await eye.page.getByRole('button', { name: 'Take control' }).click({ timeout: TIMEOUT_MS });
await eye.page.getByText('You control the browser').waitFor({ timeout: TIMEOUT_MS });
await eye.page.evaluate(() => {
  const given: number[] = [];
  Object.assign(globalThis, { given });
  addEventListener('pointerdown', () => given.push(Date.now()), { capture: true });
});
const picture = eye.page.locator('#picture');
for (let click = 1; click <= CLICKS; click += 1) {
  await picture.click({ position: { x: 300, y: 300 }, force: true, timeout: TIMEOUT_MS });
  await waitFor('the click', async () => hands.length === click);
}
const given = await eye.page.evaluate(() => (globalThis as unknown as { given: number[] }).given);
report(
  'hand to page',
  'ms',
  hands.map((at, click) => at - (given[click] ?? 0)),
  { name: 'the time between two pictures that the page draws', values: [1_000 / frames] },
);
await eye.page.close();

const still = await watch(await openRun('/still'));
// Side effects of the first picture, such as the page's own late drawing, are over by then.
await delay(2_000);
const first = still.pictures();
await delay(SECONDS * 1_000);
const needless = still.pictures() - first;
report(`pictures of a still page in ${SECONDS} s`, '', [needless]);

await browser.close();
await product[Symbol.asyncDispose]();
site.close();
process.exit(needless === 0 ? 0 : 1);
