/**
 * What an admission to the queue costs with deep backlogs: one place is free, none is free, and what the same choice costs
 * that ranks the whole backlog, against reading one Run by its key on the same connection.
 *
 *     node bench/admission.ts [queued runs] [--plans]
 *
 * Each figure is the median of several executions; `ratio` is to the floor. `--plans` prints EXPLAIN (ANALYZE, BUFFERS).
 */
import { parseArgs } from 'node:util';
import { ADMIT, MIN_QUEUED_AHEAD } from '../apps/runs/src/scheduling/admission.ts';
import { medianTime, onRunsDatabase, printPlan } from './runs-database.ts';
import { report } from './report.ts';

const { values: flags, positionals } = parseArgs({
  options: { plans: { type: 'boolean' } },
  allowPositionals: true,
});
const QUEUED = Number(positionals[0] ?? 100_000);
const LIMIT = 20;
const EXECUTIONS = 51;

const FILL = `
  WITH made AS (
    INSERT INTO runs (id, workspace_id, created_by, execution_target, task)
    SELECT uuidv7((n - 1000000) * interval '1 ms'), ('01900000-0000-7000-8000-' || lpad((n % $2)::text, 12, '0'))::uuid,
           'somebody', 'cloud', 'Open the page'
    FROM generate_series(1, $1::int) AS n
    RETURNING id, workspace_id
  )
  INSERT INTO outbox (run_id, workspace_id, attempt) SELECT id, workspace_id, 1 FROM made`;

const RANKED = `
  SELECT run_id FROM (
    SELECT run_id, row_number() OVER (PARTITION BY workspace_id ORDER BY run_id) AS place FROM outbox
    WHERE admitted_at IS NULL AND due_at <= now()
  ) AS ranked
  WHERE place <= ${LIMIT} ORDER BY place, run_id LIMIT 1`;

await onRunsDatabase(async (client) => {
  const admission = { name: 'admit', text: ADMIT, values: [LIMIT, MIN_QUEUED_AHEAD] };
  const time = (statement: string | typeof admission, before = ''): Promise<number> =>
    medianTime(
      EXECUTIONS,
      () => client.query(statement),
      async () => {
        if (before !== '') await client.query(before);
      },
    );

  for (const [queued, workspaces] of [
    [100, 1],
    [QUEUED, 2],
    [QUEUED, 5],
    [QUEUED, 100],
    [QUEUED, 1_000],
    [QUEUED, 10_000],
  ] as const) {
    await client.query('TRUNCATE runs CASCADE');
    await client.query(FILL, [queued, workspaces]);
    await client.query('VACUUM ANALYZE runs, outbox');
    const { rows } = await client.query<{ id: string }>('SELECT id FROM runs LIMIT 1');
    const floor = await time(
      `SELECT status, result, error_code, error_message, step_count FROM runs WHERE id = '${rows[0]?.id}'`,
    );
    await client.query(admission);
    const figures = {
      'one place is free': await time(
        admission,
        `DELETE FROM outbox WHERE run_id = (SELECT run_id FROM outbox WHERE admitted_at IS NOT NULL LIMIT 1)`,
      ),
      'no place is free': await time(admission),
      'the whole backlog is ranked': await time(RANKED),
    };
    console.log(`${queued} queued Runs of ${workspaces} workspaces; floor ${floor.toFixed(3)} ms`);
    for (const [name, ms] of Object.entries(figures))
      report(`${queued} queued Runs of ${workspaces} workspaces, ${name}`, 'ms', [ms], {
        name: 'the floor',
        values: [floor],
      });
    if (flags.plans) {
      await client.query(`DELETE FROM outbox WHERE admitted_at IS NOT NULL`);
      await printPlan(client, {
        text: `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${ADMIT}`,
        values: admission.values,
      });
    }
  }
});
