import { randomUUID } from 'node:crypto';
import type { DatabaseName } from '@errand/local-stack';
import { Client } from 'pg';
import { testServers } from './servers.ts';

export interface TestDatabase extends AsyncDisposable {
  /** Connects as the service's own role, as in production. */
  url: string;
  /** Connects a superuser of the server to this database, to inspect it and to inject faults. */
  adminUrl: string;
  /** Ends all sessions and drops the database. */
  drop(): Promise<void>;
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new Client({ connectionString: testServers().adminUrl });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Creates a migrated database of `service` for the caller alone, in about 50 ms. */
export async function createTestDatabase(service: DatabaseName): Promise<TestDatabase> {
  const { adminUrl, templates } = testServers();
  const template = new URL(templates[service]);
  const name = `test_${service}_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(
    `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)} OWNER ${template.username} STRATEGY file_copy`,
  );
  const inDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const drop = () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return {
    url: inDatabase(template.href),
    adminUrl: inDatabase(adminUrl),
    drop,
    [Symbol.asyncDispose]: drop,
  };
}
