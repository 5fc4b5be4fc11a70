import { randomBytes } from 'node:crypto';
import { freePort } from '@errand/local-stack';
import { GenericContainer, Wait } from 'testcontainers';
import type { StartedServers } from './servers.ts';

const POSTGRES = 'postgres:17-bookworm';
const REDIS = 'redis:7-bookworm';
const START_MS = 180_000;

/**
 * Starts PostgreSQL and Redis in containers, as in production. A server that a test kills and restarts keeps its port;
 * Redis loses its data then.
 */
export async function startContainers(): Promise<StartedServers> {
  await using undo = new AsyncDisposableStack();
  const password = randomBytes(12).toString('hex');
  const postgres = await new GenericContainer(POSTGRES)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    // It must survive being killed, so it keeps fsync on.
    .withCommand(['postgres', '-c', 'max_connections=200'])
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
    containers: { postgres: postgres.getId(), redis: redis.getId() },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
