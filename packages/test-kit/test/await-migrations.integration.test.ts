import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { applyMigrations, awaitMigrations } from '@errand/service-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type TestDatabase, createTestDatabase, query } from '../src/index.ts';

let database: TestDatabase;
let folder: string;
let options: { connectionString: string; migrationsDir: string; timeoutMs: number; pollMs: number };

beforeEach(async () => {
  database = await createTestDatabase('queue');
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-await-'));
  const migrationsDir = path.join(folder, 'migrations');
  await mkdir(path.join(migrationsDir, '1_first'), { recursive: true });
  await writeFile(path.join(migrationsDir, '1_first/migration.sql'), 'CREATE TABLE "first" ("id" INTEGER);');
  options = { connectionString: database.url, migrationsDir, timeoutMs: 20_000, pollMs: 20 };
});

afterEach(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

test('awaitMigrations resolves only once another process has applied the migrations', async () => {
  const seen = awaitMigrations(options).then(() => query(database.url, 'SELECT id FROM first'));
  await applyMigrations(options);
  await expect(seen).resolves.toEqual([]);
  await expect(awaitMigrations({ ...options, timeoutMs: 0 })).resolves.toBeUndefined();
});

test('awaitMigrations fails with the name of a migration that is never applied', async () => {
  await expect(awaitMigrations({ ...options, timeoutMs: 50 })).rejects.toThrow(/not applied yet: 1_first/);
});

test('awaitMigrations waits until its timeout for a database that does not answer', async () => {
  const connectionString = 'postgres://user@127.0.0.1:1/nowhere';
  await expect(awaitMigrations({ ...options, connectionString, timeoutMs: 50 })).rejects.toThrow(
    /the database does not answer/,
  );
});

test('awaitMigrations lets a version older than the database start', async () => {
  const newer = path.join(folder, 'newer');
  await cp(options.migrationsDir, newer, { recursive: true });
  await mkdir(path.join(newer, '2_second'));
  await writeFile(path.join(newer, '2_second/migration.sql'), 'CREATE TABLE "second" ("id" INTEGER);');
  await applyMigrations({ ...options, migrationsDir: newer });
  await expect(awaitMigrations(options)).resolves.toBeUndefined();
});

test('awaitMigrations fails at once when an applied migration was edited', async () => {
  await applyMigrations(options);
  await writeFile(
    path.join(options.migrationsDir, '1_first/migration.sql'),
    'CREATE TABLE "other" ("id" INTEGER);',
  );
  await expect(awaitMigrations({ ...options, timeoutMs: 60_000 })).rejects.toThrow(/edited: 1_first/);
});
