import type { ListRunsQuery } from '@errand/contracts';
import type { Pool } from 'pg';
import { inTransaction } from '../db/transaction.ts';

/** Key of the `pg_advisory_xact_lock` that one process at a time counts under. */
const COUNTING_LOCK = 6_143_009;
/** Runs of a block. */
const BLOCK = 10_000;
/**
 * Runs this old are counted. Changes of Runs over five minutes old are noted by triggers, so a statement that began before its
 * Run was that old has five minutes to commit.
 */
const SETTLED_AFTER = '10 minutes';
/** Changes applied by one statement, which keeps it well below the statement timeout. */
const PORTION = 10_000;

/** Names a list as `listName` does, in a query that groups by `EACH_LIST`. */
const LIST_NAME = `concat_ws(' ', status, execution_target, runbook_id)`;
/** A Run is in the list of each combination of its values. No list shows the Runs without a Runbook alone. */
const EACH_LIST = 'CUBE (status, execution_target, runbook_id)';
const IS_LISTED = '(grouping(runbook_id) = 1 OR runbook_id IS NOT NULL)';

const WORKSPACES = `
  WITH RECURSIVE workspaces(workspace_id) AS (
    (SELECT workspace_id FROM runs ORDER BY workspace_id LIMIT 1)
    UNION ALL
    SELECT following.workspace_id FROM workspaces CROSS JOIN LATERAL (
      SELECT workspace_id FROM runs WHERE runs.workspace_id > workspaces.workspace_id ORDER BY workspace_id LIMIT 1
    ) AS following
  )
  SELECT workspace_id FROM workspaces`;

/**
 * Counts the next $2 Runs of workspace $1, if there are so many. The changes that this statement sees are counted with them.
 * Subqueries, not joins, bound what is read, so that it is read in the order of the index.
 */
const COUNT_BLOCK = `
  WITH counted AS (
    SELECT coalesce(max(newest), '-infinity') AS newest FROM run_counts WHERE workspace_id = $1 AND list = ''
  ), block AS (
    SELECT created_at AS newest FROM runs
    WHERE workspace_id = $1 AND created_at > (SELECT newest FROM counted)
      AND created_at < now() - interval '${SETTLED_AFTER}'
    ORDER BY created_at OFFSET $2::int - 1 LIMIT 1
  ), known AS (
    DELETE FROM run_count_changes
    WHERE workspace_id = $1 AND created_at > (SELECT newest FROM counted) AND created_at <= (SELECT newest FROM block)
  )
  INSERT INTO run_counts (workspace_id, list, newest, runs)
  SELECT $1, ${LIST_NAME}, (SELECT newest FROM block), count(*) FROM runs
  WHERE workspace_id = $1 AND created_at > (SELECT newest FROM counted) AND created_at <= (SELECT newest FROM block)
  GROUP BY ${EACH_LIST} HAVING ${IS_LISTED} AND count(*) > 0`;

/**
 * Applies the oldest changes to the counts of their blocks. A change of a Run that is in no block is dropped: the statement that counts
 * that Run sees it. Those of one Run are applied in order, so a block that is empty has no more to come.
 */
const APPLY_CHANGES = `
  WITH oldest AS (
    SELECT workspace_id, id FROM run_count_changes ORDER BY workspace_id, id LIMIT ${PORTION}
  ), taken AS (
    DELETE FROM run_count_changes AS change USING oldest
    WHERE change.workspace_id = oldest.workspace_id AND change.id = oldest.id
    RETURNING change.*
  ), moved AS (
    SELECT workspace_id, block.newest, part.status, execution_target, runbook_id, part.runs
    FROM taken
    CROSS JOIN LATERAL (
      SELECT newest FROM run_counts
      WHERE run_counts.workspace_id = taken.workspace_id AND list = '' AND newest >= taken.created_at
      ORDER BY newest LIMIT 1
    ) AS block
    CROSS JOIN LATERAL (VALUES (was, -1), (became, 1)) AS part(status, runs)
    WHERE part.status IS NOT NULL
  ), applied AS (
    INSERT INTO run_counts (workspace_id, list, newest, runs)
    SELECT workspace_id, ${LIST_NAME}, newest, sum(runs) FROM moved
    GROUP BY workspace_id, newest, ${EACH_LIST} HAVING ${IS_LISTED} AND sum(runs) <> 0
    ON CONFLICT (workspace_id, list, newest) DO UPDATE SET runs = run_counts.runs + excluded.runs
  )
  SELECT FROM taken`;
const REMOVE_EMPTY = 'DELETE FROM run_counts WHERE runs = 0';

/** The name under which the Runs that such a query lists are counted. */
export function listName({ status, executionTarget, runbookId }: Partial<ListRunsQuery>): string {
  return [status, executionTarget, runbookId].filter((value) => value !== undefined).join(' ');
}

/**
 * Counts the Runs of each workspace and of each of its lists, in blocks, so that far pages are found without walking there, and
 * brings the counts up to date. `block`: how many Runs a block holds at least.
 */
export async function countRuns(pool: Pool, block = BLOCK): Promise<void> {
  let applied: number;
  do {
    applied = await alone(pool, APPLY_CHANGES);
    if (applied > 0) await alone(pool, REMOVE_EMPTY);
  } while (applied === PORTION);
  const { rows } = await pool.query<{ workspace_id: string }>(WORKSPACES);
  for (const { workspace_id: workspaceId } of rows)
    while ((await alone(pool, COUNT_BLOCK, [workspaceId, block])) > 0);
}

/** Executes a statement under the lock, with a snapshot taken once the lock is held. Returns how many rows it wrote or read. */
function alone(pool: Pool, text: string, values: unknown[] = []): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [COUNTING_LOCK]);
    const { rowCount } = await client.query(text, values);
    return rowCount ?? 0;
  });
}
