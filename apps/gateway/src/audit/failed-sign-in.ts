import type { GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type { Database } from '../db/client.ts';
import { emailOf } from '../identity/sign-in-limits.ts';
import { currentActor } from './actor.ts';

/** A better-auth hook. Logs the account, never the e-mail address as typed: people type passwords into that field. */
export async function auditFailedSignIn(
  db: Database,
  { path, body, context }: GenericEndpointContext,
): Promise<void> {
  const { returned } = context as { returned?: unknown };
  if (path !== '/sign-in/email' || !isAPIError(returned) || returned.statusCode !== 401) return;
  const { address = null, requestId = null } = currentActor() ?? {};
  await db.$executeRaw`
    INSERT INTO audit_log (action, object_id, address, request_id)
    VALUES ('account.sign_in_failed', (SELECT id FROM users WHERE email = ${emailOf(body)}), ${address}, ${requestId})`;
}
