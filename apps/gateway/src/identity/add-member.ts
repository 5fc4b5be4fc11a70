import { randomUUIDv7 } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import type { Database } from '../db/client.ts';

export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Adds the person with this e-mail address to a workspace, or changes a member's role. An unknown person gets an account
 * with `password`; an existing account keeps its own.
 */
export async function addMember(
  db: Database,
  input: { workspaceId: string; email: string; name: string; role: Role; password: string },
): Promise<{ userId: string; isNew: boolean }> {
  const email = input.email.trim().toLowerCase();
  const existing = await db.user.findUnique({ where: { email }, select: { id: true } });
  const userId = existing?.id ?? randomUUIDv7();
  const password = existing === null ? await hashPassword(input.password) : null;
  await db.$transaction([
    ...(existing === null
      ? [
          db.user.create({
            data: {
              id: userId,
              email,
              name: input.name,
              accounts: {
                create: { id: randomUUIDv7(), accountId: userId, providerId: 'credential', password },
              },
            },
          }),
        ]
      : []),
    db.member.upsert({
      where: { organizationId_userId: { organizationId: input.workspaceId, userId } },
      update: { role: input.role },
      create: {
        id: randomUUIDv7(),
        organizationId: input.workspaceId,
        userId,
        role: input.role,
        createdAt: new Date(),
      },
    }),
  ]);
  return { userId, isNew: existing === null };
}
