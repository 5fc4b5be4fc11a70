import type { Prisma } from '../db/generated/client.ts';

/** A member who administers keys. */
export interface KeyManager {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: string;
}

const KEEPERS = new Set(['owner', 'admin']);

/** better-auth joins several roles of one member with commas. */
export const isKeeper = (role: string): boolean => role.split(',').some((each) => KEEPERS.has(each));

/** The keys that a member may see and change: owners and admins all of the workspace, others their own. */
export const manageableBy = ({ workspaceId, userId, role }: KeyManager): Prisma.ApiKeyWhereInput =>
  isKeeper(role) ? { workspaceId } : { workspaceId, createdBy: userId };
