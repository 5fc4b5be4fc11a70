import { type IssuedApiKey, conflict } from '@errand/contracts';
import type { Database } from '../db/client.ts';
import type { ApiKey as StoredKey } from '../db/generated/client.ts';
import { hashKey, newKey } from './format.ts';
import { requireRights } from '../identity/member-rights.ts';
import { presentKey } from './present.ts';

/**
 * Gives a key a new secret; the old one stays valid for `graceSeconds`. Throws 409 when the key is revoked or expired, or
 * loses against a concurrent rotation (else its caller would hold a secret already replaced); 403 when the role of the
 * key's creator no longer allows one of its scopes.
 */
export async function rotateKey(db: Database, current: StoredKey, graceSeconds = 0): Promise<IssuedApiKey> {
  const { status } = presentKey(current);
  if (status !== 'active') throw conflict(`The key is ${status} and cannot be rotated.`);
  await requireRights(db, { workspaceId: current.workspaceId, userId: current.createdBy }, current.scopes);
  const key = newKey(current.prefix);
  const grace = graceSeconds > 0 ? new Date(Date.now() + graceSeconds * 1_000) : null;
  const [rotated] = await db.apiKey.updateManyAndReturn({
    where: { id: current.id, revokedAt: null, secretHash: current.secretHash },
    data: {
      secretHash: hashKey(key),
      previousHash: grace === null ? null : current.secretHash,
      previousExpiresAt: grace,
    },
  });
  if (rotated === undefined)
    throw conflict('The key was changed by another request. Read it again and retry.');
  return { ...presentKey(rotated), key };
}
