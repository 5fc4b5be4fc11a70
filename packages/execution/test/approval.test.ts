import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conflict } from '@errand/contracts';
import { type ClaimedRun, executorRoutes } from '@errand/contracts/internal';
import { type InternalClient, type Logger, createInternalClient, createLogger } from '@errand/service-kit';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createHost } from '../src/host.ts';
import { alwaysRunning } from './always-running.ts';
import type { Reporter } from '../src/reporter.ts';

const RUN = '01a1fb76-06f6-7715-b001-b032b0f7d711';
const APPROVAL = '01a1fb76-06f6-7715-b001-b032b0f7d712';
const MORE_THAN_CONNECTIONS = 65;

let server: Server;
let runs: InternalClient;
let polls: Set<ServerResponse>;
let requestStatus: number;
let deadline: string[];
let stop: AbortController;

beforeEach(async () => {
  polls = new Set();
  requestStatus = 200;
  deadline = [];
  stop = new AbortController();
  server = createServer((request, response) => {
    if (request.method === 'GET') polls.add(response.once('close', () => polls.delete(response)));
    else if (request.url?.endsWith('/approvals'))
      response.writeHead(requestStatus).end(JSON.stringify({ id: APPROVAL }));
    else if (request.url?.endsWith('/heartbeat')) response.end('{"status":"running"}');
    else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  runs = createInternalClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
});
afterEach(() => stop?.abort());
afterEach(() => server?.closeAllConnections());
afterEach(() => runs?.close());
afterEach(() => void server?.close());

function hostWith(log: Logger) {
  const context = { runs, executorId: 'me', approvalHoldMs: 60_000, log };
  const reporter = { flush: () => Promise.resolve(0) };
  return createHost(context, { id: RUN, attempt: 1 } as ClaimedRun, reporter as Reporter, {
    signal: stop.signal,
    isHeld: () => true,
    lose: () => undefined,
    onWaiting: () => undefined,
    onSuspended: () => undefined,
    pauseDeadline: () => deadline.push('paused'),
    resumeDeadline: () => deadline.push('resumed'),
    control: alwaysRunning(stop.signal),
  });
}

function decide() {
  return hostWith(createLogger('test', 'silent')).requestDecision({
    stepId: 'pay',
    message: 'Pay?',
    input: {},
    origin: null,
    pageDigest: null,
    element: null,
    url: null,
  });
}

test('Runs that wait for approval leave connections for other calls, however many they are', async () => {
  const waiting = Array.from({ length: MORE_THAN_CONNECTIONS }, () => decide().catch(() => 'stopped'));
  while (polls.size < MORE_THAN_CONNECTIONS - 1) await once(server, 'request');
  const early = [...polls];
  await runs.call(executorRoutes.heartbeat, {
    params: { run_id: RUN },
    lease: 'lease',
    body: { attempt: 1, executorId: 'me' },
  });
  expect(early.filter((poll) => !polls.has(poll))).toHaveLength(0);
  stop.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['stopped']));
});

test('resumes the deadline when the approval request fails', async () => {
  requestStatus = 500;
  await expect(decide()).rejects.toMatchObject({ status: 500 });
  expect(deadline).toEqual(['paused', 'resumed']);
});

test('logs no error when a step stops because the Run was cancelled, and one when it fails for a reason of its own', () => {
  const log = createLogger('test', 'silent');
  const [error, info] = [jest.spyOn(log, 'error'), jest.spyOn(log, 'info')];
  const host = hostWith(log);
  host.logDefect?.(conflict('The Run is not held by this executor.'), 'pay');
  expect([error.mock.calls.length, info.mock.calls.length]).toEqual([0, 1]);
  host.logDefect?.(new TypeError('x is undefined'), 'pay');
  expect([error.mock.calls.length, info.mock.calls.length]).toEqual([1, 1]);
});
