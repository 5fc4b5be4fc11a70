import { notFound } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';

const DELETE = `
  WITH deleted AS (
    UPDATE runbooks SET deleted_at = now() WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL
    RETURNING id
  ), noted AS (
    ${appendAuditEntry('runbook.deleted', { from: 'deleted', object: 'id', actor: '$3' })}
  )
  SELECT id FROM deleted`;

/**
 * Removes a Runbook from the lists and frees its title and idempotency key. Its revisions stay for the Runs that are
 * pinned to them. 404: no such Runbook.
 */
export async function deleteRunbook({ pool }: Context, principal: Principal, id: string): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'delete-runbook',
    text: DELETE,
    values: [id, principal.workspaceId, actorOf(principal)],
  });
  if (rowCount === 0) throw notFound();
}
