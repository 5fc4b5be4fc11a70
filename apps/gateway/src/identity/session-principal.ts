import { unavailable } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { isAPIError } from 'better-auth/api';
import type { Database } from '../db/client.ts';
import type { Auth } from './auth.ts';
import { findRights } from './member-rights.ts';

/**
 * The principal of a session cookie: a member of the session's active workspace, with the scopes of their role. Null
 * without a valid session or membership.
 */
export async function sessionPrincipal(
  auth: Auth,
  db: Database,
  cookie: string | undefined,
): Promise<Principal | null> {
  if (cookie === undefined) return null;
  const session = await readSession(auth, cookie);
  const workspaceId = session?.session.activeOrganizationId;
  if (!session || !workspaceId) return null;
  const rights = await findRights(db, workspaceId, session.user.id);
  if (rights === null) return null;
  return {
    workspaceId,
    userId: session.user.id,
    name: session.user.name,
    keyId: null,
    scopes: [...rights.scopes],
    ...(rights.fourEyes && { fourEyes: true }),
  };
}

/** The user id of a session cookie; null without a valid session. */
export async function sessionUser(auth: Auth, cookie: string | undefined): Promise<string | null> {
  return cookie === undefined ? null : ((await readSession(auth, cookie))?.user.id ?? null);
}

async function readSession(auth: Auth, cookie: string) {
  try {
    return await auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
  } catch (error) {
    // All that better-auth reports when its database is unavailable.
    if (isAPIError(error) && error.statusCode >= 500) throw unavailable();
    throw error;
  }
}
