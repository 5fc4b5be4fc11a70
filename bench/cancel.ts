/**
 * How long a browser continues after a client sent a cancellation, on the real stack and on each queue backend that
 * this machine has. The site sees it: each Run holds a connection open, whose end is the end of the work.
 *
 *     node bench/cancel.ts [Runs on each backend]
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AcceptedRun, PublishedRunbook, RunbookStep } from '@errand/contracts';
import { startStack } from '@errand/local-stack';
import { startRedis } from '@errand/test-kit';
import { signUp } from '../apps/launcher/src/account.ts';
import { report } from './report.ts';
import { browserCacheDirectory } from '../apps/launcher/src/home.ts';

const RUNS = Number(process.argv[2] ?? 60);
const GOAL_MS = { median: 250, most: 1_000 };

/** Records for each Run when its connection was opened and closed. */
async function startSite() {
  const lines = new Map<
    string,
    { opened: PromiseWithResolvers<void>; closed: PromiseWithResolvers<number> }
  >();
  const line = (id: string) => {
    const found = lines.get(id) ?? { opened: Promise.withResolvers(), closed: Promise.withResolvers() };
    lines.set(id, found);
    return found;
  };
  const hold = (id: string, response: ServerResponse) => {
    const { opened, closed } = line(id);
    response.once('close', () => closed.resolve(performance.now()));
    opened.resolve();
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const id = searchParams.get('id') ?? '';
    if (pathname === '/held') hold(id, response);
    else
      response
        .setHeader('content-type', 'text/html')
        .end(`<link rel="icon" href="data:,"><h1>Work</h1><script>fetch('/held?id=${id}')</script>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    line,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const site = await startSite();
function step(id: string, primitive: string, input: Record<string, unknown>): RunbookStep {
  return {
    id,
    kind: 'primitive',
    primitive,
    input,
  };
}
const open = step('open', 'browser.navigate', { url: `${site.url}/page?id={{ inputs.id }}` });
/** The activity of a Run when it is cancelled. */
const KINDS: Record<string, RunbookStep[]> = {
  'waits on a page': [open, step('wait', 'browser.wait', { for: { ms: 50_000 } })],
  'waits for an element': [open, step('wait', 'browser.wait', { for: { text: 'Never' } })],
  'loads a page': [step('load', 'browser.navigate', { url: `${site.url}/held?id={{ inputs.id }}` })],
  'asks a server': [
    step('ask', 'http.request', { method: 'GET', url: `${site.url}/held?id={{ inputs.id }}` }),
  ],
};

async function measure(queueUrl: string | undefined): Promise<Map<string, number[]>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-bench-cancel-'));
  try {
    await using stack = await startStack({
      dir,
      port: 0,
      ...(queueUrl && { queueUrl }),
      env: {
        ...process.env,
        ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
        ERRAND_LOG_LEVEL: 'warn',
        ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
      },
    });
    const { apiKey } = await signUp(stack.baseUrl, 'bench@example.com', 'a long enough password');
    const post = async <Answer>(place: string, body: object): Promise<Answer> => {
      const response = await fetch(stack.baseUrl + place, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${place} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as Answer;
    };
    const runbooks = new Map<string, string>();
    for (const [title, steps] of Object.entries(KINDS)) {
      const parameters = [{ name: 'id', type: 'string', required: true }];
      const made = { schemaVersion: 3, title, parameters, steps, status: 'published' };
      runbooks.set(title, (await post<PublishedRunbook>('/v1/runbooks', made)).id);
    }
    const took = new Map<string, number[]>(Object.keys(KINDS).map((kind) => [kind, []]));
    for (let number = 0; number < RUNS; number += 1) {
      const kind = Object.keys(KINDS)[number % Object.keys(KINDS).length] ?? '';
      const id = `${queueUrl ?? 'embedded'}-${number}`;
      const run = await post<AcceptedRun>(`/v1/runbooks/${runbooks.get(kind)}/runs`, { inputs: { id } });
      const { opened, closed } = site.line(id);
      await opened.promise;
      const sentAt = performance.now();
      await post(`/v1/runs/${run.id}/cancel`, {});
      took.get(kind)?.push((await closed.promise) - sentAt);
    }
    return took;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
function figures(name: string, all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b);
  const [median, most] = [at(sorted, 0.5), at(sorted, 1)].map((ms) => ms.toFixed(0).padStart(5));
  return `  ${name.padEnd(22)} ${String(all.length).padStart(4)} Runs   median ${median} ms   most ${most} ms\n`;
}

const redis = await startRedis();
let reached = true;
for (const [name, queueUrl] of [['postgres', undefined] as const, ['redis', redis?.url] as const]) {
  if (name === 'redis' && queueUrl === undefined) continue;
  const took = await measure(queueUrl);
  const all = [...took.values()].flat().toSorted((a, b) => a - b);
  process.stdout.write(`queued on ${name}: from sending the cancellation to the end of the work\n`);
  for (const [kind, each] of took) process.stdout.write(figures(kind, each));
  process.stdout.write(figures('all', all));
  report(`cancellation, queued on ${name}`, 'ms', all);
  reached &&= at(all, 0.5) <= GOAL_MS.median && at(all, 1) <= GOAL_MS.most;
}
await redis?.stop();
site.close();
process.stdout.write(
  `the goal of ${GOAL_MS.median} ms and ${GOAL_MS.most} ms is ${reached ? 'reached' : 'missed'}\n`,
);
process.exitCode = reached ? 0 : 1;
