export const RUNS = 10_000;

/** The statement that gives a workspace that many Runs, of which `Task 1` is the newest. */
export function fillRuns(workspaceId: string): string {
  return `
  INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task, created_at, started_at, completed_at)
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(md5(n::text), 3) || '8' ||
          right(md5(n::text), 15))::uuid, '${workspaceId}', 'somebody', 'cloud', 'completed', 'Task ' || n, at, at, at
  FROM generate_series(${RUNS}, 1, -1) AS n, LATERAL (SELECT now() - n * interval '1 second' AS at) AS moment`;
}
