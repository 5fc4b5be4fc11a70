import type { Prisma } from '../db/generated/client.ts';

/** A member who manages keys. */
export interface KeyManager {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: string;
}

const KEEPERS = new Set(['owner', 'admin']);

/** Whether a role manages the workspace. better-auth joins several roles of a member with commas. */
export const isKeeper = (role: string): boolean => role.split(',').some((name) => KEEPERS.has(name));

/** Filter for the keys that a member may manage: owners and admins all of the workspace's, others their own. */
export const manageableBy = ({ workspaceId, userId, role }: KeyManager): Prisma.ApiKeyWhereInput =>
  isKeeper(role) ? { workspaceId } : { workspaceId, createdBy: userId };
