import { type ConnectionOptions, Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../logging.ts';
import { type Backend, MAX_SILENCE_MS, workerOptions } from './backend.ts';
import { redisSignals } from './redis-signals.ts';

/**
 * ioredis never says that a connection has ended when it is closed while it waits to reconnect, and BullMQ waits for
 * that. So it connects once more and ends either way.
 */
class ClosableRedis extends Redis {
  override disconnect(reconnect = false): void {
    const waits = this.status === 'reconnecting' && !reconnect;
    super.disconnect(reconnect);
    if (waits)
      this.connect().then(
        () => super.disconnect(),
        () => undefined,
      );
  }

  /** BullMQ makes its blocking connections of the one that it is given. */
  override duplicate<Options extends Partial<RedisOptions> | undefined = undefined>(options?: Options) {
    const duplicate = new ClosableRedis({ ...this.options, ...options, replyMapping: 'legacy' });
    return duplicate as ReturnType<typeof Redis.prototype.duplicate<Options>>;
  }
}

/** Reconnects without limit while Redis is unavailable. */
export async function redisBackend(url: string, log: Logger): Promise<Backend> {
  const connect = (maxRetriesPerRequest: number | null) => {
    const redis = new ClosableRedis(url, {
      maxRetriesPerRequest,
      connectTimeout: 3_000,
      socketTimeout: MAX_SILENCE_MS,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    redis.on('error', (error) => log.warn({ err: error }, 'Redis connection error'));
    return redis;
  };
  await rejectEviction(url);
  const shared = connect(null);
  const blocking = connect(null);
  const connection = shared as unknown as ConnectionOptions;
  return {
    queue: (name) => new Queue(name, { connection }),
    worker: (name, concurrency, process) =>
      new Worker(name, (job) => process(job.data), {
        ...workerOptions(),
        connection: blocking,
        concurrency,
      }),
    signals: () => redisSignals(connect),
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
