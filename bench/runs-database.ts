/** Shared by the benchmarks of single statements: a runs database of their own, and a clock. */
import path from 'node:path';
import { startTemporaryPostgres } from '@errand/local-stack';
import { applyMigrations } from '@errand/service-kit';
import pg from 'pg';
import { median } from './median.ts';

/** Does `work` on one connection to an empty database, which is gone afterwards. */
export async function onRunsDatabase(
  work: (client: pg.Client, connectionString: string) => Promise<void>,
): Promise<void> {
  const postgres = await startTemporaryPostgres();
  try {
    await applyMigrations({
      connectionString: postgres.adminUrl,
      migrationsDir: path.join(import.meta.dirname, '../apps/runs/prisma/migrations'),
    });
    const client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await work(client, postgres.adminUrl);
    await client.end();
  } finally {
    await postgres.stop();
  }
}

/** The median duration of `work` in milliseconds; its preparation runs before the clock starts each time. */
export async function medianTime(
  executions: number,
  work: () => Promise<unknown>,
  makeReady?: () => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < executions; count += 1) {
    await makeReady?.();
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** Executes an EXPLAIN statement. */
export async function printPlan(client: pg.Client, explain: pg.QueryConfig): Promise<void> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(explain);
  console.log(rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n'));
}
