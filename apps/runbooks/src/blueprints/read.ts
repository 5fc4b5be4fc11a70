import { type Blueprint, type BlueprintList, type CursorQuery, notFound } from '@errand/contracts';
import { pageOf, positionOf } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { BLUEPRINT_COLUMNS, type BlueprintRow, toBlueprint } from '../db/blueprint-row.ts';

/** The id of a Blueprint, valid only within its workspace. */
export interface BlueprintAddress {
  workspaceId: string;
  id: string;
}

/** 404: no such Blueprint in the workspace. */
export async function getBlueprint(
  { pool }: Context,
  { workspaceId, id }: BlueprintAddress,
): Promise<Blueprint> {
  const { rows } = await pool.query<BlueprintRow>({
    name: 'get-blueprint',
    text: `SELECT ${BLUEPRINT_COLUMNS} FROM blueprints
           WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL`,
    values: [id, workspaceId],
  });
  const [row] = rows;
  if (row === undefined) throw notFound();
  return toBlueprint(row);
}

const LIST = 'blueprints';

/** In the order of creation, which never changes: a cursor neither skips nor repeats Blueprints that change between pages. */
const PAGE = `
  SELECT ${BLUEPRINT_COLUMNS} FROM blueprints
  WHERE workspace_id = $1 AND deleted_at IS NULL
    AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
  ORDER BY created_at DESC, id DESC LIMIT $2`;

/** A page of the Blueprints of a workspace, newest first. 422: an invalid cursor. */
export async function listBlueprints(
  { pool }: Context,
  workspaceId: string,
  { limit, cursor }: CursorQuery,
): Promise<BlueprintList> {
  const after = cursor === undefined ? null : positionOf(LIST, cursor);
  const { rows } = await pool.query<BlueprintRow>({
    name: 'list-blueprints',
    text: PAGE,
    values: [workspaceId, limit + 1, after?.at ?? null, after?.id ?? null],
  });
  const page = pageOf(LIST, rows, limit, ({ created_at: at, id }) => ({ at, id }));
  return { data: page.rows.map(toBlueprint), next_cursor: page.next_cursor };
}
