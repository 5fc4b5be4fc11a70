import { type ApiKey, Scope } from '@errand/contracts';
import type { ApiKey as StoredKey } from '../db/generated/client.ts';

function statusOf(key: StoredKey, now: Date): ApiKey['status'] {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

/** A stored key in its API form. */
export function presentKey(key: StoredKey, now = new Date()): ApiKey {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes.map((scope) => Scope.parse(scope)),
    status: statusOf(key, now),
    createdBy: key.createdBy,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
  };
}
