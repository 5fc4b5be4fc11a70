import { type Blueprint, ReplaceBlueprint } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { BLUEPRINT_COLUMNS, type BlueprintRow, toBlueprint } from '../db/blueprint-row.ts';
import { staleVersion } from '../definitions/errors.ts';
import { checkedDefinition } from './checked-definition.ts';
import { getBlueprint } from './read.ts';

/** One statement decides which replacement wins. */
const REPLACE = `
  WITH replaced AS (
    UPDATE blueprints SET definition = $4, version = version + 1, updated_at = GREATEST(updated_at, $5)
    WHERE id = $1 AND workspace_id = $2 AND version = $3::bigint AND deleted_at IS NULL
    RETURNING *
  ), noted AS (
    ${appendAuditEntry('blueprint.replaced', { from: 'replaced', object: 'id', actor: '$6' })}
  )
  SELECT ${BLUEPRINT_COLUMNS} FROM replaced`;

/**
 * Replaces the definition; Runs that were accepted keep theirs. 404: no such Blueprint. 422: the definition is invalid.
 * 409: `expectedVersion` is stale.
 */
export async function replaceBlueprint(
  context: Context,
  principal: Principal,
  id: string,
  json: unknown,
): Promise<Blueprint> {
  const { workspaceId } = principal;
  await getBlueprint(context, { workspaceId, id });
  const { body, definition } = checkedDefinition(json, ReplaceBlueprint);
  const { rows } = await context.pool.query<BlueprintRow>({
    name: 'replace-blueprint',
    text: REPLACE,
    values: [
      id,
      workspaceId,
      body.expectedVersion,
      JSON.stringify(definition),
      new Date(),
      actorOf(principal),
    ],
  });
  const [row] = rows;
  if (row === undefined) throw staleVersion('Blueprint');
  return toBlueprint(row);
}
