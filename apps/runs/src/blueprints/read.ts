import { type BlueprintRun, type BlueprintRunList, type CursorQuery, notFound } from '@errand/contracts';
import { runbookServiceRoutes, type Principal } from '@errand/contracts/internal';
import { pageOf, positionOf } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { liveViewUrl } from '../live/url.ts';
import { PUBLIC_COLUMNS, type RunRow, toRun } from '../db/run-row.ts';

interface BlueprintRunRow extends RunRow {
  blueprint_id: string;
  lease_owner: string | null;
}

function toBlueprintRun(
  context: Context,
  principal: Principal,
  row: BlueprintRunRow,
  publicOrigin: string,
): BlueprintRun {
  return {
    ...toRun(row),
    blueprint_id: row.blueprint_id,
    live_view_url: liveViewUrl(context, principal, row, publicOrigin),
  };
}

/** 404: no such Run of a Blueprint in the workspace. */
export async function getBlueprintRun(
  context: Context,
  principal: Principal,
  runId: string,
  publicOrigin: string,
): Promise<BlueprintRun> {
  const { rows } = await context.pool.query<BlueprintRunRow>({
    name: 'get-blueprint-run',
    text: `SELECT ${PUBLIC_COLUMNS}, blueprint_id, lease_owner FROM runs
           WHERE id = $1 AND workspace_id = $2 AND blueprint_id IS NOT NULL`,
    values: [runId, principal.workspaceId],
  });
  const [row] = rows;
  if (row === undefined) throw notFound();
  return toBlueprintRun(context, principal, row, publicOrigin);
}

/** 404: no such Run of a Blueprint in the workspace. */
export async function requireBlueprintRun(
  { pool }: Context,
  workspaceId: string,
  runId: string,
): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'require-blueprint-run',
    text: 'SELECT FROM runs WHERE id = $1 AND workspace_id = $2 AND blueprint_id IS NOT NULL',
    values: [runId, workspaceId],
  });
  if (rowCount === 0) throw notFound();
}

/** The order never changes, so a cursor neither skips nor repeats Runs while others are created. */
const PAGE = `
  SELECT ${PUBLIC_COLUMNS}, blueprint_id, lease_owner FROM runs
  WHERE workspace_id = $1 AND blueprint_id = $2
    AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5::uuid))
  ORDER BY created_at DESC, id DESC LIMIT $3`;

/** A page of the Runs of a Blueprint, newest first. 404: no such Blueprint. 422: an invalid cursor. */
export async function listBlueprintRuns(
  context: Context,
  principal: Principal,
  blueprintId: string,
  query: () => CursorQuery,
  publicOrigin: string,
): Promise<BlueprintRunList> {
  const { workspaceId } = principal;
  await requireBlueprint(context, workspaceId, blueprintId);
  const list = `runs of ${blueprintId}`;
  const { limit, cursor } = query();
  const after = cursor === undefined ? null : positionOf(list, cursor);
  const { rows } = await context.pool.query<BlueprintRunRow>({
    name: 'list-blueprint-runs',
    text: PAGE,
    values: [workspaceId, blueprintId, limit + 1, after?.at ?? null, after?.id ?? null],
  });
  const page = pageOf(list, rows, limit, ({ created_at: at, id }) => ({ at, id }));
  return {
    data: page.rows.map((row) => toBlueprintRun(context, principal, row, publicOrigin)),
    next_cursor: page.next_cursor,
  };
}

/** A deleted Blueprint is known by its Runs. */
async function requireBlueprint(context: Context, workspaceId: string, blueprintId: string): Promise<void> {
  const { rowCount } = await context.pool.query({
    name: 'has-blueprint-runs',
    text: 'SELECT FROM runs WHERE workspace_id = $1 AND blueprint_id = $2 LIMIT 1',
    values: [workspaceId, blueprintId],
  });
  if (rowCount === 1) return;
  await context.runbooks.call(runbookServiceRoutes.readBlueprint, {
    params: { blueprint_id: blueprintId },
    query: { workspaceId },
  });
}
