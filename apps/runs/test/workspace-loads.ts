import type { Harness } from './harness.ts';
import { completed } from './run-reports.ts';

/** Cancels every Run that has not ended. */
export async function cancelWaiting(h: Harness) {
  const { rows } = await h.sql.query<{ id: string; workspace_id: string }>(
    `SELECT id, workspace_id FROM runs WHERE status IN ('queued', 'running', 'waiting_for_approval')`,
  );
  for (const { id, workspace_id: workspaceId } of rows)
    await h.as({ workspaceId }).call('POST', `/v1/runs/${id}/cancel`);
}

/** Workspaces whose load is not the number of their Runs that executors hold. */
export async function miscounted(h: Harness) {
  return (
    await h.sql.query(
      `SELECT * FROM workspace_loads FULL JOIN
         (SELECT workspace_id, count(*) AS held FROM runs WHERE lease_owner IS NOT NULL GROUP BY 1) AS truth USING (workspace_id)
       WHERE active_runs IS DISTINCT FROM held`,
    )
  ).rows;
}

/** Reports the end of a Run that `executorId` holds, and waits until it was applied. */
export async function finish(h: Harness, runId: string, executorId: string, attempt = 1) {
  await h.report({ runId, attempt, executorId, firstSeq: 1, events: [], outcome: completed });
  await h.until('the Run has ended', async () => {
    const { rows } = await h.sql.query(`SELECT FROM runs WHERE id = $1 AND status = 'completed'`, [runId]);
    return rows.length === 1;
  });
}
