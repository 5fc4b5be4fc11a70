import { startTemporaryPostgres } from '@errand/local-stack';
import { startRedis } from './redis-server.ts';
import type { StartedServers } from './servers.ts';

/** Starts PostgreSQL from npm, and uses the Redis of ERRAND_TEST_REDIS_URL or of the machine, if any. */
export async function startLocalServers(): Promise<StartedServers> {
  await using undo = new AsyncDisposableStack();
  const postgres = await startTemporaryPostgres();
  undo.defer(() => postgres.stop());
  const given = process.env['ERRAND_TEST_REDIS_URL'];
  const redis = given ? null : await startRedis();
  if (redis !== null) undo.defer(() => redis.stop());
  const redisUrl = given || redis?.url || null;
  if (redisUrl === null)
    process.stderr.write('skipped on Redis: no redis-server on the PATH and no ERRAND_TEST_REDIS_URL\n');
  const owned = undo.move();
  return {
    adminUrl: postgres.adminUrl,
    redisUrl,
    containers: null,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
