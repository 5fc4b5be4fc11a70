import type { Principal } from '@errand/contracts/internal';
import { currentRequestId } from '../logging.ts';

/** Who acts and from where, as JSON for `noteAction`. What was asked for is no part of it. */
export const actorOf = ({ workspaceId, userId, keyId, keyPrefix, address }: Principal): string =>
  JSON.stringify({
    workspace_id: workspaceId,
    user_id: userId,
    key_id: keyId,
    key_prefix: keyPrefix,
    address,
    request_id: currentRequestId(),
  });

/**
 * SQL that notes `action` in the audit log once for each row of `from`: a part of the statement or the transaction that makes
 * the change, so that there is neither without the other. `object` is the SQL of the id of what was changed, `actor` that of
 * what `actorOf` answered.
 */
export const noteAction = (action: string, on: { from: string; object: string; actor: string }): string =>
  `INSERT INTO audit_log (workspace_id, user_id, key_id, key_prefix, address, request_id, action, object_id)
   SELECT actor.*, '${action}', ${on.object}
   FROM ${on.from}, jsonb_to_record(${on.actor}::jsonb)
     AS actor(workspace_id text, user_id text, key_id text, key_prefix text, address text, request_id text)`;
