import type { DatabaseName } from '@errand/local-stack';

export type ServerName = 'postgres' | 'redis';

/** The started test servers. */
export interface StartedServers extends AsyncDisposable {
  /** Connection string of a superuser. */
  adminUrl: string;
  redisUrl: string | null;
  /** Container ids of servers that a test may break; else null. */
  containers: Readonly<Record<ServerName, string>> | null;
}

/** The global set-up's servers, as published to test files. */
export interface TestServers extends Omit<StartedServers, typeof Symbol.asyncDispose> {
  /** Migrated databases without connections, so that they can serve as templates. */
  templates: Readonly<Record<DatabaseName, string>>;
}

const VARIABLE = 'ERRAND_TEST_SERVERS';

/** Publishes through the environment, which Jest's workers inherit. */
export function publishServers(servers: TestServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

/**
 * The servers that the global set-up published.
 * @throws {Error} outside integration tests, for which no servers are started
 */
export function testServers(): TestServers {
  const text = process.env[VARIABLE];
  if (text === undefined)
    throw new Error('No test servers: name the file *.integration.test.ts and run it by "npm test".');
  return JSON.parse(text) as TestServers;
}
