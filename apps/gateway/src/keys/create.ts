import { randomUUIDv7 } from 'node:crypto';
import { type CreateApiKey, type IssuedApiKey, unprocessable } from '@errand/contracts';
import type { Database } from '../db/client.ts';
import { hashKey, newKey, newPrefix } from './format.ts';
import { requireRights } from '../identity/member-rights.ts';
import { presentKey } from './present.ts';

/**
 * Creates a key for a workspace member. Throws 422 when `expiresAt` is not in the future, 403 when the member's role does
 * not allow a scope. The key itself is returned here and never stored.
 */
export async function createKey(
  db: Database,
  owner: { workspaceId: string; userId: string },
  input: CreateApiKey,
): Promise<IssuedApiKey> {
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt);
  if (expiresAt !== null && expiresAt <= new Date()) throw unprocessable('expiresAt: must be in the future');
  await requireRights(db, owner, input.scopes);
  const prefix = newPrefix();
  const key = newKey(prefix);
  const stored = await db.apiKey.create({
    data: {
      id: randomUUIDv7(),
      workspaceId: owner.workspaceId,
      createdBy: owner.userId,
      name: input.name,
      prefix,
      secretHash: hashKey(key),
      scopes: [...new Set(input.scopes)],
      expiresAt,
    },
  });
  return { ...presentKey(stored), key };
}
