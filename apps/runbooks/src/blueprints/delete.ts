import { notFound } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';

const DELETE = `
  WITH deleted AS (
    UPDATE blueprints SET deleted_at = now() WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL
    RETURNING id
  ), noted AS (
    ${appendAuditEntry('blueprint.deleted', { from: 'deleted', object: 'id', actor: '$3' })}
  )
  SELECT id FROM deleted`;

/** Removes a Blueprint from the lists and frees its idempotency key. Its Runs are kept. 404: no such Blueprint. */
export async function deleteBlueprint({ pool }: Context, principal: Principal, id: string): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'delete-blueprint',
    text: DELETE,
    values: [id, principal.workspaceId, actorOf(principal)],
  });
  if (rowCount === 0) throw notFound();
}
