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
import type { Logger } from '../logging.ts';
import { observeSend, workerTelemetry } from '../telemetry/queue.ts';

export interface QueuedJob<Name extends QueueName> {
  id: string;
  data: JobOf<Name>;
  /** The trace that the job belongs to; the present one unless told. */
  traceparent?: string | null;
}

export interface TypedQueue<Name extends QueueName> {
  /** Adds jobs in one round trip. A job whose id is waiting already is not added twice. */
  add(jobs: readonly QueuedJob<Name>[]): Promise<void>;
  close(): Promise<void>;
}

export interface TypedWorker {
  /** Takes no new job and waits for those under way. */
  close(): Promise<void>;
}

/** Lossy messages between processes; each has a slower sure way besides. */
export interface Signals {
  publish(topic: string, data?: unknown): Promise<void>;
  /** `*` in `pattern` stands for one segment. */
  subscribe(pattern: string, listener: (topic: string, data: unknown) => void): Promise<void>;
}

/** The queue's backend: Redis or PostgreSQL, chosen by the scheme of one URL and known nowhere else. */
export interface Queues {
  queue<Name extends QueueName>(name: Name): TypedQueue<Name>;
  /** A job that throws is retried with backoff; one that breaks its contract is dropped with an error in the log. */
  worker<Name extends QueueName>(
    name: Name,
    concurrency: number,
    handle: (job: JobOf<Name>) => Promise<void>,
  ): TypedWorker;
  /** BullMQ's own queue, for an operator's tools to look into. Whoever asks for it closes it. */
  inspect(name: QueueName): Queue;
  signals: Signals;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** No job is ever given up: what it reports is true however long a database is away, or however often a consumer dies. */
const FOR_EVER = 1_000_000;

const JOB: JobsOptions = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: FOR_EVER,
  backoff: { type: 'patient' },
};

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
const WORKER = {
  maxStalledCount: FOR_EVER,
  settings: {
    backoffStrategy: (attempts: number) =>
      Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LAST_RETRY_MS),
  },
};

/** As text, because PostgreSQL's `jsonb` reorders keys and takes no NUL. */
const encode = (job: unknown): string => JSON.stringify(job);
const decode = (data: unknown): unknown => {
  try {
    return JSON.parse(String(data)) as unknown;
  } catch {
    return undefined;
  }
};

interface Backend {
  queue(name: QueueName): Queue;
  worker(name: QueueName, concurrency: number, process: (data: unknown) => Promise<void>): Worker;
  relay(): Relay<never>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

const workerOptions = () => {
  const telemetry = workerTelemetry();
  return { ...WORKER, ...(telemetry && { telemetry }) };
};

const isRedis = (url: string) => url.startsWith('redis:') || url.startsWith('rediss:');

/** A connection on which nothing comes back for this long is given up; longer than any wait for a job. */
const SILENCE_MS = 15_000;

/** Reconnects for ever; a command while Redis is away fails at once instead of waiting in memory. */
const redisBackend = async (url: string, log: Logger): Promise<Backend> => {
  const connect = (blocking: boolean) => {
    const redis = new Redis(url, {
      maxRetriesPerRequest: null,
      enableOfflineQueue: blocking,
      connectTimeout: 3_000,
      socketTimeout: SILENCE_MS,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    redis.on('error', (error) => log.warn({ err: error }, 'redis'));
    return redis;
  };
  const shared = connect(true);
  await refuseEviction(shared).catch((error: unknown) => {
    shared.disconnect();
    throw error;
  });
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
    relay: () => new Relay({ connection: { url, socketTimeout: SILENCE_MS } }),
    ping: async () => void (await shared.ping()),
    close: async () => {
      shared.disconnect();
      blocking.disconnect();
      await Promise.resolve();
    },
  };
};

/** Redis that evicts keys loses queued jobs in silence, so it is refused at boot. Hosted ones have no CONFIG to ask. */
const refuseEviction = async (redis: Redis): Promise<void> => {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy !== undefined && policy !== 'noeviction')
    throw new Error(
      `Redis has maxmemory-policy "${policy}" and would drop queued work; set it to "noeviction".`,
    );
};

/** Nobody listens to a connection of BullMQ's between two statements of a transaction; breaking there must end nothing. */
class HeardClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

const postgresBackend = (url: string): Backend => {
  const connection: PostgresConnectionOptions = {
    connectionString: url,
    schema: 'bullmq',
    migrate: true,
    max: 4,
    connectionTimeoutMillis: 5_000,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    Client: HeardClient,
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
};

/** Connects to the queue at `url` (`redis://…` or `postgres://…`). */
export const openQueues = async (url: string, log: Logger): Promise<Queues> => {
  const backend = isRedis(url) ? await redisBackend(url, log) : postgresBackend(url);
  const warn = (part: string) => (error: Error) => log.warn({ err: error, part }, 'queue');
  const relay = backend.relay();
  relay.on('error', warn('signals'));
  await relay.waitUntilReady();
  return {
    queue: (name) => {
      const queue = backend.queue(name);
      queue.on('error', warn(name));
      const observe = observeSend(name);
      return {
        add: async (jobs) => {
          const sent = observe === null ? [] : jobs.map(({ traceparent }) => observe(traceparent));
          try {
            await queue.addBulk(
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
        close: () => queue.close(),
      };
    },
    worker: (name, concurrency, handle) => {
      const worker = backend.worker(name, concurrency, async (data) => {
        const job = contracts[name].safeParse(decode(data));
        if (!job.success) log.error({ queue: name, issues: job.error.issues }, 'a job breaks its contract');
        else await handle(job.data as JobOf<typeof name>);
      });
      worker.on('error', warn(name));
      worker.on('failed', (job, error) =>
        log.warn({ err: error, queue: name, job: job?.id }, 'a job will be retried'),
      );
      return { close: () => worker.close() };
    },
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
};
