import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClaimedRun, executorRoutes } from '@errand/contracts/internal';
import { type InternalClient, createInternalClient, createLogger } from '@errand/service-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
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
let lost: number;
let stop: AbortController;

beforeEach(async () => {
  polls = new Set();
  requestStatus = 200;
  deadline = [];
  lost = 0;
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

function decide() {
  const context = { runs, executorId: 'me', approvalHoldMs: 60_000, log: createLogger('test', 'silent') };
  const reporter = { flush: () => Promise.resolve(0) };
  const host = createHost(context, { id: RUN, attempt: 1 } as ClaimedRun, reporter as Reporter, {
    signal: stop.signal,
    isHeld: () => true,
    lose: () => (lost += 1),
    onWaiting: () => undefined,
    onSuspended: () => undefined,
    pauseDeadline: () => deadline.push('paused'),
    resumeDeadline: () => deadline.push('resumed'),
    control: alwaysRunning(stop.signal),
  });
  return host.requestDecision({
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

test('stops the execution when a Run that waits for approval is cancelled before this executor hears of it', async () => {
  requestStatus = 409;
  await expect(decide()).rejects.toMatchObject({ status: 409 });
  expect(lost).toBe(1);
});
