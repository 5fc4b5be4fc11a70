import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { provision } from '@errand/local-stack';
import { applyMigrations } from '@errand/service-kit';
import { startLocalServers } from './local-servers.ts';
import { type StartedServers, publishServers } from './servers.ts';

declare global {
  /** Set by the set-up for the tear-down, which runs in the same process. */
  var stopTestServers: (() => Promise<void>) | undefined;
}

const APPS = path.resolve(import.meta.dirname, '../../../../apps');

/** Starts servers in containers with ERRAND_TEST_CONTAINERS=on or breakable, else on this machine. */
async function startServers(): Promise<StartedServers> {
  const containers = process.env['ERRAND_TEST_CONTAINERS'] ?? 'off';
  if (containers === 'off') return await startLocalServers();
  return await (await import('./container-servers.ts')).startContainers(containers === 'breakable');
}

/** Starts the servers that all integration tests of one Jest run share. */
async function setUp(): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const servers = undo.use(await startServers());
  const password = () => randomBytes(12).toString('hex');
  const passwords = { gateway: password(), runs: password(), runbooks: password(), queue: password() };
  const { adminUrl, redisUrl, containers } = servers;
  const templates = await provision(adminUrl, passwords);
  for (const [name, connectionString] of Object.entries(templates)) {
    const migrationsDir = path.join(APPS, name, 'prisma/migrations');
    if (existsSync(migrationsDir)) await applyMigrations({ connectionString, migrationsDir });
  }
  publishServers({ adminUrl, redisUrl, containers, templates });
  const owned = undo.move();
  globalThis.stopTestServers = () => owned.disposeAsync();
}

export default setUp;
