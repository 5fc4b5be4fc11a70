import { randomUUID } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import type { Logger } from '../logging.ts';
import {
  type Migration,
  MigrationError,
  type MigrationStatus,
  checksum,
  readMigrations,
  readStatus,
} from './migration-history.ts';

export { MigrationError, type MigrationStatus } from './migration-history.ts';
export { diffMigrations, schemaDrift } from './schema-diff.ts';

export interface MigrationOptions {
  connectionString: string;
  /** A Prisma migration history: one folder with a `migration.sql` for each migration. */
  migrationsDir: string;
  log?: Pick<Logger, 'info' | 'warn'>;
}

const CONNECT_TIMEOUT_MS = 5000;
const LOCK_TIMEOUT_S = 60;
/** The advisory lock that Prisma's own tools take. */
const MIGRATION_LOCK = 72_707_369;

/** The same table that Prisma creates, so that its tools can read the history. */
const HISTORY_TABLE = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Brings a database up to `migrationsDir`. Each migration and its entry in the history are one transaction, so a
 * failure or a crash leaves the database as it was before that migration. Safe to call from several processes at once:
 * one applies, the others wait. Costs two small queries when there is nothing to do.
 * Throws MigrationError when a migration fails, or when an applied one was edited.
 */
export async function applyMigrations(options: MigrationOptions): Promise<{ applied: string[] }> {
  const { log } = options;
  const migrations = await readMigrations(options.migrationsDir);
  return withClient(options.connectionString, async (client) => {
    const seen = await readStatus(client, migrations);
    if (seen.unknown.length > 0) log?.warn({ migrations: seen.unknown }, 'database is ahead of this version');
    if (!needsWork(seen)) return { applied: [] };
    // The server releases the lock when this connection ends, for any reason.
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT_S}s'`);
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const status = await readStatus(client, migrations);
    if (!needsWork(status)) return { applied: [] };
    await client.query(HISTORY_TABLE);
    for (const migration of migrations.filter(({ name }) => status.pending.includes(name))) {
      await applyOne(client, migration);
      log?.info({ migration: migration.name }, 'migration applied');
    }
    return { applied: status.pending };
  });
}

/** Compares the database with `migrationsDir`; changes nothing. */
export async function migrationStatus(options: MigrationOptions): Promise<MigrationStatus> {
  const migrations = await readMigrations(options.migrationsDir);
  return withClient(options.connectionString, (client) => readStatus(client, migrations));
}

async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString,
    application_name: 'errand-migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // A lost connection fails the current query or the next one; without a listener the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

function needsWork({ edited, failed, pending }: MigrationStatus): boolean {
  if (edited.length > 0)
    throw new MigrationError(
      `The migration history was edited: ${edited.join(', ')} differs from what was applied. ` +
        'Restore the file and make the change in a new migration.',
    );
  if (failed.length > 0)
    throw new MigrationError(
      `Migration ${failed.join(', ')} was begun by another tool and never finished. ` +
        'Repair the database by hand, then set rolled_back_at or finished_at of its row in _prisma_migrations.',
    );
  return pending.length > 0;
}

async function applyOne(client: Client, { name, script }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum(script), name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    if (!(cause instanceof DatabaseError)) throw cause;
    throw new MigrationError(
      `Migration ${name} failed and was rolled back: ${cause.message} (SQLSTATE ${cause.code ?? 'unknown'}).`,
      { cause },
    );
  }
}
