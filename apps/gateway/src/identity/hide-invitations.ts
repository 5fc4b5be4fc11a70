import type { GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import type { Database } from '../db/client.ts';
import { isManager } from '../keys/require-manageable.ts';
import { findRole } from './find-member.ts';

const LIST = '/organization/list-invitations';
const PATHS = new Set([LIST, '/organization/get-full-organization']);

interface WithInvitations {
  id: string;
  invitations: unknown[];
}

function hasInvitations(value: unknown): value is WithInvitations {
  return typeof value === 'object' && value !== null && 'invitations' in value && 'id' in value;
}

function workspaceOf(returned: unknown): string | undefined {
  if (hasInvitations(returned)) return returned.id;
  const [first] = Array.isArray(returned) ? (returned as { organizationId?: string }[]) : [];
  return first?.organizationId;
}

/**
 * An invitation's id is enough to accept it, so only members who may invite see invitations. better-auth would show them
 * to every member, who could then accept an administrator's invitation under another name.
 */
export function createInvitationFilter(db: Database) {
  return async (ctx: GenericEndpointContext): Promise<unknown> => {
    const { returned } = ctx.context as { returned?: unknown };
    const workspaceId = PATHS.has(ctx.path) ? workspaceOf(returned) : undefined;
    if (workspaceId === undefined) return undefined;
    const session = await getSessionFromCtx(ctx);
    const role = session && (await findRole(db, workspaceId, session.user.id));
    if (role && isManager(role)) return undefined;
    return ctx.json(ctx.path === LIST ? [] : { ...(returned as WithInvitations), invitations: [] });
  };
}
