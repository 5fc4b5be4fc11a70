import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type DatabaseName, lastLines } from '@errand/local-stack';
import { createLogger, isUnavailable, untilAvailable } from '@errand/service-kit';
import { Client, Pool } from 'pg';
import { testServers } from './servers.ts';

export interface TestDatabase extends AsyncDisposable {
  /** Connects as the service's own role, as in production. */
  url: string;
  /** Connects a superuser of the server to this database, to inspect it and to inject faults. */
  adminUrl: string;
  /** Ends all sessions and drops the database. */
  drop(): Promise<void>;
}

async function query(statement: string): Promise<Record<string, unknown>[]> {
  const admin = new Client({ connectionString: testServers().adminUrl });
  // The active query rejects.
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    return (await admin.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await admin.end();
  }
}

/** Once more after the shared server was lost, which ends all its sessions when one of its processes dies; says so loudly. */
async function asAdmin(statement: string): Promise<void> {
  try {
    await query(statement);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const [row] = await untilAvailable('PostgreSQL of the tests', createLogger('test-kit', 'warn'), () =>
      query('SHOW data_directory'),
    );
    const log = path.join(String(row?.['data_directory']), '../server.log');
    const lines = await lastLines(log, 30);
    process.stderr.write(`PostgreSQL of the tests was lost: ${String(error)}\n${lines.join('\n')}\n`);
    await query(statement);
  }
}

/** Opens a pool of at most `max` connections. The caller ends it; its database may be dropped before all of them have closed. */
export function openTestPool(connectionString: string, max = 2): Pool {
  const pool = new Pool({ connectionString, max });
  // `end` does not wait for the connections to close, and dropping the database ends those that have not.
  pool.on('error', () => undefined);
  return pool;
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
