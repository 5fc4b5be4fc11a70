import type { Pool } from 'pg';

/** Key of the `pg_advisory_xact_lock` that prevents the removal of Runs meanwhile; the trigger `runs_uncount` uses it too. */
const COUNTING_LOCK = 6_143_008;
/** An hour is counted once no statement that began in it can still be accepting Runs. */
const SETTLED_AFTER = '5 minutes';

/** For each workspace the hours that are over and come after the last one counted. A skip scan finds the workspaces. */
const COUNT = `
  WITH RECURSIVE workspaces(workspace_id) AS (
    (SELECT workspace_id FROM runs ORDER BY workspace_id LIMIT 1)
    UNION ALL
    SELECT following.workspace_id FROM workspaces CROSS JOIN LATERAL (
      SELECT workspace_id FROM runs WHERE runs.workspace_id > workspaces.workspace_id ORDER BY workspace_id LIMIT 1
    ) AS following
  )
  INSERT INTO run_hours (workspace_id, hour, runs)
  SELECT workspace_id, counted.hour, counted.runs FROM workspaces CROSS JOIN LATERAL (
    SELECT date_bin('1 hour', created_at, 'epoch') AS hour, count(*) AS runs FROM runs
    WHERE runs.workspace_id = workspaces.workspace_id
      AND created_at < date_bin('1 hour', now() - interval '${SETTLED_AFTER}', 'epoch')
      AND created_at >= coalesce(
        (SELECT max(hour) + interval '1 hour' FROM run_hours WHERE run_hours.workspace_id = workspaces.workspace_id),
        '-infinity')
    GROUP BY 1
  ) AS counted`;

/** Counts the Runs of the hours that are over, so that far pages of a workspace's list are found without walking there. */
export async function countHours(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(`SELECT pg_advisory_xact_lock(${COUNTING_LOCK}); ${COUNT}`);
}
