import type { ApiKey } from '@errand/contracts';
import type { Database } from '../db/client.ts';
import { type KeyManager, manageableBy } from './require-manageable.ts';
import { presentKey } from './present.ts';

const LIST_LIMIT = 100;

/** At most 100 keys, newest first. Revoked keys are dropped first when there are more. */
export async function listKeys(db: Database, manager: KeyManager): Promise<ApiKey[]> {
  const keys = await db.apiKey.findMany({
    where: manageableBy(manager),
    orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'desc' }, { id: 'desc' }],
    take: LIST_LIMIT,
  });
  return keys
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map((key) => presentKey(key));
}
