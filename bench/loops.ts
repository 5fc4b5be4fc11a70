/**
 * The cost of an iteration: rounds of `data.set`, which need no page, and rows that are filled, clicked and read, against
 * the same calls of bare Playwright on the same browser, in turns. Processor time, the browser's included, says more than
 * elapsed time on a busy machine.
 *
 *     node bench/loops.ts [repetitions]
 *
 * No further repetition begins after 90 s.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserPool, type BrowserSession } from '@errand/browser-runtime';
import type { PinnedDefinition } from '@errand/contracts/internal';
import { executeRunbook } from '@errand/step-engine';
import { cpuSeconds } from '../scripts/cpu-times.ts';
import { report } from './report.ts';
import { silentHost as host } from './silent-host.ts';

const REPETITIONS = Number(process.argv[2] ?? 5);
const MAX_MS = 90_000;
const ROUNDS = 1_000;
const ROWS = 200;
const WARM_UP_ROWS = 20;

const PAGE = `<!doctype html><title>Rows</title><input id="name"><button id="add">Add</button><p id="last"></p>
<script>document.getElementById('add').onclick = () => {
  document.getElementById('last').textContent = 'Added ' + document.getElementById('name').value;
}</script>`;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(PAGE);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

function step(id: string, primitive: string, input: Record<string, unknown>, more = {}) {
  return { id, kind: 'primitive' as const, primitive, input, ...more };
}

const ROW = '01890000-0000-7000-8000-000000000001';
const addRow = {
  title: 'Add a row',
  revisionId: ROW,
  version: 1,
  parameters: [{ name: 'name', type: 'string' as const }],
  steps: [
    step('fill', 'browser.fill', { target: '#name', value: '{{ inputs.name }}' }),
    step('add', 'browser.click', { target: '#add' }),
    step('last', 'browser.extract', { target: '#last', as: 'text' }),
  ],
};
const names = Array.from({ length: ROWS }, (_, row) => `Row ${row}`);
const forEach = '{{ inputs.list }}';

async function engine(surface: BrowserSession, steps: PinnedDefinition['steps'], list: unknown[]) {
  const { status, errorMessage } = await executeRunbook({
    definition: { title: 'Loop', parameters: [], steps, runbooks: { [ROW]: addRow } },
    inputs: { list },
    surface,
    host,
    limits: { screenshots: false },
  });
  if (status !== 'completed') throw new Error(errorMessage ?? status);
}

async function bare({ page }: BrowserSession, rows: readonly string[]) {
  await page.goto(url);
  for (const name of rows) {
    await page.locator('#name').fill(name);
    await page.locator('#add').click();
    await page.locator('#last').innerText();
  }
}

const numbers = Array.from({ length: ROUNDS }, (_, index) => index);
const rowSteps = [
  step('open', 'browser.navigate', { url }),
  step('rows', 'runbook.run', { runbookId: ROW, inputs: { name: '{{ item }}' } }, { forEach }),
];
const ways = [
  {
    name: `${ROUNDS} rounds of data.set`,
    work: (surface: BrowserSession, _rows: string[]) =>
      engine(surface, [step('set', 'data.set', { value: '{{ item }}' }, { forEach })], numbers),
  },
  { name: `${ROWS} rows, bare Playwright`, work: bare },
  {
    name: `${ROWS} rows, engine`,
    work: (surface: BrowserSession, rows: string[]) => engine(surface, rowSteps, rows),
  },
].map((way) => ({ ...way, times: [] as number[], cpu: [] as number[] }));

const pool = createBrowserPool({ cacheDir: join(tmpdir(), 'errand-browser'), environment: process.env });
await pool.start();
const end = performance.now() + MAX_MS;
for (let repetition = 0; repetition <= REPETITIONS; repetition += 1) {
  const isWarmUp = repetition === 0;
  if (repetition > 1 && performance.now() > end) break;
  for (const { work, times, cpu } of ways)
    await pool.withContext({ host, scoped: false }, async (surface) => {
      const begun = performance.now();
      const used = cpuSeconds({ all: process.pid }).all;
      await work(surface, isWarmUp ? names.slice(0, WARM_UP_ROWS) : names);
      if (isWarmUp) return;
      times.push(performance.now() - begun);
      cpu.push((cpuSeconds({ all: process.pid }).all - used) * 1_000);
    });
}
await pool.close();
server.close();

const [, floor] = ways;
for (const { name, times, cpu } of ways) {
  report(name, 'ms', times, { name: floor?.name ?? '', values: floor?.times ?? [] });
  report(`${name}, processor`, 'ms', cpu, { name: floor?.name ?? '', values: floor?.cpu ?? [] });
}
