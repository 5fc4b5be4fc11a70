import { Redis } from 'ioredis';
import { createTestDatabase } from './databases.ts';
import { testServers } from './servers.ts';

export interface TestQueue extends AsyncDisposable {
  /** Value for `ERRAND_QUEUE_URL`: an empty queue, not shared while this test file runs. */
  url: string;
  drop(): Promise<void>;
}

export interface QueueBackend {
  name: 'postgres' | 'redis';
  create: () => Promise<TestQueue>;
}

/**
 * The backends for integration tests of the queue: PostgreSQL always, Redis where it is available.
 * For `describe.each(queueBackends())('… on $name', ({ create }) => …)`.
 */
export function queueBackends(): QueueBackend[] {
  const { redisUrl } = testServers();
  const postgres: QueueBackend = { name: 'postgres', create: () => createTestDatabase('queue') };
  return redisUrl === null ? [postgres] : [postgres, { name: 'redis', create: () => emptyRedis(redisUrl) }];
}

/** Each Jest worker runs one file at a time and has its own logical database. */
async function emptyRedis(serverUrl: string): Promise<TestQueue> {
  const { JEST_WORKER_ID = '0' } = process.env;
  const url = Object.assign(new URL(serverUrl), { pathname: `/${Number(JEST_WORKER_ID) % 16}` }).href;
  const drop = async () => {
    const redis = new Redis(url);
    await redis.flushdb();
    redis.disconnect();
  };
  await drop();
  return { url, drop, [Symbol.asyncDispose]: drop };
}
