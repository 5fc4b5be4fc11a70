import { z } from 'zod';
import { CreateRunbook, Revision, Runbook } from '../public/runbooks.ts';
import { Id } from '../public/text.ts';
import { Principal } from './principal.ts';

/**
 * Query of GET /internal/runbooks/{runbook_id}/revision, answered with a Revision: the one named, else the latest
 * published. 404: no such Runbook or revision in the workspace; 409: nothing is published.
 */
export const PinRevision = z.object({ workspaceId: Id, revisionId: Id.optional() });

/** Query of GET /internal/runbooks/{runbook_id}/current, answered with a CurrentVersion. 404: no such Runbook. */
export const ReadCurrentVersion = z.object({ workspaceId: Id });

/** A Runbook as it stands, draft or not. `revisionId` is null unless this version was published. */
export const CurrentVersion = Revision.omit({ publishedAt: true }).extend({ revisionId: Id.nullable() });
export type CurrentVersion = z.infer<typeof CurrentVersion>;

/** What an idempotency key stands for; `fingerprints` are of the request, one for each key of the operator's. */
export const IdempotencyOf = z.strictObject({ key: z.string(), fingerprints: z.array(z.string()).min(1) });

/** POST /internal/runbooks creates as POST /v1/runbooks does, for a caller whom another service has let in. */
export const CreateRunbookFor = z.strictObject({
  principal: Principal,
  definition: CreateRunbook,
  idempotency: IdempotencyOf.nullable().default(null),
});

/** `replayed`: an earlier request with that idempotency key made it. */
export const CreatedRunbook = z.strictObject({ runbook: Runbook, replayed: z.boolean() });
export type CreatedRunbook = z.infer<typeof CreatedRunbook>;

/** POST /internal/runbooks/{runbook_id}/delete, answered with 204. 404: no such Runbook. */
export const DeleteRunbookFor = z.strictObject({ principal: Principal });
