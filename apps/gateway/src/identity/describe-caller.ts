import type { Me } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Database } from '../db/client.ts';

/** The caller as GET /v1/me shows it; null when they have left the workspace. */
export async function describeCaller(
  db: Database,
  { workspaceId, userId, keyId, keyPrefix = '', name = '', scopes }: Principal,
): Promise<Me | null> {
  const member = await db.member.findUnique({
    where: { organizationId_userId: { organizationId: workspaceId, userId } },
    select: {
      role: true,
      user: { select: { name: true, email: true } },
      organization: { select: { id: true, name: true } },
    },
  });
  if (member === null) return null;
  const { role, user, organization: workspace } = member;
  if (keyId !== null) return { workspace, key: { id: keyId, name, prefix: keyPrefix }, scopes };
  return { workspace, member: { id: userId, ...user, role }, scopes };
}
