import { conflict, notFound } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { requireRunbook } from './get.ts';
import { callersOf } from './nested.ts';

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
 * pinned to them. 404: no such Runbook. 409: other Runbooks run it.
 */
export async function deleteRunbook(context: Context, principal: Principal, id: string): Promise<void> {
  const { workspaceId } = principal;
  await requireRunbook(context, { workspaceId, id });
  const callers = await callersOf(context, workspaceId, id);
  if (callers.length > 0)
    throw conflict(`Other Runbooks run this one: ${callers.map((title) => `"${title}"`).join(', ')}.`);
  const { rowCount } = await context.pool.query({
    name: 'delete-runbook',
    text: DELETE,
    values: [id, principal.workspaceId, actorOf(principal)],
  });
  if (rowCount === 0) throw notFound();
}
