import { apiKeyRoutes, unauthenticated } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { type ServedRoute, currentRequestId, serve } from '@errand/service-kit';
import { actingAs } from '../audit/actor.ts';
import type { Database } from '../db/client.ts';
import { findRole } from '../identity/find-member.ts';
import { createKey } from '../keys/create.ts';
import { findKey } from '../keys/find.ts';
import { listKeys } from '../keys/list.ts';
import type { KeyManager } from '../keys/require-manageable.ts';
import { revokeKey } from '../keys/revoke.ts';
import { rotateKey } from '../keys/rotate.ts';
import type { KeyVerifier } from '../keys/verify.ts';

function onBehalfOf<Result>({ userId, address }: Principal, work: () => Result): Result {
  return actingAs({ userId, address, requestId: currentRequestId() }, work);
}

/** API key management, for members signed in to the dashboard. */
export function keyRoutes(db: Database, keys: KeyVerifier): ServedRoute[] {
  const managerOf = async ({ workspaceId, userId }: Principal): Promise<KeyManager> => {
    const role = await findRole(db, workspaceId, userId);
    if (role === null) throw unauthenticated();
    return { workspaceId, userId, role };
  };
  return [
    serve(apiKeyRoutes.listApiKeys, async ({ principal }) => ({
      status: 200,
      body: { data: await listKeys(db, await managerOf(principal)) },
    })),
    serve(apiKeyRoutes.createApiKey, async ({ principal, body }) => ({
      status: 201,
      body: await onBehalfOf(principal, () => createKey(db, principal, body())),
    })),
    serve(apiKeyRoutes.rotateApiKey, async ({ principal, params, body }) => {
      const key = await findKey(db, await managerOf(principal), params.key_id);
      const graceSeconds = body()?.graceSeconds;
      const rotated = await onBehalfOf(principal, () => rotateKey(db, key, graceSeconds));
      keys.forget(key.prefix);
      return { status: 200, body: rotated };
    }),
    serve(apiKeyRoutes.revokeApiKey, async ({ principal, params, body }) => {
      const key = await findKey(db, await managerOf(principal), params.key_id);
      body();
      const revoked = await onBehalfOf(principal, () => revokeKey(db, key));
      keys.forget(key.prefix);
      return { status: 200, body: revoked };
    }),
  ];
}
