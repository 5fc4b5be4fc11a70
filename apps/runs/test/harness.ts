import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LeaseHolder, type Principal, LEASE_HEADER, PRINCIPAL_HEADER } from '@errand/contracts/internal';
import type { RunExecutionJob, RunOutcome, RunReport } from '@errand/contracts/queue';
import { createClaimKey, createLogger, signReport } from '@errand/service-kit';
import { type Queues, openQueues } from '@errand/service-kit/queue';
import { type QueueBackend, createTestDatabase, openTestPool, waitFor } from '@errand/test-kit';
import type { Pool } from 'pg';
import { WebSocket } from 'ws';
import { readConfig } from '../src/config.ts';
import { startRunsService } from '../src/index.ts';

export const TOKEN = 'a token that only services of this test know';
export const EXECUTOR_TOKEN = 'a token that only executors of this test know';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

export interface Harness extends AsyncDisposable {
  url: string;
  /** Another process of the service, with the same database and queue. */
  startOther(): Promise<AsyncDisposable & { url: string }>;
  sql: Pool;
  /** The URL with which the service connects. */
  databaseUrl: string;
  principal: Principal;
  /** A public call, as the gateway would forward it. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A call of an executor, with the lease of its claim unless the headers contain one. */
  internal(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Like `call`, without JSON; returns the raw response. */
  send(method: string, path: string): Promise<Response>;
  /** Like `internal`, without JSON; returns the raw response. */
  transfer(method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response>;
  /** Uploads a file; a stream is sent without its size. */
  upload(
    content: Uint8Array<ArrayBuffer> | ReadableStream,
    headers?: Record<string, string>,
    filename?: string,
  ): Promise<Answer>;
  as(principal: Partial<Principal>): Pick<Harness, 'call' | 'send' | 'upload'>;
  createRun(task?: string): Promise<string>;
  claim(runId: string, attempt?: number, executorId?: string, reserved?: boolean): Promise<Answer>;
  /** Adds a report to the queue, signed with the lease of its claim unless `lease` is given. */
  report(
    report: LeaseHolder & { runId: string; outcome?: RunOutcome | null } & Omit<RunReport, 'outcome'>,
    lease?: string,
  ): Promise<void>;
  /** Decides with a key that did not create the Run. */
  decide(runId: string, body: unknown): Promise<Answer>;
  queues: Queues;
  /** Queue jobs received so far. */
  jobs: RunExecutionJob[];
  /** Those for reserved slots. */
  reservedJobs: RunExecutionJob[];
  /** Waits until the queue job of this attempt was received. */
  jobPublished(runId: string, attempt: number): Promise<void>;
  status(runId: string): Promise<string>;
  /** The whole event stream of a Run, as text, once it has ended. */
  streamText(runId: string, headers?: Record<string, string>): Promise<string>;
  /** Watches a Run live, as the gateway does for a caller. */
  watch(runId: string, principal?: Principal): WebSocket;
  /** Waits until `look` returns true. */
  until(what: string, look: () => Promise<boolean> | boolean): Promise<void>;
}

/** A runs service with its own database and queue; the test plays the executor. */
export async function startHarness(
  backend: QueueBackend,
  env: Record<string, string> = {},
): Promise<Harness> {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await createTestDatabase('runs'));
  const queue = undo.use(await backend.create());
  const folder = await mkdtemp(path.join(tmpdir(), 'errand-runs-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const log = createLogger('test', 'silent');
  const start = () =>
    startRunsService(
      readConfig({
        ERRAND_PORT: '0',
        ERRAND_LOG_LEVEL: 'silent',
        ERRAND_INTERNAL_TOKEN: TOKEN,
        ERRAND_EXECUTOR_TOKEN: EXECUTOR_TOKEN,
        ERRAND_DATABASE_URL: database.url,
        ERRAND_QUEUE_URL: queue.url,
        ERRAND_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        ERRAND_EVIDENCE_KEY: Buffer.alloc(32, 2).toString('base64'),
        ERRAND_RUNBOOKS_URL: 'http://127.0.0.1:9',
        ERRAND_ARTIFACTS_DIR: folder,
        ERRAND_SHUTDOWN_GRACE_MS: '1000',
        // Most tests send no heartbeats, and a busy machine is slow; `expireLease` ends a lease at once.
        ERRAND_LEASE_MS: '60000',
        ...env,
      }),
    );
  const service = await start();
  undo.defer(() => service.destroy());
  const queues: Queues = await openQueues(queue.url, log);
  undo.defer(() => queues.close());
  const jobs: RunExecutionJob[] = [];
  const worker = queues.worker('run-execution', 1, async (job) => {
    jobs.push(job);
    await Promise.resolve();
  });
  undo.defer(() => worker.close());
  const reservedJobs: RunExecutionJob[] = [];
  const reservedWorker = queues.worker('run-execution-reserved', 1, async (job) => {
    reservedJobs.push(job);
    await Promise.resolve();
  });
  undo.defer(() => reservedWorker.close());
  const reports = queues.queue('run-events');
  undo.defer(() => reports.close());
  const databaseUrl = env['ERRAND_DATABASE_URL'] ?? database.url;
  const adminUrl = Object.assign(new URL(database.adminUrl), {
    pathname: new URL(databaseUrl).pathname,
  }).href;
  const sql = openTestPool(adminUrl);
  undo.defer(() => sql.end());
  const principal: Principal = {
    workspaceId: randomUUIDv7(),
    userId: 'user-1',
    keyId: randomUUIDv7(),
    scopes: ['runs:read', 'runs:write', 'runs:approve'],
  };

  const answerOf = async (response: Response): Promise<Answer> => {
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };
  const request = async (method: string, place: string, body: unknown, headers: Record<string, string>) =>
    answerOf(
      await fetch(service.url + place, {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const uploadAs =
    (who: Principal): Harness['upload'] =>
    async (content, headers = {}, filename = 'notes.txt') =>
      answerOf(
        await fetch(`${service.url}/v1/files?filename=${encodeURIComponent(filename)}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${TOKEN}`,
            [PRINCIPAL_HEADER]: JSON.stringify(who),
            'content-type': 'text/plain',
            ...headers,
          },
          body: content,
          ...(content instanceof ReadableStream && { duplex: 'half' }),
        }),
      );
  const callAs =
    (who: Principal): Harness['call'] =>
    (method, place, body, headers = {}) =>
      request(method, place, body, { [PRINCIPAL_HEADER]: JSON.stringify(who), ...headers });
  const call = callAs(principal);
  const sendAs =
    (who: Principal): Harness['send'] =>
    (method, place) =>
      fetch(service.url + place, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, [PRINCIPAL_HEADER]: JSON.stringify(who) },
      });
  const status = async (runId: string) => String((await call('GET', `/v1/runs/${runId}`)).body['status']);
  const until: Harness['until'] = (what, look) => waitFor(`the moment when ${what}`, look);

  const { publicKey } = await createClaimKey();
  const leases = new Map<string, string>();
  const holderKey = (runId: string, holder: Partial<LeaseHolder>) =>
    `${runId} ${holder.attempt} ${holder.executorId}`;
  const leaseFor = (place: string, body?: unknown): string | undefined => {
    const { pathname, searchParams } = new URL(place, service.url);
    const named = (body ?? Object.fromEntries(searchParams)) as Partial<LeaseHolder>;
    return leases.get(holderKey(pathname.split('/')[3] ?? '', named));
  };
  const asExecutor = (lease?: string): Record<string, string> => ({
    authorization: `Bearer ${EXECUTOR_TOKEN}`,
    ...(lease !== undefined && { [LEASE_HEADER]: lease }),
  });

  const owned = undo.move();
  return {
    url: service.url,
    startOther: async () => {
      const other = await start();
      return { url: other.url, [Symbol.asyncDispose]: () => other.destroy() };
    },
    sql,
    databaseUrl,
    principal,
    queues,
    jobs,
    reservedJobs,
    call,
    status,
    watch: (runId, as = principal) =>
      new WebSocket(`${service.url.replace('http', 'ws')}/live/${runId}/socket`, {
        headers: { authorization: `Bearer ${TOKEN}`, [PRINCIPAL_HEADER]: JSON.stringify(as) },
      }),
    streamText: async (runId, headers = {}) => {
      const response = await fetch(`${service.url}/v1/runs/${runId}/events`, {
        headers: {
          authorization: `Bearer ${TOKEN}`,
          [PRINCIPAL_HEADER]: JSON.stringify(principal),
          accept: 'text/event-stream',
          ...headers,
        },
      });
      return await response.text();
    },
    send: sendAs(principal),
    transfer: (method, place, body) =>
      fetch(service.url + place, {
        method,
        headers: asExecutor(leaseFor(place)),
        body: body ?? null,
      }),
    internal: (method, place, body, headers) =>
      request(method, place, body, { ...asExecutor(leaseFor(place, body)), ...headers }),
    upload: uploadAs(principal),
    as: (changes) => {
      const who = { ...principal, ...changes };
      return { call: callAs(who), send: sendAs(who), upload: uploadAs(who) };
    },
    decide: (runId, body) =>
      callAs({ ...principal, keyId: randomUUIDv7() })('POST', `/v1/runs/${runId}/approval`, body),
    createRun: async (task = 'Do something') => String((await call('POST', '/v1/runs', { task })).body['id']),
    claim: async (runId, attempt = 1, executorId = 'executor-1', reserved = false) => {
      const answer = await request(
        'POST',
        `/internal/runs/${runId}/claim`,
        { attempt, executorId, reserved, publicKey },
        asExecutor(),
      );
      leases.set(holderKey(runId, { attempt, executorId }), String(answer.body['lease']));
      return answer;
    },
    report: ({ runId, attempt, executorId, outcome = null, ...report }, lease) =>
      reports.add([
        {
          id: `${runId}-${attempt}-${report.firstSeq}-${randomUUIDv7()}`,
          data: {
            runId,
            attempt,
            executorId,
            ...signReport(lease ?? leases.get(holderKey(runId, { attempt, executorId })) ?? 'no lease', {
              ...report,
              outcome,
            }),
          },
        },
      ]),
    jobPublished: (runId, attempt) =>
      until(`the job of attempt ${attempt} was published`, () =>
        jobs.some((job) => job.runId === runId && job.attempt === attempt),
      ),
    until,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
