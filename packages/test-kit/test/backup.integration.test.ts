import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { provision } from '@errand/local-stack';
import { applyMigrations, migrationStatus, schemaDrift } from '@errand/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type PostgresWithTools, query, startPostgresWithTools } from '../src/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ID = '01a1fb76-06f6-7715-b001-b032b0f7d711';

/** Data in each database that a careless restore would lose or change. */
const CONTENT = {
  gateway: `INSERT INTO users (id, name, email) VALUES ('u1', E'Zoë\\n\\u2028 "q" \\\\ ; --', 'zoe@example.com')`,
  runbooks: `INSERT INTO runbooks (id, workspace_id, title, steps, parameters, created_by, created_at, updated_at)
    VALUES ('${ID}', '${ID}', 'Ä; DROP', '[{"z":1,  "a":2}]', '[]', 'u1', now(), now())`,
  runs: `INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task)
    VALUES ('${ID}', '${ID}', 'u1', 'cloud', 'completed', 'Open "x"');
    INSERT INTO run_events (run_id, seq, at, type, message, data)
    VALUES ('${ID}', 1, now(), 'run.completed', 'Done', '{"b":1, "a":[null]}')`,
};
type Service = keyof typeof CONTENT;
const services = Object.keys(CONTENT) as Service[];

function migrationsOf(service: Service) {
  return path.join(ROOT, 'apps', service, 'prisma/migrations');
}

let postgres: PostgresWithTools | null = null;
let folder: string | undefined;
let urls: Record<Service, string>;

beforeAll(async () => {
  postgres = await startPostgresWithTools();
  if (postgres === null) {
    process.stderr.write(
      '\nSkipped: backup and restore are not tried, for this machine has no PostgreSQL with its tools ' +
        '(Debian: apt-get install postgresql).\n',
    );
    return;
  }
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-backup-'));
  urls = await provision(postgres.adminUrl, { gateway: 'a', runs: 'b', runbooks: 'c' });
});

afterAll(async () => {
  await postgres?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Runs the documented command from docs/operations.md verbatim. */
async function runDocumented(name: string, env: Record<string, string>, tools: string): Promise<void> {
  const text = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const command = new RegExp(`^\`\`\`sh ${name}\n(.*?)\n\`\`\``, 'ms').exec(text)?.[1] ?? 'false';
  await promisify(execFile)('/bin/sh', ['-euc', command], {
    env: { PATH: `${tools}:/usr/bin:/bin`, ...env },
  });
}

/** Every row of every table, and every other object of the schema. */
async function contentOf(url: string): Promise<unknown> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      await query(url, `SELECT t::text AS row FROM "${name}" AS t ORDER BY 1`),
    ]),
  );
  const objects = await query(
    url,
    `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1`,
  );
  return { rows, objects };
}

/** Replaces the database by an empty one of the same role, as an operator does after losing it. */
async function replaceByEmpty(adminUrl: string, url: string): Promise<void> {
  const { username, pathname } = new URL(url);
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${pathname.slice(1)} OWNER ${username}`);
  } finally {
    await admin.end();
  }
}

describe('a backup by the documented commands', () => {
  it.each(services)(
    'a backup by the documented commands restores the database of %s as it was',
    async (service) => {
      if (postgres === null || folder === undefined) return;
      const connectionString = urls[service];
      const migrationsDir = migrationsOf(service);
      const env = { ERRAND_DATABASE_URL: connectionString, FILE: path.join(folder, `${service}.dump`) };
      await applyMigrations({ connectionString, migrationsDir });
      await query(connectionString, CONTENT[service]);
      const before = await contentOf(connectionString);

      await runDocumented('backup', env, postgres.tools);
      await replaceByEmpty(postgres.adminUrl, connectionString);
      await expect(contentOf(connectionString)).resolves.not.toEqual(before);
      await runDocumented('restore', env, postgres.tools);

      expect(await contentOf(connectionString)).toEqual(before);
      expect(await migrationStatus({ connectionString, migrationsDir })).toMatchObject({
        pending: [],
        edited: [],
        unknown: [],
      });
      const schemaPath = path.join(migrationsDir, '../schema.prisma');
      expect(await schemaDrift({ connectionString, schemaPath })).toBe('');
    },
    120_000,
  );

  it('a restored database keeps the constraints of its schema', async () => {
    if (postgres === null) return;
    await expect(query(urls.runs, `UPDATE runs SET status = 'queued'`)).rejects.toThrow(
      /and cannot become queued/,
    );
  });
});
