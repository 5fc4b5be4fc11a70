/**
 * node apps/runs/src/operator/end-open-runs.ts     fails every open Run in the database of ERRAND_DATABASE_URL
 *
 * For a database restored from a backup: it has no record of effects since the backup, so resuming its open Runs could
 * repeat them. Run it before any executor can claim them; see docs/operations.md.
 */
import { IS_OPEN } from '@errand/contracts/internal';
import { ConfigError, DatabaseUrl, createLogger, openDatabase, parseEnv } from '@errand/service-kit';
import { z } from 'zod';
import { MIGRATIONS } from '../db/migrations.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockRun } from '../lifecycle/end.ts';
import { failAsLost } from '../lifecycle/fail-lost.ts';
import { landedEffects } from '../effects/ledger.ts';

const OPEN = `SELECT id FROM runs WHERE ${IS_OPEN} ORDER BY id`;
const MESSAGE = 'The Run was open in a backup that was restored; its effects since then are unknown.';

async function endOpenRuns(connectionString: string): Promise<number> {
  const pool = await openDatabase({
    connectionString,
    migrationsDir: MIGRATIONS,
    max: 1,
    applicationName: 'errand-end-open-runs',
    log: createLogger('end-open-runs', 'error'),
  });
  try {
    const { rows } = await pool.query<{ id: string }>(OPEN);
    let ended = 0;
    for (const { id } of rows)
      ended += await inTransaction(pool, async (client) => {
        const run = await lockRun(client, id);
        if (run === null) return 0;
        const effects = await landedEffects(client, id);
        return Number(await failAsLost(client, run, { message: MESSAGE, effects }));
      });
    return ended;
  } finally {
    await pool.end();
  }
}

try {
  const { ERRAND_DATABASE_URL } = parseEnv(z.object({ ERRAND_DATABASE_URL: DatabaseUrl }), process.env);
  process.stdout.write(`Ended ${await endOpenRuns(ERRAND_DATABASE_URL)} Runs that were open.\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
