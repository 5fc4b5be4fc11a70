import type { Prisma } from '../db/generated/client.ts';

/** The member who manages keys. */
export interface KeyManager {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: string;
}

const MANAGER_ROLES = new Set(['owner', 'admin']);

/** Whether a role manages the workspace. better-auth joins several roles of a member with commas. */
export function isManager(role: string): boolean {
  return role.split(',').some((name) => MANAGER_ROLES.has(name));
}

/** Filter for the keys that a member may manage: owners and admins all of the workspace's, others their own. */
export function manageableBy({ workspaceId, userId, role }: KeyManager): Prisma.ApiKeyWhereInput {
  return isManager(role) ? { workspaceId } : { workspaceId, createdBy: userId };
}
