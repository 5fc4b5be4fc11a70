import { USUAL_SCOPES, apiKeyRoutes } from '@errand/contracts';
import { type ServedRoute, serve } from '@errand/service-kit';
import type { Database } from '../db/client.ts';
import { spendGrant } from '../identity/grants.ts';
import { findRights } from '../identity/member-rights.ts';
import { createKey } from '../keys/create.ts';
import { findKey } from '../keys/find.ts';
import { listKeys } from '../keys/list.ts';
import { revokeKey } from '../keys/revoke.ts';
import { rotateKey } from '../keys/rotate.ts';
import type { KeyVerifier } from '../keys/verify.ts';
import { managerOf, onBehalfOf } from './acting.ts';

/** API key management, for members signed in to the dashboard. */
export function keyRoutes(db: Database, keys: KeyVerifier): ServedRoute[] {
  return [
    serve(apiKeyRoutes.listApiKeys, async ({ principal }) => ({
      status: 200,
      body: { data: await listKeys(db, await managerOf(db, principal)) },
    })),
    serve(apiKeyRoutes.createApiKey, async ({ principal, body }) => ({
      status: 201,
      body: await onBehalfOf(principal, () => createKey(db, principal, body())),
    })),
    serve(apiKeyRoutes.exchangeGrant, async ({ principal, body, request }) => {
      const asked = body();
      const rights = await findRights(db, principal.workspaceId, principal.userId);
      const scopes = asked.scopes ?? USUAL_SCOPES.filter((scope) => rights?.scopes.includes(scope));
      const issued = await onBehalfOf(principal, async () => {
        await spendGrant(db, request.headers.authorization);
        return await createKey(db, principal, { ...asked, scopes });
      });
      return { status: 201, body: issued };
    }),
    serve(apiKeyRoutes.rotateApiKey, async ({ principal, params, body }) => {
      const key = await findKey(db, await managerOf(db, principal), params.key_id);
      const graceSeconds = body()?.graceSeconds;
      const rotated = await onBehalfOf(principal, () => rotateKey(db, key, graceSeconds));
      keys.forget(key.prefix);
      return { status: 200, body: rotated };
    }),
    serve(apiKeyRoutes.revokeApiKey, async ({ principal, params, body }) => {
      const key = await findKey(db, await managerOf(db, principal), params.key_id);
      body();
      const revoked = await onBehalfOf(principal, () => revokeKey(db, key));
      keys.forget(key.prefix);
      return { status: 200, body: revoked };
    }),
  ];
}
