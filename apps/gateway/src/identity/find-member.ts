import type { Database } from '../db/client.ts';

/** A person's role in a workspace; null for non-members. */
export async function findRole(db: Database, workspaceId: string, userId: string): Promise<string | null> {
  const member = await db.member.findUnique({
    where: { organizationId_userId: { organizationId: workspaceId, userId } },
    select: { role: true },
  });
  return member?.role ?? null;
}
