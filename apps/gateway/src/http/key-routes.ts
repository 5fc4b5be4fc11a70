import { apiKeyRoutes, unauthenticated } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { type ServedRoute, serve } from '@errand/service-kit';
import type { Database } from '../db/client.ts';
import { findRole } from '../identity/find-member.ts';
import { createKey } from '../keys/create.ts';
import { findKey } from '../keys/find.ts';
import { listKeys } from '../keys/list.ts';
import type { KeyManager } from '../keys/manageable.ts';
import { revokeKey } from '../keys/revoke.ts';
import { rotateKey } from '../keys/rotate.ts';
import type { KeyVerifier } from '../keys/verify.ts';

/** Key administration, for the member whom a dashboard session stands for. */
export const keyRoutes = (db: Database, keys: KeyVerifier): ServedRoute[] => {
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
      body: await createKey(db, principal, body()),
    })),
    serve(apiKeyRoutes.rotateApiKey, async ({ principal, params, body }) => {
      const key = await findKey(db, await managerOf(principal), params.key_id);
      const rotated = await rotateKey(db, key, body()?.graceSeconds);
      keys.forget(key.prefix);
      return { status: 200, body: rotated };
    }),
    serve(apiKeyRoutes.revokeApiKey, async ({ principal, params, body }) => {
      const key = await findKey(db, await managerOf(principal), params.key_id);
      body();
      const revoked = await revokeKey(db, key);
      keys.forget(key.prefix);
      return { status: 200, body: revoked };
    }),
  ];
};
