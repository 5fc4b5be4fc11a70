import { type JobOf, type QueueName, queues as contracts } from '@errand/contracts/queue';
import {
  type ConnectionOptions,
  type JobsOptions,
  type PostgresConnectionOptions,
  Queue,
  Relay,
  Worker,
  createPostgresBackend,
  createPostgresRelayBackend,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { untilAvailable } from '../database/until-available.ts';
import type { Logger } from '../logging.ts';
import { observeSend, workerTelemetry } from '../telemetry/queue.ts';

export interface QueuedJob<Name extends QueueName> {
  id: string;
  data: JobOf<Name>;
  /** The trace that the job belongs to; the current one by default. */
  traceparent?: string | null;
}

export interface TypedQueue<Name extends QueueName> {
  /** Adds jobs in one round trip. A job whose id is already queued is not added again. */
  add(jobs: readonly QueuedJob<Name>[]): Promise<void>;
  /** Whether a job with this id is queued or being processed. */
  has(id: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface TypedWorker {
  /** Takes no new job and waits for the active ones. */
  close(): Promise<void>;
}

/** Messages between processes that may get lost; each has a slower, reliable alternative. */
export interface Signals {
  publish(topic: string, data?: unknown): Promise<void>;
  /** `*` in `pattern` stands for one segment. */
  subscribe(pattern: string, listener: (topic: string, data: unknown) => void): Promise<void>;
}

/** The queue, on Redis or PostgreSQL. The scheme of the URL chooses the backend; nothing else depends on it. */
export interface Queues {
  queue<Name extends QueueName>(name: Name): TypedQueue<Name>;
  /** A job that throws is retried with backoff; one that breaks its contract is dropped with an error in the log. */
  worker<Name extends QueueName>(
    name: Name,
    concurrency: number,
    handle: (job: JobOf<Name>) => Promise<void>,
  ): TypedWorker;
  /** BullMQ's own queue, for the operator's dashboard. The caller closes it. */
  inspect(name: QueueName): Queue;
  signals: Signals;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Jobs are retried without limit: they stay valid however long a database is unavailable or often a consumer dies. */
const UNLIMITED = 1_000_000;

const JOB: JobsOptions = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: UNLIMITED,
  backoff: { type: 'patient' },
};

const RENEW_INTERVAL_MS = 500;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** A job of a consumer that was killed is delivered again within 15 s; BullMQ's defaults would take up to a minute. */
const LOCK_MS = 10_000;
const STALLED_CHECK_INTERVAL_MS = 5_000;
const WORKER = {
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_CHECK_INTERVAL_MS,
  maxStalledCount: UNLIMITED,
  settings: {
    backoffStrategy: (attempts: number) =>
      Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LAST_RETRY_MS),
  },
};

/** Stored as text, because PostgreSQL's `jsonb` reorders keys and rejects NUL. */
function encode(job: unknown): string {
  return JSON.stringify(job);
}
function decode(data: unknown): unknown {
  try {
    return JSON.parse(String(data)) as unknown;
  } catch {
    return undefined;
  }
}

interface Backend {
  queue(name: QueueName): Queue;
  worker(name: QueueName, concurrency: number, process: (data: unknown) => Promise<void>): Worker;
  relay(): Relay<never>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

function workerOptions() {
  const telemetry = workerTelemetry();
  return { ...WORKER, ...(telemetry && { telemetry }) };
}

function isRedis(url: string) {
  return url.startsWith('redis:') || url.startsWith('rediss:');
}

/** A connection that receives nothing for this long is closed; longer than any blocking wait for a job. */
const MAX_SILENCE_MS = 15_000;

/** Reconnects without limit while Redis is unavailable. */
async function redisBackend(url: string, log: Logger): Promise<Backend> {
  const connect = (blocking: boolean) => {
    const redis = new Redis(url, {
      maxRetriesPerRequest: null,
      enableOfflineQueue: blocking,
      connectTimeout: 3_000,
      socketTimeout: MAX_SILENCE_MS,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    redis.on('error', (error) => log.warn({ err: error }, 'Redis connection error'));
    return redis;
  };
  await rejectEviction(url);
  const shared = connect(true);
  const blocking = connect(true);
  const connection = shared as unknown as ConnectionOptions;
  return {
    queue: (name) => new Queue(name, { connection }),
    worker: (name, concurrency, process) =>
      new Worker(name, (job) => process(job.data), {
        ...workerOptions(),
        connection: blocking,
        concurrency,
      }),
    relay: () => new Relay({ connection: { url, socketTimeout: MAX_SILENCE_MS } }),
    ping: async () => void (await shared.ping()),
    close: async () => {
      shared.disconnect();
      blocking.disconnect();
      await Promise.resolve();
    },
  };
}

/** A Redis that evicts keys silently loses queued jobs, so it is rejected at start. Read from INFO, as hosted ones lack CONFIG. */
async function rejectEviction(url: string): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await memoryInfo(url))?.[1];
  if (policy !== undefined && policy !== 'noeviction')
    throw new Error(
      `Redis has maxmemory-policy "${policy}" and would drop queued work; set it to "noeviction".`,
    );
}

/** Uses a connection without retries, so that the caller learns why Redis is unreachable. */
async function memoryInfo(url: string): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 3_000, retryStrategy: () => null });
  let cause: unknown;
  redis.on('error', (error) => {
    cause = error;
  });
  try {
    await redis.connect();
    return await redis.info('memory');
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

/** BullMQ has no error listener between the statements of a transaction; a break there must not end the process. */
class ErrorTolerantClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

function postgresBackend(url: string): Backend {
  const connection: PostgresConnectionOptions = {
    connectionString: url,
    schema: 'bullmq',
    migrate: true,
    max: 4,
    connectionTimeoutMillis: 5_000,
    query_timeout: MAX_SILENCE_MS,
    keepAlive: true,
    Client: ErrorTolerantClient,
  };
  const bound = withBackend(createPostgresBackend);
  const probe = new bound.Queue('run-execution', { connection });
  probe.on('error', () => undefined);
  return {
    queue: (name) => new bound.Queue(name, { connection }) as unknown as Queue,
    worker: (name, concurrency, process) =>
      new bound.Worker(name, (job) => process(job.data), {
        ...workerOptions(),
        connection,
        concurrency,
      }) as unknown as Worker,
    relay: () =>
      new Relay<PostgresConnectionOptions>({
        connection,
        backend: createPostgresRelayBackend,
      }),
    ping: async () => void (await probe.isPaused()),
    close: () => probe.close(),
  };
}

interface Renewable<Client> {
  current(): Client;
  close(): Promise<void>;
}

/**
 * A BullMQ object on PostgreSQL whose first connection fails never recovers, so an object that does not become ready is
 * replaced.
 */
function renewable<Client extends Queue | Worker>(create: () => Client): Renewable<Client> {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const open = (): Client => {
    const client = create();
    client.waitUntilReady().catch(() => {
      if (closed) return;
      timer = setTimeout(() => {
        client.close().catch(() => undefined);
        current = open();
      }, RENEW_INTERVAL_MS);
    });
    return client;
  };
  let current = open();
  return {
    current: () => current,
    close: () => {
      closed = true;
      clearTimeout(timer);
      return current.close();
    },
  };
}

async function connectQueue(url: string, log: Logger): Promise<{ backend: Backend; relay: Relay<never> }> {
  const backend = isRedis(url) ? await redisBackend(url, log) : postgresBackend(url);
  const relay = backend.relay();
  relay.on('error', () => undefined);
  try {
    await relay.waitUntilReady();
    await backend.ping();
    return { backend, relay };
  } catch (error) {
    await Promise.allSettled([relay.close(), backend.close()]);
    throw error;
  }
}

/** Connects to the queue at `url` (`redis://…` or `postgres://…`); waits while it is unavailable. */
export async function openQueues(url: string, log: Logger): Promise<Queues> {
  const { backend, relay } = await untilAvailable('the queue', log, () => connectQueue(url, log));
  const warn = (part: string) => (error: Error) => log.warn({ err: error, part }, 'queue error');
  relay.on('error', warn('signals'));
  return {
    queue: (name) => {
      const producer = renewable(() => {
        const queue = backend.queue(name);
        queue.on('error', warn(name));
        return queue;
      });
      const observe = observeSend(name);
      return {
        add: async (jobs) => {
          const sent = observe === null ? [] : jobs.map(({ traceparent }) => observe(traceparent));
          try {
            await producer.current().addBulk(
              jobs.map(({ id, data }, index) => ({
                name,
                data: encode(data),
                opts: {
                  ...JOB,
                  jobId: id,
                  ...(sent[index] && { telemetry: { metadata: sent[index].metadata } }),
                },
              })),
            );
          } finally {
            for (const one of sent) one?.end();
          }
        },
        has: async (id) => (await producer.current().getJob(id)) !== undefined,
        close: () => producer.close(),
      };
    },
    worker: (name, concurrency, handle) =>
      renewable(() => {
        const worker = backend.worker(name, concurrency, async (data) => {
          const job = contracts[name].safeParse(decode(data));
          if (!job.success) log.error({ queue: name, issues: job.error.issues }, 'invalid job dropped');
          else await handle(job.data as JobOf<typeof name>);
        });
        worker.on('error', warn(name));
        worker.on('failed', (job, error) =>
          log.warn({ err: error, queue: name, job: job?.id }, 'job failed; retrying'),
        );
        return worker;
      }),
    inspect: (name) => {
      const queue = backend.queue(name);
      queue.on('error', warn(name));
      return queue;
    },
    signals: {
      publish: async (topic, data = null) => void (await relay.publish(topic, data)),
      subscribe: async (pattern, listener) =>
        void (await relay.subscribe(pattern, (message) => listener(message.topic, message.data))),
    },
    ping: () => backend.ping(),
    close: async () => {
      await relay.close();
      await backend.close();
    },
  };
}
