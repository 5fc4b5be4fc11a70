import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { contractingStatements, rolloutProblems } from '../src/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const migrations = ['gateway', 'runs', 'runbooks'].flatMap((service) => {
  const folder = path.join(ROOT, 'apps', service, 'prisma/migrations');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [`${service}/${name}`, path.join(folder, name, 'migration.sql')] as const);
});
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };

describe('a rollout, in which two versions serve at once,', () => {
  it.each(migrations)('two versions can serve at once during the migration %s', (_name, file) => {
    expect(rolloutProblems(readFileSync(file, 'utf8'), version)).toEqual([]);
  });
});

describe('statements that break the previous version', () => {
  it.each([
    ['DROP TABLE "outbox";', /drops a table/],
    ['ALTER TABLE "runs" DROP COLUMN "task";', /drops a column/],
    ['ALTER TABLE "runs" ADD COLUMN "a" TEXT,\n DROP COLUMN "task";', /drops a column/],
    ['ALTER TABLE "runs" RENAME COLUMN "task" TO "text";', /renames/],
    ['ALTER TABLE "runs" RENAME TO "jobs";', /renames/],
    ['alter table runs alter column task set not null;', /required/],
    ['ALTER TABLE "runs" ALTER COLUMN "task" SET DATA TYPE JSONB USING to_jsonb("task");', /type/],
    ['ALTER TABLE "runs" ALTER COLUMN "task" TYPE VARCHAR(10);', /type/],
    ['ALTER TABLE "runs" ALTER COLUMN "status" DROP DEFAULT;', /default/],
    ['ALTER TABLE "runs" ADD COLUMN "a" TEXT NOT NULL;', /required column/],
    ['ALTER TABLE "runs" ADD CONSTRAINT "c" CHECK (step_count < 9);', /constraint/],
    ['ALTER TABLE "runs" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "b"("id");', /constraint/],
    ['CREATE UNIQUE INDEX "runs_task_key" ON "runs"("task");', /constraint/],
    ['DROP INDEX "runs_workspace_id_idempotency_key_key";', /drops a key/],
    [`ALTER TYPE "run_status" RENAME VALUE 'queued' TO 'waiting';`, /renames/],
    ['DROP TYPE "run_status";', /drops a type/],
    ['/* tidy */ TRUNCATE "run_events";', /empties/],
  ])('is found: %s', (sql, said) => {
    expect(contractingStatements(sql).join('\n')).toMatch(said);
  });

  it.each([
    'ALTER TABLE "runs" ADD COLUMN "a" TEXT, ADD COLUMN "n" INTEGER NOT NULL DEFAULT 0;',
    'CREATE TABLE "new" ("id" UUID NOT NULL); CREATE UNIQUE INDEX "u" ON "new"("id"); ALTER TABLE "new" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "runs"("id");',
    'CREATE INDEX CONCURRENTLY "runs_task_idx" ON "runs"("task"); DROP INDEX "runs_old_idx";',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN TRUNCATE a; DROP TABLE b; RETURN NULL; END $$;',
    `-- DROP TABLE "runs";\nUPDATE "runs" SET "task" = 'x; DROP TABLE runs;';`,
    'ALTER TABLE "runs" ALTER COLUMN "task" DROP NOT NULL;',
  ])('is not seen where there is none: %s', (sql) => {
    expect(contractingStatements(sql)).toEqual([]);
  });

  it('a migration may remove what an earlier released version no longer uses', () => {
    const sql = 'ALTER TABLE "runs" DROP COLUMN "task";';
    const marked = (text: string) => rolloutProblems(`-- contract ${text}\n${sql}`, '1.10.0');
    expect(marked('1.9.0: unused since then')).toEqual([]);
    expect(marked('1.11.0: unused since then')).toEqual([expect.stringContaining('1.11.0')]);
    expect(marked('1.9.0:')).toEqual([expect.stringContaining('drops a column')]);
    expect(rolloutProblems('-- contract 1.9.0: for fun\nSELECT 1;', '1.10.0')).toEqual([
      expect.stringContaining('contracts nothing'),
    ]);
  });
});
