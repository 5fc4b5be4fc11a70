import { Problem, Scope } from '@errand/contracts';
import type { Database } from '../db/client.ts';
import { isManager } from '../keys/require-manageable.ts';

/** A member's rights in a workspace, by role and the workspace's policy (`npm run admin -- policy`). */
export interface MemberRights {
  readonly role: string;
  readonly scopes: readonly Scope[];
  /** The member who created a Run may not approve its steps. */
  readonly fourEyes: boolean;
}

/** Owners and admins have every scope; other members have those that the workspace does not withhold. */
export function scopesOf(role: string, withheld: readonly string[]): Scope[] {
  return isManager(role) ? [...Scope.options] : Scope.options.filter((scope) => !withheld.includes(scope));
}

/** Null for non-members. */
export async function findRights(
  db: Database,
  workspaceId: string,
  userId: string,
): Promise<MemberRights | null> {
  const member = await db.member.findUnique({
    where: { organizationId_userId: { organizationId: workspaceId, userId } },
    select: { role: true, organization: { select: { fourEyes: true, withheldScopes: true } } },
  });
  if (member === null) return null;
  const { fourEyes, withheldScopes } = member.organization;
  return { role: member.role, scopes: scopesOf(member.role, withheldScopes), fourEyes };
}

/** Throws 403 when `scopes` include one that this member does not have. */
export async function requireRights(
  db: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  scopes: readonly string[],
): Promise<void> {
  const rights = await findRights(db, workspaceId, userId);
  const excess = Scope.options.find((scope) => scopes.includes(scope) && !rights?.scopes.includes(scope));
  if (excess !== undefined)
    throw new Problem(403, `The role of the key's creator does not allow the scope ${excess}.`);
}
