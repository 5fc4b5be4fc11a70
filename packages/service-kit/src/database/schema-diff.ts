import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Pool } from 'pg';
import { readMigrations } from './migration-history.ts';
import { NO_FILTERS, migrationList, openSchemaEngine } from './schema-engine.ts';

async function schemaFiles(schemaPath: string) {
  return {
    files: [{ path: schemaPath, content: await readFile(schemaPath, 'utf8') }],
  };
}

/**
 * Returns the SQL that leads from the history to `schema.prisma`; empty when they agree.
 * Replays the history in a temporary database, created on the server of `adminUrl` and dropped afterwards.
 */
export async function diffMigrations(options: {
  /** A role that may create databases. */
  adminUrl: string;
  schemaPath: string;
  migrationsDir: string;
}): Promise<string> {
  const migrations = await readMigrations(options.migrationsDir);
  const to = await schemaFiles(options.schemaPath);
  return withScratchDatabase(options.adminUrl, async (admin, scratch) => {
    const engine = await openSchemaEngine(admin, scratch);
    try {
      const { exitCode, stdout } = await engine.diff({
        from: { tag: 'migrations', ...migrationList(options.migrationsDir, migrations) },
        to: { tag: 'schemaDatamodel', ...to },
        script: true,
        exitCode: true,
        filters: NO_FILTERS,
      });
      return exitCode === 0 ? '' : (stdout ?? '');
    } finally {
      engine.free();
    }
  });
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 1 });
  // `end` does not wait for the connection to close; when its database is dropped then, the server ends it.
  pool.on('error', () => undefined);
  return pool;
}

/** Describes how the live database differs from `schema.prisma`; empty when it does not. */
export async function schemaDrift(options: {
  connectionString: string;
  schemaPath: string;
}): Promise<string> {
  const schema = await schemaFiles(options.schemaPath);
  const pool = openPool(options.connectionString);
  try {
    const engine = await openSchemaEngine(pool);
    try {
      const { exitCode, stdout } = await engine.diff({
        from: { tag: 'schemaDatasource', configDir: '', ...schema },
        to: { tag: 'schemaDatamodel', ...schema },
        script: false,
        exitCode: true,
        filters: NO_FILTERS,
      });
      return exitCode === 0 ? '' : (stdout ?? '');
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

async function withScratchDatabase<Result>(
  adminUrl: string,
  work: (admin: Pool, scratch: Pool) => Promise<Result>,
): Promise<Result> {
  const name = `errand_scratch_${randomUUID().replaceAll('-', '')}`;
  const admin = new Pool({ connectionString: adminUrl, max: 2 });
  try {
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    const scratch = openPool(url.href);
    try {
      return await work(admin, scratch);
    } finally {
      await scratch.end();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  } finally {
    await admin.end();
  }
}
