import type { DatabaseName } from '@errand/local-stack';

/** The servers that the global set-up started, as test files learn of them. */
export interface TestServers {
  adminUrl: string;
  /** Migrated and never connected to again, so that they serve as templates. */
  templates: Readonly<Record<DatabaseName, string>>;
  redisUrl: string | null;
}

const VARIABLE = 'ERRAND_TEST_SERVERS';

/** Jest's workers inherit the environment of the process that ran the set-up. */
export const publishServers = (servers: TestServers): void => {
  process.env[VARIABLE] = JSON.stringify(servers);
};

export const testServers = (): TestServers => {
  const text = process.env[VARIABLE];
  if (text === undefined)
    throw new Error('No test servers: name the file *.integration.test.ts and run it by "npm test".');
  return JSON.parse(text) as TestServers;
};
