import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';

/** The history cannot be applied. `message` names the migration and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface Migration {
  name: string;
  script: string;
}

/** The migrations on disk, compared with those in a database. */
export interface MigrationStatus {
  applied: string[];
  pending: string[];
  /** Applied, but changed on disk since. */
  edited: string[];
  /** Started but never finished, by a tool that does not migrate in a transaction. */
  failed: string[];
  /** Applied by a newer version of the service. */
  unknown: string[];
}

/** Reads the migrations of `migrationsDir`, in the order in which they apply. */
export async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true }).catch((cause: unknown) => {
    throw new MigrationError(`There is no migration history at ${migrationsDir}.`, { cause });
  });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8').catch(
        (cause: unknown) => {
          throw new MigrationError(`Migration ${name} has no readable migration.sql.`, { cause });
        },
      );
      return { name, script };
    }),
  );
}

interface HistoryRow {
  name: string;
  checksum: string;
  finished: boolean;
}

/** Compares the database of `client` with `migrations`. */
export async function readStatus(client: Client, migrations: readonly Migration[]): Promise<MigrationStatus> {
  const rows = await readHistory(client);
  const finished = new Map(rows.filter((row) => row.finished).map((row) => [row.name, row.checksum]));
  const names = new Set(migrations.map((migration) => migration.name));
  return {
    applied: migrations.filter(({ name }) => finished.has(name)).map(({ name }) => name),
    pending: migrations.filter(({ name }) => !finished.has(name)).map(({ name }) => name),
    edited: migrations.filter((migration) => isEdited(migration, finished)).map(({ name }) => name),
    failed: rows.filter((row) => !row.finished && !finished.has(row.name)).map((row) => row.name),
    unknown: [...finished.keys()].filter((name) => !names.has(name)),
  };
}

async function readHistory(client: Client): Promise<HistoryRow[]> {
  const { rows: tables } = await client.query(`SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL`);
  if (tables.length === 0) return [];
  const { rows } = await client.query<HistoryRow>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

/** Different line endings, as a checkout may produce, do not count as an edit. */
function isEdited({ name, script }: Migration, finished: ReadonlyMap<string, string>): boolean {
  const applied = finished.get(name);
  if (applied === undefined) return false;
  const unix = script.replaceAll('\r\n', '\n');
  return ![script, unix, unix.replaceAll('\n', '\r\n')].some((text) => checksum(text) === applied);
}

/** The checksum that Prisma stores in the history: SHA-256 in hex. */
export function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
