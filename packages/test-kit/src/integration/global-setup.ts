import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { provision, startScratchPostgres } from '@errand/local-stack';
import { applyMigrations } from '@errand/service-kit';
import { startRedis } from './redis-server.ts';
import { publishServers } from './servers.ts';

declare global {
  /** Left by the set-up for the tear-down, which runs in the same process. */
  var stopTestServers: (() => Promise<void>) | undefined;
}

const APPS = path.resolve(import.meta.dirname, '../../../../apps');

/** Starts the servers that all integration tests of one Jest run share. */
const setUp = async (): Promise<void> => {
  await using undo = new AsyncDisposableStack();
  const postgres = await startScratchPostgres();
  undo.defer(() => postgres.stop());
  const password = () => randomBytes(12).toString('hex');
  const passwords = { gateway: password(), runs: password(), runbooks: password(), queue: password() };
  const templates = await provision(postgres.adminUrl, passwords);
  for (const [name, connectionString] of Object.entries(templates)) {
    const migrationsDir = path.join(APPS, name, 'prisma/migrations');
    if (existsSync(migrationsDir)) await applyMigrations({ connectionString, migrationsDir });
  }
  const given = process.env['ERRAND_TEST_REDIS_URL'];
  const redis = given ? null : await startRedis();
  if (redis !== null) undo.defer(() => redis.stop());
  const redisUrl = given || redis?.url || null;
  if (redisUrl === null)
    process.stderr.write('skipped on Redis: no redis-server on the PATH and no ERRAND_TEST_REDIS_URL\n');
  publishServers({ adminUrl: postgres.adminUrl, templates, redisUrl });
  const owned = undo.move();
  globalThis.stopTestServers = () => owned.disposeAsync();
};

export default setUp;
