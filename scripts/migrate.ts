/**
 * node scripts/migrate.ts apply  <service>         brings the database of ERRAND_DATABASE_URL up to date
 * node scripts/migrate.ts wait   <service>         ends when somebody else has brought it up to date; fails after 10 min
 * node scripts/migrate.ts status <service>         how that database stands to the history and to schema.prisma
 * node scripts/migrate.ts diff   <service> <name>  writes the migration that leads from the history to schema.prisma;
 *                                                  needs no database, a scratch server is started for it
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  applyMigrations,
  awaitMigrations,
  diffMigrations,
  migrationStatus,
  schemaDrift,
} from '@errand/service-kit';

const USAGE = 'Usage: node scripts/migrate.ts apply|wait|status|diff <service> [name of the migration]\n';
const MAX_WAIT_MS = 10 * 60_000;

function placesOf(service: string) {
  const prisma = path.resolve(import.meta.dirname, '../apps', service, 'prisma');
  return { schemaPath: path.join(prisma, 'schema.prisma'), migrationsDir: path.join(prisma, 'migrations') };
}
type Places = ReturnType<typeof placesOf>;

function databaseUrl(): string {
  const { ERRAND_DATABASE_URL: url } = process.env;
  if (!url) throw new Error('ERRAND_DATABASE_URL is not set; it names the database of the service.');
  return url;
}

async function apply({ migrationsDir }: Places): Promise<number> {
  const { applied } = await applyMigrations({ connectionString: databaseUrl(), migrationsDir });
  process.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied ${applied.join(', ')}.\n`);
  return 0;
}

async function wait({ migrationsDir }: Places): Promise<number> {
  await awaitMigrations({ connectionString: databaseUrl(), migrationsDir, timeoutMs: MAX_WAIT_MS });
  process.stdout.write('Every migration is applied.\n');
  return 0;
}

async function status({ schemaPath, migrationsDir }: Places): Promise<number> {
  const connectionString = databaseUrl();
  const found = await migrationStatus({ connectionString, migrationsDir });
  for (const [state, names] of Object.entries(found))
    process.stdout.write(`${state}: ${names.join(', ') || '-'}\n`);
  const drift = await schemaDrift({ connectionString, schemaPath });
  process.stdout.write(
    drift === '' ? 'The database equals schema.prisma.\n' : `To reach schema.prisma:${drift}`,
  );
  const { pending, edited, failed } = found;
  return drift === '' && [pending, edited, failed].every((names) => names.length === 0) ? 0 : 1;
}

async function diff({ schemaPath, migrationsDir }: Places, name: string): Promise<number> {
  await mkdir(migrationsDir, { recursive: true });
  const script = await onScratchServer((adminUrl) => diffMigrations({ adminUrl, schemaPath, migrationsDir }));
  if (script === '') {
    process.stdout.write('The history leads to schema.prisma already.\n');
    return 0;
  }
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = path.join(migrationsDir, `${stamp}_${name.replaceAll(/\W+/g, '_')}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), script);
  await writeFile(path.join(migrationsDir, 'migration_lock.toml'), 'provider = "postgresql"\n');
  process.stdout.write(
    `Wrote ${path.relative(process.cwd(), folder)}/migration.sql; read it before you commit it.\n`,
  );
  return 0;
}

async function onScratchServer<Result>(work: (adminUrl: string) => Promise<Result>): Promise<Result> {
  // Only here: an image that applies migrations carries no PostgreSQL.
  const { startTemporaryPostgres } = await import('@errand/local-stack');
  const postgres = await startTemporaryPostgres();
  try {
    return await work(postgres.adminUrl);
  } finally {
    await postgres.stop();
  }
}

async function main([command, service = '', name = '']: string[]): Promise<number> {
  const places = placesOf(service);
  const known = /^[a-z-]+$/.test(service) && existsSync(places.schemaPath);
  if (known && command === 'apply') return apply(places);
  if (known && command === 'wait') return wait(places);
  if (known && command === 'status') return status(places);
  if (known && command === 'diff' && name !== '') return diff(places, name);
  process.stderr.write(USAGE);
  return 2;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
