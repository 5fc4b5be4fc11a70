import { unavailable } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { isAPIError } from 'better-auth/api';
import type { Database } from '../db/client.ts';
import type { Auth } from './auth.ts';
import { findRights } from './member-rights.ts';

/**
 * Who a session cookie stands for: its person, as a member of the workspace that is active in it, with what the role allows.
 * Null without a live session or a membership.
 */
export const sessionPrincipal = async (
  auth: Auth,
  db: Database,
  cookie: string | undefined,
): Promise<Principal | null> => {
  if (cookie === undefined) return null;
  const found = await readSession(auth, cookie);
  const workspaceId = found?.session.activeOrganizationId;
  if (!found || !workspaceId) return null;
  const rights = await findRights(db, workspaceId, found.user.id);
  if (rights === null) return null;
  return {
    workspaceId,
    userId: found.user.id,
    name: found.user.name,
    keyId: null,
    scopes: [...rights.scopes],
    ...(rights.fourEyes && { fourEyes: true }),
  };
};

/** The person whom a session cookie stands for; null without a live session. */
export const sessionUser = async (auth: Auth, cookie: string | undefined): Promise<string | null> =>
  cookie === undefined ? null : ((await readSession(auth, cookie))?.user.id ?? null);

const readSession = async (auth: Auth, cookie: string) => {
  try {
    return await auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
  } catch (error) {
    // better-auth tells no more than this when its database cannot be asked.
    if (isAPIError(error) && error.statusCode >= 500) throw unavailable();
    throw error;
  }
};
