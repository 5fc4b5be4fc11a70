import type { ApiKey } from '@errand/contracts';
import type { Database } from '../db/client.ts';
import type { ApiKey as StoredKey } from '../db/generated/client.ts';
import { presentKey } from './present.ts';

/** Revokes a key permanently. Idempotent. */
export async function revokeKey(db: Database, key: StoredKey): Promise<ApiKey> {
  const [revoked] = await db.apiKey.updateManyAndReturn({
    where: { id: key.id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return presentKey(revoked ?? (await db.apiKey.findUniqueOrThrow({ where: { id: key.id } })));
}
