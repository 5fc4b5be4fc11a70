import { randomBytes } from 'node:crypto';
import { freePort } from '@errand/local-stack';
import { GenericContainer, Wait } from 'testcontainers';
import type { StartedServers } from './servers.ts';

const POSTGRES = 'postgres:17-bookworm';
const REDIS = 'redis:7-bookworm';
const START_MS = 180_000;

const NOT_DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => [
  '-c',
  `${name}=off`,
]);

/**
 * Starts PostgreSQL and Redis in containers, as in production.
 * @param breakable tests may kill and restart them: they keep their ports, PostgreSQL its data too, and Redis loses its own
 */
export async function startContainers(breakable: boolean): Promise<StartedServers> {
  await using undo = new AsyncDisposableStack();
  const password = randomBytes(12).toString('hex');
  const postgres = await new GenericContainer(POSTGRES)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', '-c', 'max_connections=200', ...(breakable ? [] : NOT_DURABLE)])
    .withExposedPorts({ container: 5432, host: await freePort() })
    // Logged twice: the first server only initialises the data folder.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .withStartupTimeout(START_MS)
    .start();
  undo.defer(async () => void (await postgres.stop()));
  const redis = await new GenericContainer(REDIS)
    .withCommand(['redis-server', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts({ container: 6379, host: await freePort() })
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .withStartupTimeout(START_MS)
    .start();
  undo.defer(async () => void (await redis.stop()));
  const owned = undo.move();
  return {
    adminUrl: `postgres://postgres:${password}@${postgres.getHost()}:${postgres.getMappedPort(5432)}/postgres`,
    redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
    containers: breakable ? { postgres: postgres.getId(), redis: redis.getId() } : null,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
