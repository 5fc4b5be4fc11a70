import { unauthenticated } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { currentRequestId } from '@errand/service-kit';
import { actingAs } from '../audit/actor.ts';
import type { Database } from '../db/client.ts';
import { findRole } from '../identity/find-member.ts';
import type { KeyManager } from '../keys/require-manageable.ts';

/** Audits the writes of `work` under the caller. */
export function onBehalfOf<Result>({ userId, address }: Principal, work: () => Result): Result {
  return actingAs({ userId, address, requestId: currentRequestId() }, work);
}

/** The caller with their role. Throws 401 when they have left the workspace. */
export async function managerOf(db: Database, { workspaceId, userId }: Principal): Promise<KeyManager> {
  const role = await findRole(db, workspaceId, userId);
  if (role === null) throw unauthenticated();
  return { workspaceId, userId, role };
}
