/**
 * The cost of a page of a big workspace: 2,000,000 Runs in one, the list statement near and far, with each filter, against
 * reading one Run by its key on the same connection.
 *
 *     node bench/list-runs.ts [runs] [--plans]
 *
 * Each figure is the median of several executions. `--plans` prints EXPLAIN (ANALYZE, BUFFERS).
 */
import { parseArgs } from 'node:util';
import { ListRunsQuery } from '@errand/contracts';
import pg from 'pg';
import { countRuns } from '../apps/runs/src/runs/count-runs.ts';
import { listStatement } from '../apps/runs/src/runs/list-statement.ts';
import { report } from './report.ts';
import { medianTime, onRunsDatabase, printPlan } from './runs-database.ts';

const { values: flags, positionals } = parseArgs({
  options: { plans: { type: 'boolean' } },
  allowPositionals: true,
});
const RUNS = Number(positionals[0] ?? 2_000_000);
const EXECUTIONS = 7;
const FLOOR_EXECUTIONS = 500;
const FAR = Math.min(1_000_000, Math.trunc(RUNS / 2));
const WORKSPACE = '01900000-0000-7000-8000-000000000001';
const BUSY = '01900000-0000-7000-8000-00000000000a';
const RARE = '01900000-0000-7000-8000-00000000000b';

/** Mostly ended, a few running, one in a hundred local, two fifths of Runbooks; `n` counts from the newest. */
const FILL = `
  INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task, runbook_id, result, metadata,
                    created_at, started_at, completed_at, updated_at)
  SELECT uuidv7(at - now()), $1, 'somebody',
         (CASE WHEN n % 100 = 0 THEN 'local' ELSE 'cloud' END)::execution_target,
         (CASE WHEN n % 20000 = 7 THEN 'waiting_for_approval' WHEN n % 16 = 3 THEN 'failed' WHEN n % 40 = 1 THEN 'cancelled'
               ELSE 'completed' END)::run_status,
         'Open the page number ' || n || ' and report its heading',
         (CASE WHEN n % 250000 = 5 THEN $3 WHEN n % 5 < 2 THEN $2 END)::uuid,
         json_build_object('status', 'completed', 'summary', repeat('Read. ', 20), 'steps', 3, 'final_url', null,
                           'events', json_build_array(), 'outputs', json_build_object()),
         json_build_object('ticket', n), at, at, at, at
  FROM generate_series($4::int, 1, -1) AS n, LATERAL (SELECT now() - n * interval '1 second' AS at) AS moment`;

function percent(share: number) {
  return new Date(Date.now() - RUNS * share * 1_000).toISOString();
}

await onRunsDatabase(async (client, connectionString) => {
  const filling = performance.now();
  await client.query(FILL, [WORKSPACE, BUSY, RARE, RUNS]);
  await client.query('VACUUM ANALYZE runs');
  console.log(`${RUNS} Runs in ${Math.round((performance.now() - filling) / 1_000)} s`);

  const counting = performance.now();
  // As the service's connections do.
  await client.query('SET enable_seqscan = off');
  const pool = new pg.Pool({ connectionString, options: '-c enable_seqscan=off' });
  await countRuns(pool);
  await pool.end();
  console.log(`they were counted in ${Math.round(performance.now() - counting)} ms`);

  const { rows } = await client.query<{ id: string }>('SELECT id FROM runs OFFSET 1000 LIMIT 1');
  const floor = await medianTime(FLOOR_EXECUTIONS, () =>
    client.query({
      name: 'get-run',
      text: 'SELECT status, result, error_code, error_message, step_count FROM runs WHERE id = $1 AND workspace_id = $2',
      values: [rows[0]?.id, WORKSPACE],
    }),
  );
  console.log(`floor, one Run by its key: ${floor.toFixed(3)} ms`);

  const cases: Record<string, Record<string, string>> = {
    'no filter': {},
    'status=completed (most)': { status: 'completed' },
    'status=failed (6 %)': { status: 'failed' },
    'status=waiting_for_approval (few)': { status: 'waiting_for_approval' },
    'status=running (none)': { status: 'running' },
    'executionTarget=cloud (most)': { executionTarget: 'cloud' },
    'executionTarget=local (1 %)': { executionTarget: 'local' },
    'runbookId (40 %)': { runbookId: BUSY },
    'runbookId (few)': { runbookId: RARE },
    'runbookId (none)': { runbookId: WORKSPACE },
    'createdBefore the oldest tenth': { createdBefore: percent(0.9) },
    'createdAfter, newest tenth': { createdAfter: percent(0.1) },
    'a second in the middle': { createdAfter: percent(0.5), createdBefore: percent(0.4999995) },
    'status=failed, local': { status: 'failed', executionTarget: 'local' },
    'status=completed, cloud': { status: 'completed', executionTarget: 'cloud' },
    'status=completed, runbookId': { status: 'completed', runbookId: BUSY },
    'cloud, runbookId': { executionTarget: 'cloud', runbookId: BUSY },
    'createdBefore the newest tenth': { createdBefore: percent(0.1) },
    'status=completed, createdBefore the newest tenth': { status: 'completed', createdBefore: percent(0.1) },
    'status=failed, runbookId': { status: 'failed', runbookId: BUSY },
    'all of them': {
      status: 'failed',
      runbookId: BUSY,
      executionTarget: 'cloud',
      createdBefore: percent(0.5),
    },
  };
  for (const [name, filter] of Object.entries(cases)) {
    const near: number[] = [];
    for (const offset of [0, FAR]) {
      const query = ListRunsQuery.parse({ ...filter, limit: '100', offset: String(offset) });
      const statement = listStatement(WORKSPACE, query);
      const took = await medianTime(EXECUTIONS, () => client.query(statement));
      report(
        `${name}, offset ${offset}`,
        'ms',
        [took],
        offset === 0 ? { name: 'the floor', values: [floor] } : { name: 'offset 0', values: near },
      );
      near.push(took);
      if (!flags.plans) continue;
      await printPlan(client, { ...statement, text: `EXPLAIN (ANALYZE, BUFFERS) ${statement.text}` });
    }
  }
});
