import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserPool, type LentBrowser, createBrowserPool } from '@errand/browser-runtime';
import type { PrimitiveStep } from '@errand/contracts';
import type { ClaimedRun } from '@errand/contracts/internal';
import { RunReport } from '@errand/contracts/queue';
import { type InternalClient, createClaimKey, createInternalClient, createLogger } from '@errand/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type ActiveRuns, createActiveRuns } from '../src/active-runs.ts';
import { createSingleExchange } from '../src/exchange.ts';
import { executeRun } from '../src/execute-run.ts';
import { createExecutorMetrics } from '../src/metrics.ts';
import { type Watchdog, startWatchdog } from '../src/watchdog.ts';

const RUN = '01a1fb76-06f6-7715-b001-b032b0f7d711';
const HEARTBEAT_INTERVAL_MS = 1_000;
const log = createLogger('test', 'silent');

let browsers: BrowserPool;
let watchdog: Watchdog;
let server: Server;
let url: string;
let runs: InternalClient;
let active: ActiveRuns;
/** The paths requested from the site. */
let visited: string[];
let disconnected: PromiseWithResolvers<void>;
let opened: PromiseWithResolvers<void>;
let reports: RunReport[];
let heartbeats: number;
let onClaim: () => void;
let isCancelled: boolean;
let script: string;
let lossReports: number;
let isRequeued: boolean;
let lostAttempts: number;

beforeAll(async () => {
  browsers = createBrowserPool({ cacheDir: path.join(tmpdir(), 'errand-browser'), environment: process.env });
  watchdog = startWatchdog({ runsUrl: 'http://127.0.0.1:9', token: 'token', executorId: 'me' }, log);
  await browsers.start();
});
afterAll(() => browsers?.close());
afterAll(() => watchdog?.close());

function step(id: string, primitive: string, input: Record<string, unknown>): PrimitiveStep {
  return {
    id,
    kind: 'primitive',
    primitive,
    input,
  };
}

function claimResponse(): ClaimedRun {
  return {
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
        { ...step('open', 'browser.navigate', { url: `${url}/page` }), timeoutMs: 300_000 },
        step('wait', 'browser.wait', { for: { ms: 500_000 } }),
      ],
    },
    inputs: {},
    secretInputs: null,
    dryRun: false,
    completedSteps: [],
    grantedApproval: null,
    startedAt: '2026-11-22T00:00:00.000Z',
    ...(lostAttempts > 0 && { lostAttempts }),
    timeoutMs: 600_000,
    leaseMs: 120_000,
    heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
  };
}

/** The runs service and the site, as an executor sees them. */
function answer(request: IncomingMessage, response: ServerResponse) {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const pathname = request.url ?? '';
  if (pathname.endsWith('/claim')) {
    onClaim();
    json(200, claimResponse());
  } else if (pathname.endsWith('/heartbeat')) {
    heartbeats += 1;
    if (isCancelled) json(409, { detail: 'The Run is not held by this executor.' });
    else response.writeHead(204).end();
  } else if (pathname.endsWith('/browser-lost')) {
    lossReports += 1;
    json(200, { requeued: isRequeued });
  } else if (pathname.startsWith('/internal')) response.writeHead(204).end();
  else {
    visited.push(pathname);
    if (pathname === '/held') {
      response.once('close', () => disconnected.resolve());
      opened.resolve();
    } else
      response
        .setHeader('content-type', 'text/html')
        .end(`<link rel="icon" href="data:,"><h1>Work</h1><script>${script}</script>`);
  }
}

beforeEach(async () => {
  visited = [];
  reports = [];
  heartbeats = 0;
  onClaim = () => undefined;
  isCancelled = false;
  script = `fetch('/held')`;
  lossReports = 0;
  isRequeued = true;
  lostAttempts = 0;
  disconnected = Promise.withResolvers();
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

function execute(lender: BrowserPool = browsers) {
  return executeRun(
    {
      runs,
      connectLive: () => {
        throw new Error('no one watches');
      },
      reports: {
        add: async (jobs) =>
          void reports.push(...jobs.map(({ data }) => RunReport.parse(JSON.parse(data.report)))),
      },
      browsers: lender,
      active,
      watchdog,
      executorId: 'me',
      exchange: createSingleExchange({ runs, executorId: 'me', claimKey: createClaimKey }),
      allowPrivateNetwork: true,
      trace: 'off',
      approvalHoldMs: 60_000,
      modelOf: () => null,
      openDesktop: null,
      slots: 0,
      maxOpenPages: 4,
      metrics: createExecutorMetrics(() => ({ used: 0, idle: 1 })),
      log,
    },
    { runId: RUN, attempt: 1 },
  );
}

function outcomes() {
  return reports.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));
}

test('a cancellation between the claim and the first step executes and reports nothing', async () => {
  onClaim = () => active.stop(RUN, 'cancelled');
  await execute();
  expect(visited).toEqual([]);
  expect(outcomes()).toEqual([]);
  expect(active.size).toBe(0);
});

test('a cancel signal during a step stops the browser', async () => {
  const executing = execute();
  await opened.promise;
  active.stop(RUN, 'cancelled');
  await disconnected.promise;
  await executing;
  expect(outcomes()).toEqual([]);
});

test('the next heartbeat stops the browser when the cancel signal was lost', async () => {
  const executing = execute();
  await opened.promise;
  isCancelled = true;
  const before = heartbeats;
  await disconnected.promise;
  await executing;
  // A heartbeat that was already on its way may be the one that is rejected.
  expect(heartbeats - before).toBeLessThanOrEqual(1);
  expect(outcomes()).toEqual([]);
});

test('a Run whose browser is lost is requeued and not reported as failed', async () => {
  const executing = execute();
  await opened.promise;
  browsers.kill();
  await executing;
  expect(lossReports).toBe(1);
  expect(outcomes()).toEqual([]);
});

test('a Run that lost a browser before gets its own, and fails for good when that dies too', async () => {
  lostAttempts = 1;
  let own: LentBrowser | null = null;
  const lender = Object.create(browsers, {
    withContext: {
      value: (...[options, work]: Parameters<BrowserPool['withContext']>) =>
        browsers.withContext(options, (surface, browser) => work(surface, (own = browser))),
    },
  }) as BrowserPool;
  const shared = browsers.pid;
  const executing = execute(lender);
  await opened.promise;
  const { pid } = own as unknown as LentBrowser;
  expect(pid).not.toBe(shared);
  process.kill(-Number(pid), 'SIGKILL');
  await executing;
  expect(lossReports).toBe(0);
  expect(outcomes()).toMatchObject([{ status: 'failed', errorCode: 'browser_crashed' }]);
  expect(browsers.pid).toBe(shared);
});

test('a Run whose browser is lost fails when it cannot be requeued', async () => {
  isRequeued = false;
  const executing = execute();
  await opened.promise;
  browsers.kill();
  await executing;
  expect(outcomes()).toMatchObject([{ status: 'failed', errorCode: 'browser_crashed' }]);
});

/** A busy machine takes minutes for what the page floods. */
const FLOOD_MS = 400_000;

test(
  'a Run whose own page floods the browser fails and is not requeued',
  async () => {
    script = `for (let n = 0; n < 5; n += 1) console.log('x'.repeat(30_000_000))`;
    await execute();
    expect(lossReports).toBe(0);
    expect(outcomes()).toMatchObject([{ status: 'failed', errorCode: 'browser_crashed' }]);
  },
  FLOOD_MS,
);
