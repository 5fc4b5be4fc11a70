import { conflict } from '@errand/contracts';
import { IS_OPEN, type Principal, runbookServiceRoutes } from '@errand/contracts/internal';
import type { Context } from '../context.ts';

const OPEN_RUN = `
  SELECT id FROM runs
  WHERE workspace_id = $1 AND runbook_id = $2 AND ${IS_OPEN}
  ORDER BY created_at DESC, id DESC LIMIT 1`;

/**
 * Deletes a Runbook that `requireRunbook` found. A Run that is accepted concurrently is pinned to its revision and continues.
 * 404: it was deleted in the meantime. 409: one of its Runs has not ended.
 */
export async function deleteRunbook(
  context: Context,
  principal: Principal,
  runbookId: string,
): Promise<void> {
  const { rows } = await context.pool.query<{ id: string }>(OPEN_RUN, [principal.workspaceId, runbookId]);
  const [open] = rows;
  if (open !== undefined)
    throw conflict(`The Run ${open.id} of this Runbook has not ended. Cancel it or wait until it has ended.`);
  await context.runbooks.call(runbookServiceRoutes.deleteRunbook, {
    params: { runbook_id: runbookId },
    body: { principal },
  });
}

/** Throws the 404 of an unknown or deleted Runbook, which may still have an open rerun. */
export async function requireRunbook(
  { runbooks }: Context,
  workspaceId: string,
  runbookId: string,
): Promise<void> {
  await runbooks.call(runbookServiceRoutes.readCurrentVersion, {
    params: { runbook_id: runbookId },
    query: { workspaceId },
  });
}
