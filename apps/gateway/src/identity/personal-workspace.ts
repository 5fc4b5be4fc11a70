import { randomUUIDv7 } from 'node:crypto';
import { actingAs } from '../audit/actor.ts';
import type { Database } from '../db/client.ts';

/**
 * The id of the workspace that is active after sign-in: the first one joined, or a new personal one for a person without
 * any. Concurrent calls create a single workspace, because its slug is derived from the person's id.
 */
export async function enterWorkspace(db: Database, userId: string): Promise<string> {
  const member = await db.member.findFirst({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  if (member !== null) return member.organizationId;
  return await actingAs({ userId }, () => makePersonalWorkspace(db, userId));
}

async function makePersonalWorkspace(db: Database, userId: string): Promise<string> {
  const { name } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } });
  const slug = `personal-${userId}`;
  const createdAt = new Date();
  await db.organization.createMany({
    data: [{ id: randomUUIDv7(), name: `${name}'s workspace`, slug, createdAt }],
    skipDuplicates: true,
  });
  const { id } = await db.organization.findUniqueOrThrow({ where: { slug }, select: { id: true } });
  await db.member.createMany({
    data: [{ id: randomUUIDv7(), organizationId: id, userId, role: 'owner', createdAt }],
    skipDuplicates: true,
  });
  return id;
}
