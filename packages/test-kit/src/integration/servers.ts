import type { DatabaseName } from '@errand/local-stack';

export type ServerName = 'postgres' | 'redis';

/** Servers to test on, wherever they come from. */
export interface StartedServers extends AsyncDisposable {
  /** Of a superuser. */
  adminUrl: string;
  redisUrl: string | null;
  /** Ids of the containers that the servers run in; null when they run on this machine. */
  containers: Readonly<Record<ServerName, string>> | null;
}

/** The servers that the global set-up started, as test files learn of them. */
export interface TestServers extends Omit<StartedServers, typeof Symbol.asyncDispose> {
  /** Migrated and never connected to again, so that they serve as templates. */
  templates: Readonly<Record<DatabaseName, string>>;
}

const VARIABLE = 'ERRAND_TEST_SERVERS';

/** Jest's workers inherit the environment of the process that ran the set-up. */
export function publishServers(servers: TestServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

export function testServers(): TestServers {
  const text = process.env[VARIABLE];
  if (text === undefined)
    throw new Error('No test servers: name the file *.integration.test.ts and run it by "npm test".');
  return JSON.parse(text) as TestServers;
}
