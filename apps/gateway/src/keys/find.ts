import { notFound } from '@errand/contracts';
import type { Database } from '../db/client.ts';
import type { ApiKey as StoredKey } from '../db/generated/client.ts';
import { type KeyManager, manageableBy } from './require-manageable.ts';

/** A key that the member may manage. Throws 404 for any other key, in any workspace. */
export async function findKey(db: Database, manager: KeyManager, id: string): Promise<StoredKey> {
  const key = await db.apiKey.findFirst({ where: { ...manageableBy(manager), id } });
  if (key === null) throw notFound();
  return key;
}
