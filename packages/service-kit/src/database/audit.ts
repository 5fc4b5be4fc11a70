import type { Principal } from '@errand/contracts/internal';
import { currentRequestId } from '../logging.ts';

/** The actor and its address, as JSON for the audit entry. Request contents are not included. */
export function actorOf({ workspaceId, userId, keyId, keyPrefix, address }: Principal): string {
  return JSON.stringify({
    workspace_id: workspaceId,
    user_id: userId,
    key_id: keyId,
    key_prefix: keyPrefix,
    address,
    request_id: currentRequestId(),
  });
}

/**
 * SQL that adds one audit entry for `action` per row of `from`. Use it in the statement or transaction that makes the
 * change, so that neither exists without the other. `object` is the SQL of the changed object's id, `actor` the SQL of
 * the JSON from `actorOf`.
 */
export function appendAuditEntry(
  action: string,
  on: { from: string; object: string; actor: string },
): string {
  return `INSERT INTO audit_log (workspace_id, user_id, key_id, key_prefix, address, request_id, action, object_id)
   SELECT actor.*, '${action}', ${on.object}
   FROM ${on.from}, jsonb_to_record(${on.actor}::jsonb)
     AS actor(workspace_id text, user_id text, key_id text, key_prefix text, address text, request_id text)`;
}
