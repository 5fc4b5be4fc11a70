import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  MigrationError,
  applyMigrations,
  diffMigrations,
  migrationStatus,
  schemaDrift,
} from '@errand/service-kit';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type TestDatabase, createTestDatabase } from '../src/index.ts';

const SCHEMA = `
generator client {
  provider = "prisma-client"
  output   = "../src/generated"
}
datasource db {
  provider = "postgresql"
}
model Parcel {
  id    String  @id @db.Uuid
  name  String
  depot Depot?  @relation(fields: [depotId], references: [id])
  depotId Int?
}
model Depot {
  id      Int @id
  parcels Parcel[]
}
`;

const FIRST = `
CREATE TABLE "Parcel" ("id" UUID NOT NULL, "name" TEXT NOT NULL, CONSTRAINT "Parcel_pkey" PRIMARY KEY ("id"));
CREATE FUNCTION keep_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name = OLD.name; RETURN NEW; END; $$;
CREATE TRIGGER keep_name BEFORE UPDATE ON "Parcel" FOR EACH ROW EXECUTE FUNCTION keep_name();
INSERT INTO "Parcel" VALUES ('00000000-0000-0000-0000-000000000001', 'semi;colon');
`;

let database: TestDatabase;
let folder: string;
let migrationsDir: string;
let schemaPath: string;

async function write(name: string, script: string) {
  await mkdir(path.join(migrationsDir, name), { recursive: true });
  await writeFile(path.join(migrationsDir, name, 'migration.sql'), script);
}

async function query(sql: string) {
  const client = new Client(database.url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function apply() {
  return applyMigrations({ connectionString: database.url, migrationsDir });
}
function status() {
  return migrationStatus({ connectionString: database.url, migrationsDir });
}
function diff() {
  return diffMigrations({ adminUrl: database.adminUrl, schemaPath, migrationsDir });
}

beforeEach(async () => {
  database = await createTestDatabase('queue');
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-migrations-'));
  migrationsDir = path.join(folder, 'migrations');
  schemaPath = path.join(folder, 'schema.prisma');
  await writeFile(schemaPath, SCHEMA);
  await write('20260101000000_first', FIRST);
});

afterEach(() => database?.drop());
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('applyMigrations', () => {
  test('applyMigrations keeps function bodies and strings intact, and does nothing the second time', async () => {
    expect(await apply()).toEqual({ applied: ['20260101000000_first'] });
    await query(`UPDATE "Parcel" SET name = 'changed'`);
    expect(await query(`SELECT name FROM "Parcel"`)).toEqual([{ name: 'semi;colon' }]);
    expect(await apply()).toEqual({ applied: [] });
    expect(await query('SELECT count(*)::int AS rows FROM _prisma_migrations')).toEqual([{ rows: 1 }]);
  });

  test('applyMigrations applies each migration once when several processes start together', async () => {
    const results = await Promise.all(Array.from({ length: 6 }, apply));
    expect(results.flatMap((result) => result.applied)).toEqual(['20260101000000_first']);
    expect(await query(`SELECT count(*)::int AS rows FROM "Parcel"`)).toEqual([{ rows: 1 }]);
  });

  test('a failing migration is named and rolled back, and is applied once it is corrected', async () => {
    const second = '20260102000000_second';
    await write(second, 'CREATE TABLE half (id int); CREATE TABLE half (id int);');
    await expect(apply()).rejects.toThrow(
      `Migration ${second} failed and was rolled back: relation "half" already exists (SQLSTATE 42P07).`,
    );
    expect(await query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
    expect(await status()).toMatchObject({
      applied: ['20260101000000_first'],
      pending: [second],
      failed: [],
    });
    await write(second, 'CREATE TABLE half (id int);');
    expect(await apply()).toEqual({ applied: [second] });
  });

  test('applyMigrations rejects an edited history, but accepts other line endings', async () => {
    await apply();
    await write('20260101000000_first', FIRST.replaceAll('\n', '\r\n'));
    expect(await apply()).toEqual({ applied: [] });
    await write('20260101000000_first', `${FIRST}-- and one more thing`);
    await expect(apply()).rejects.toThrow(/history was edited: 20260101000000_first/);
  });

  test('applyMigrations accepts a database that a newer version has migrated', async () => {
    await write('20260103000000_newer', 'SELECT 1;');
    await apply();
    await rm(path.join(migrationsDir, '20260103000000_newer'), { recursive: true });
    expect(await apply()).toEqual({ applied: [] });
    expect(await status()).toMatchObject({ unknown: ['20260103000000_newer'] });
  });

  test('applyMigrations reports a migration that another tool left unfinished', async () => {
    await apply();
    await query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(apply()).rejects.toThrow(/20260101000000_first was begun by another tool/);
  });

  test('a folder without migrations is an error', async () => {
    await rm(migrationsDir, { recursive: true });
    await expect(apply()).rejects.toThrow(MigrationError);
  });
});

describe('the schema', () => {
  test('the difference between schema and history is a script that resolves it', async () => {
    const script = await diff();
    expect(script).toContain('CREATE TABLE "Depot"');
    await write('20260104000000_depots', script);
    expect(await diff()).toBe('');
    await apply();
    expect(await schemaDrift({ connectionString: database.url, schemaPath })).toBe('');
    await query('ALTER TABLE "Parcel" ADD COLUMN weight int');
    expect(await schemaDrift({ connectionString: database.url, schemaPath })).toContain('weight');
  });

  test('comparing schema and history leaves no scratch database, even when the history is broken', async () => {
    await write('20260105000000_broken', 'SELECT broken;');
    await expect(diff()).rejects.toThrow(/20260105000000_broken/);
    expect(await query(`SELECT datname FROM pg_database WHERE datname LIKE 'errand_scratch%'`)).toEqual([]);
  });

  test.each(['gateway', 'runs', 'runbooks'])(
    'the history of %s leads to its schema.prisma',
    async (service) => {
      const prisma = path.resolve(import.meta.dirname, '../../../apps', service, 'prisma');
      if (!existsSync(path.join(prisma, 'migrations'))) return;
      await rm(migrationsDir, { recursive: true });
      await cp(path.join(prisma, 'migrations'), migrationsDir, { recursive: true });
      await cp(path.join(prisma, 'schema.prisma'), schemaPath);
      expect(await diff()).toBe('');
    },
  );
});
