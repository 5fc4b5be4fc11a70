import { z } from 'zod';
import { CreateRunbook, Revision, Runbook } from '../public/runbooks.ts';
import { Id } from '../public/text.ts';
import { Principal } from './principal.ts';

/**
 * Query of GET /internal/runbooks/{runbook_id}/revision. Returns a Revision: `revisionId`, else the latest published one.
 * 404: no such Runbook or revision in the workspace. 409: nothing is published.
 */
export const PinRevision = z.object({ workspaceId: Id, revisionId: Id.optional() });

/** Query of GET /internal/runbooks/{runbook_id}/current. Returns a CurrentVersion. 404: no such Runbook. */
export const ReadCurrentVersion = z.object({ workspaceId: Id });

/** The current version of a Runbook, draft or published. `revisionId` is null for a draft. */
export const CurrentVersion = Revision.omit({ publishedAt: true }).extend({ revisionId: Id.nullable() });
export type CurrentVersion = z.infer<typeof CurrentVersion>;

/** An idempotency key and the request's `fingerprints`, one for each of the operator's encryption keys. */
export const IdempotencyOf = z.strictObject({ key: z.string(), fingerprints: z.array(z.string()).min(1) });

/** POST /internal/runbooks. Creates as POST /v1/runbooks does, for a caller that another service has authorized. */
export const CreateRunbookFor = z.strictObject({
  principal: Principal,
  definition: CreateRunbook,
  idempotency: IdempotencyOf.nullable().default(null),
});

/** `replayed`: an earlier request with the same idempotency key created it. */
export const CreatedRunbook = z.strictObject({ runbook: Runbook, replayed: z.boolean() });
export type CreatedRunbook = z.infer<typeof CreatedRunbook>;

/** POST /internal/runbooks/{runbook_id}/delete. Returns 204. 404: no such Runbook. */
export const DeleteRunbookFor = z.strictObject({ principal: Principal });

/** Query of GET /internal/blueprints/{blueprint_id}. Returns a Blueprint. 404: no such Blueprint, or a deleted one. */
export const ReadBlueprint = z.object({ workspaceId: Id });
