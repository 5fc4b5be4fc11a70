/**
 * What the step engine costs: ten steps of a Runbook on a warm browser against the same calls of bare Playwright, which
 * keeps no picture of a step, or one of each as the engine does.
 *
 *     node bench/steps.ts [rounds]
 *
 * The ways take turns on one browser, each time in a fresh context, so that a busy machine slows all of them.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserPool, type BrowserSession } from '@errand/browser-runtime';
import { executeRunbook, type Limits } from '@errand/step-engine';
import type { RunbookStep } from '@errand/contracts';
import { median } from './median.ts';
import { silentHost as host } from './silent-host.ts';

type Page = BrowserSession['page'];

const ROUNDS = Number(process.argv[2] ?? 30);
const WARM_UP = 3;

const PAGE = `<!doctype html><title>Order</title><h1>Order</h1><form action="/done">
<label>Name <input id="name" name="name"></label><label>Email <input id="email" name="email"></label>
<label>Size <select id="size" name="size"><option>Small<option>Large</select></label>
<label><input id="terms" type="checkbox" name="terms"> Terms</label><button id="send">Send</button></form>
${Array.from({ length: 40 }, (_, row) => `<p class="row">Row ${row}</p>`).join('')}`;

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(request.url?.startsWith('/done') ? '<!doctype html><title>Done</title><h1>Thanks</h1>' : PAGE);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

function step(id: string, action: string, input: Record<string, unknown>): RunbookStep {
  return {
    id,
    kind: 'primitive',
    primitive: `browser.${action}`,
    input,
  };
}
const steps = [
  step('open', 'navigate', { url }),
  step('heading', 'extract', { target: 'h1', as: 'text' }),
  step('name', 'fill', { target: '#name', value: 'Ada' }),
  step('email', 'fill', { target: '#email', value: 'ada@example.com' }),
  step('size', 'select', { target: '#size', label: 'Large' }),
  step('terms', 'check', { target: '#terms' }),
  step('rows', 'extract', { target: '.row', as: 'list' }),
  step('send', 'click', { target: '#send' }),
  step('wait', 'wait', { for: { css: 'h1' } }),
  step('thanks', 'extract', { target: 'h1', as: 'text' }),
];

const bareSteps: ((page: Page) => Promise<unknown>)[] = [
  async (page) => {
    await page.goto(url);
    await page.title();
  },
  (page) => page.locator('h1').innerText(),
  (page) => page.locator('#name').fill('Ada'),
  (page) => page.locator('#email').fill('ada@example.com'),
  (page) => page.locator('#size').selectOption({ label: 'Large' }),
  (page) => page.locator('#terms').check(),
  (page) => page.locator('.row').allInnerTexts(),
  (page) => page.locator('#send').click(),
  (page) => page.locator('h1').waitFor(),
  (page) => page.locator('h1').innerText(),
];

/** A navigation can overtake it. */
function screenshot(page: Page): Promise<unknown> {
  return page.screenshot({ type: 'jpeg' }).catch(() => page.screenshot({ type: 'jpeg' }));
}

function bare({ pictures }: { pictures: boolean }) {
  return async ({ page }: BrowserSession): Promise<void> => {
    for (const act of bareSteps) {
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
}[] = [
  { name: 'bare Playwright', scoped: false, work: bare({ pictures: false }), times: [] },
  { name: 'bare Playwright, pictures', scoped: false, work: bare({ pictures: true }), times: [] },
  { name: 'engine', scoped: false, work: engine({}), times: [] },
  { name: 'engine, pictures', scoped: false, work: engine({ screenshots: true }), times: [] },
  { name: 'engine, trace kept', scoped: false, work: engine({ trace: 'on' }), times: [] },
  { name: 'engine, trace dropped', scoped: false, work: engine({ trace: 'on-failure' }), times: [] },
  { name: 'engine, checking proxy', scoped: true, work: engine({}), times: [] },
];

const pool = createBrowserPool({
  cacheDir: join(tmpdir(), 'errand-browser'),
  environment: process.env,
});
await pool.start();
for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
  for (const { work, scoped, times } of ways) {
    await pool.withContext({ host, scoped }, async (surface) => {
      const begun = performance.now();
      await work(surface);
      if (round >= WARM_UP) times.push(performance.now() - begun);
    });
  }
}
await pool.close();
server.close();

const floor = median(ways[0]?.times ?? []);
console.log(`${steps.length} steps, ${ROUNDS} rounds, medians`);
for (const { name, times } of ways) {
  const time = median(times);
  const overhead = (time - floor) / steps.length;
  console.log(
    `${name.padEnd(26)} ${time.toFixed(1).padStart(7)} ms   × ${(time / floor).toFixed(2)}   ${overhead.toFixed(2).padStart(6)} ms a step more`,
  );
}
