import { type JobOf, type QueueName, queues as contracts } from '@errand/contracts/queue';
import type { Queue } from 'bullmq';
import { untilAvailable } from '../database/until-available.ts';
import type { Logger } from '../logging.ts';
import { observeSend } from '../telemetry/queue.ts';
import type { Backend } from './backend.ts';
import { JOB, decodeJob, encodeJob } from './job-options.ts';
import { postgresBackend } from './postgres-backend.ts';
import { redisBackend } from './redis-backend.ts';
import { renewable } from './renewable.ts';
import type { OpenSignals, Signals } from './signals.ts';

export { REDELIVERED_AFTER_MS } from './backend.ts';
export type { Signals } from './signals.ts';

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

function isRedis(url: string) {
  return url.startsWith('redis:') || url.startsWith('rediss:');
}

/** Logs the errors of a part of the queue, which reconnects by itself. */
function warner(log: Logger) {
  return (part: string) => (error: Error) => log.warn({ err: error, part }, 'queue error');
}

async function connectQueue(url: string, log: Logger): Promise<{ backend: Backend; signals: OpenSignals }> {
  const backend = await (isRedis(url) ? redisBackend(url, log) : postgresBackend(url));
  let signals: OpenSignals | undefined;
  try {
    signals = await backend.signals(warner(log)('signals'));
    await backend.ping();
    return { backend, signals };
  } catch (error) {
    await Promise.allSettled([signals?.close(), backend.close()]);
    throw error;
  }
}

/** Connects to the queue at `url` (`redis://…` or `postgres://…`); waits while it is unavailable. */
export async function openQueues(url: string, log: Logger): Promise<Queues> {
  const { backend, signals } = await untilAvailable('the queue', log, () => connectQueue(url, log));
  const warn = warner(log);
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
                data: encodeJob(data),
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
          const job = contracts[name].safeParse(decodeJob(data));
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
      ...signals,
      subscribe: (pattern, listener) =>
        untilAvailable('the queue', log, () => signals.subscribe(pattern, listener)),
    },
    ping: () => backend.ping(),
    close: async () => {
      await signals.close();
      await backend.close();
    },
  };
}
