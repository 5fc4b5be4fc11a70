import type { ConnectionOptions } from 'bullmq';
import { Queue, Relay, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from '../logging.ts';
import { type Backend, MAX_SILENCE_MS, workerOptions } from './backend.ts';

/** Reconnects without limit while Redis is unavailable. */
export async function redisBackend(url: string, log: Logger): Promise<Backend> {
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
