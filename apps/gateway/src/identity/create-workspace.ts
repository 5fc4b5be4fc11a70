import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../db/client.ts';

/** Creates a workspace without members. */
export async function createWorkspace(db: Database, name: string): Promise<{ id: string; name: string }> {
  const id = randomUUIDv7();
  await db.organization.create({ data: { id, name, slug: `workspace-${id}`, createdAt: new Date() } });
  return { id, name };
}
