/**
 * The cost of the engine's look after an acting step on a quiet page: clicks and fills as steps against the same calls of bare
 * Playwright, alternating on one page. The difference includes everything else that a step does, so the look itself costs less.
 *
 *     node bench/look.ts [rounds]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserPool } from '@errand/browser-runtime';
import { createRunSession, performStep } from '@errand/step-engine';
import { report } from './report.ts';
import { silentHost as host } from './silent-host.ts';

const ROUNDS = Number(process.argv[2] ?? 200);
const WARM_UP = 20;

const PAGE = `<!doctype html><title>Quiet</title><form><label>Name <input id="name"></label></form>
<button id="count">Count</button><p id="shown">0</p>
${Array.from({ length: 200 }, (_, row) => `<p class="row">Row <b>${row}</b></p>`).join('')}
<script>let clicks = 0; document.querySelector('#count').onclick = () => {
  clicks += 1; document.querySelector('#shown').textContent = clicks;
};</script>`;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(PAGE);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const pool = createBrowserPool({ cacheDir: join(tmpdir(), 'errand-browser'), environment: process.env });
await pool.withContext({ host, allowPrivateNetwork: true }, async (surface) => {
  const session = createRunSession({ surface, host, limits: { screenshots: false } });
  const step = (primitive: 'browser.navigate' | 'browser.click' | 'browser.fill', input: unknown) =>
    performStep(session, { id: 's', primitive, input });
  await step('browser.navigate', { url });
  let value = 0;
  const ways = [
    { name: 'click, bare', work: () => surface.page.locator('#count').click(), times: [] as number[] },
    { name: 'click, step', work: () => step('browser.click', { target: '#count' }), times: [] as number[] },
    {
      name: 'fill, bare',
      work: () => surface.page.locator('#name').fill(`name ${(value += 1)}`),
      times: [] as number[],
    },
    {
      name: 'fill, step',
      work: () => step('browser.fill', { target: '#name', value: `name ${(value += 1)}` }),
      times: [] as number[],
    },
  ];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
    for (const { work, times } of ways) {
      const begun = performance.now();
      await work();
      if (round >= WARM_UP) times.push(performance.now() - begun);
    }
  for (const [index, { name, times }] of ways.entries()) {
    const bare = index % 2 === 1 ? ways[index - 1] : undefined;
    report(name, 'ms', times, bare && { name: bare.name, values: bare.times });
  }
});
await pool.close();
server.close();
