import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserPool, createBrowserPool } from '@errand/automation';
import type { PrimitiveStep } from '@errand/contracts';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { RunEventsJob } from '@errand/contracts/queue';
import { type InternalClient, createInternalClient, createLogger } from '@errand/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type ActiveRuns, createActiveRuns } from '../src/execution/active-runs.ts';
import { executeRun } from '../src/execution/execute-run.ts';
import { createExecutorMetrics } from '../src/metrics.ts';
import { type Watchdog, startWatchdog } from '../src/execution/watchdog.ts';

const RUN = '01a1fb76-06f6-7715-b001-b032b0f7d711';
const BEAT_MS = 1_000;
const log = createLogger('test', 'silent');

let browsers: BrowserPool;
let watchdog: Watchdog;
let server: Server;
let url: string;
let runs: InternalClient;
let active: ActiveRuns;
/** What the site was asked for, and when its caller went away. */
let asked: string[];
let left: PromiseWithResolvers<number>;
let opened: PromiseWithResolvers<void>;
let reports: RunEventsJob[];
let beats: number[];
let onClaim: () => void;
let isCancelled: boolean;
let script: string;
let handOvers: number;
let isRequeued: boolean;

beforeAll(async () => {
  browsers = createBrowserPool({ cacheDir: path.join(tmpdir(), 'errand-browser'), environment: process.env });
  watchdog = startWatchdog(
    () => browsers.pid,
    { runsUrl: 'http://127.0.0.1:9', token: 'token', executorId: 'me' },
    log,
  );
  await browsers.warm();
}, 60_000);
afterAll(() => browsers?.close());
afterAll(() => watchdog?.close());

const step = (id: string, primitive: string, input: Record<string, unknown>): PrimitiveStep => ({
  id,
  kind: 'primitive',
  primitive,
  input,
});

const claimed = (): ClaimedRun => ({
  id: RUN,
  workspaceId: RUN,
  attempt: 1,
  lease: 'lease',
  executionTarget: 'cloud',
  task: 'Cancelled',
  runbook: {
    title: 'Cancelled',
    parameters: [],
    steps: [
      step('open', 'browser.navigate', { url: `${url}/page` }),
      step('wait', 'browser.wait', { for: { ms: 50_000 } }),
    ],
  },
  inputs: {},
  secretInputs: null,
  dryRun: false,
  completedSteps: [],
  grantedApproval: null,
  timeoutMs: 60_000,
  leaseMs: 20_000,
  beatMs: BEAT_MS,
});

/** The runs service and the site, as an executor sees them. */
const answer = (request: IncomingMessage, response: ServerResponse) => {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const place = request.url ?? '';
  if (place.endsWith('/claim')) {
    onClaim();
    json(200, claimed());
  } else if (place.endsWith('/beat')) {
    beats.push(performance.now());
    if (isCancelled) json(409, { detail: 'The Run is not held by this executor.' });
    else response.writeHead(204).end();
  } else if (place.endsWith('/browser-lost')) {
    handOvers += 1;
    json(200, { requeued: isRequeued });
  } else if (place.startsWith('/internal')) response.writeHead(204).end();
  else {
    asked.push(place);
    if (place === '/held') {
      response.once('close', () => left.resolve(performance.now()));
      opened.resolve();
    } else
      response
        .setHeader('content-type', 'text/html')
        .end(`<link rel="icon" href="data:,"><h1>Work</h1><script>${script}</script>`);
  }
};

beforeEach(async () => {
  asked = [];
  reports = [];
  beats = [];
  onClaim = () => undefined;
  isCancelled = false;
  script = `fetch('/held')`;
  handOvers = 0;
  isRequeued = true;
  left = Promise.withResolvers();
  opened = Promise.withResolvers();
  active = createActiveRuns();
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  runs = createInternalClient(url, 'token');
});
afterEach(() => runs?.close());
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const execute = () =>
  executeRun(
    {
      runs,
      reports: {
        add: async (jobs) => void reports.push(...jobs.map(({ data }) => data)),
        has: () => Promise.resolve(false),
        close: () => Promise.resolve(),
      },
      browsers,
      active,
      watchdog,
      executorId: 'me',
      allowPrivateNetwork: true,
      trace: 'off',
      approvalHoldMs: 60_000,
      modelOf: () => null,
      mostPages: 4,
      metrics: createExecutorMetrics(() => ({ used: 0, idle: 1 })),
      log,
    },
    { runId: RUN, attempt: 1 },
  );

const outcomes = () => reports.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));

test('a cancellation between the claim and the first step: nothing is done and nothing is said to be done', async () => {
  onClaim = () => active.stop(RUN, 'cancelled');
  await execute();
  expect(asked).toEqual([]);
  expect(outcomes()).toEqual([]);
  expect(active.size).toBe(0);
});

test('a signal in the middle of a step ends the work of the browser', async () => {
  const executing = execute();
  await opened.promise;
  active.stop(RUN, 'cancelled');
  await left.promise;
  await executing;
  expect(outcomes()).toEqual([]);
});

test('when the signal is lost, the next beat ends the work of the browser', async () => {
  const executing = execute();
  await opened.promise;
  isCancelled = true;
  const before = beats.length;
  await left.promise;
  await executing;
  expect(beats.length - before).toBe(1);
  expect(outcomes()).toEqual([]);
});

test('a Run whose browser is lost is handed over, and its failure is not reported', async () => {
  const executing = execute();
  await opened.promise;
  browsers.kill();
  await executing;
  expect(handOvers).toBe(1);
  expect(outcomes()).toEqual([]);
});

test('a Run whose browser is lost fails when no other execution can go on with it', async () => {
  isRequeued = false;
  const executing = execute();
  await opened.promise;
  browsers.kill();
  await executing;
  expect(outcomes()).toMatchObject([{ status: 'failed', errorCode: 'browser_crashed' }]);
});

test('a Run whose own page floods the browser fails and is not handed over', async () => {
  script = `for (let n = 0; n < 5; n += 1) console.log('x'.repeat(30_000_000))`;
  await execute();
  expect(handOvers).toBe(0);
  expect(outcomes()).toMatchObject([{ status: 'failed', errorCode: 'browser_crashed' }]);
});
