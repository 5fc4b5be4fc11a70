import { z } from 'zod';
import { Blueprint } from '../public/blueprints.ts';
import { CreateRunbook, Revision, Runbook, RunbookDefinition } from '../public/runbooks.ts';
import { Id } from '../public/text.ts';
import { Principal } from './principal.ts';
import { internalRoute } from './route.ts';

/** The revisions of the Runbooks that steps run, by the Runbook's id, all the way down. */
export const PinnedRunbooks = z.record(Id, RunbookDefinition.extend({ revisionId: Id, version: z.int() }));
export type PinnedRunbooks = z.infer<typeof PinnedRunbooks>;

/** The definition of a Run, with those that it runs. */
export const PinnedDefinition = RunbookDefinition.extend({ runbooks: PinnedRunbooks.optional() });
export type PinnedDefinition = z.infer<typeof PinnedDefinition>;

/** A revision with those that it runs. */
export const PinnedRevision = Revision.extend({ runbooks: PinnedRunbooks.optional() });
export type PinnedRevision = z.infer<typeof PinnedRevision>;

/** The most Runbooks that one call asks about. */
export const MAX_PINNED = 64;

/** `revisionId`, else the latest published one. */
export const AskedRevision = z.strictObject({
  workspaceId: Id,
  runbookId: Id,
  revisionId: Id.optional(),
  /** A revision that the caller has and that runs no other Runbooks; it need not be sent, as revisions never change. */
  knownRevisionId: Id.optional(),
});
export type AskedRevision = z.infer<typeof AskedRevision>;

/**
 * The revision; null: it is `knownRevisionId`. 404: no such Runbook or revision in the workspace.
 * 409: it, or a Runbook that it runs, is not published.
 */
export const PinnedOrNot = z.union([
  z.null(),
  PinnedRevision,
  z.strictObject({ status: z.int(), detail: z.string() }),
]);
export type PinnedOrNot = z.infer<typeof PinnedOrNot>;

/** The current version of a Runbook, draft or published. `revisionId` is null for a draft. */
export const CurrentVersion = PinnedRevision.omit({ publishedAt: true }).extend({
  revisionId: Id.nullable(),
});
export type CurrentVersion = z.infer<typeof CurrentVersion>;

/** An idempotency key and the request's `fingerprints`, one for each of the operator's encryption keys. */
export const IdempotencyOf = z.strictObject({ key: z.string(), fingerprints: z.array(z.string()).min(1) });

/** `replayed`: an earlier request with the same idempotency key created it. */
export const CreatedRunbook = z.strictObject({ runbook: Runbook, replayed: z.boolean() });
export type CreatedRunbook = z.infer<typeof CreatedRunbook>;

const RunbookPath = z.object({ runbook_id: Id });

/** Routes of the runbooks service for the runs service. 404: the workspace has no such Runbook. */
export const runbookServiceRoutes = {
  /** Of several Runbooks, each answered on its own, in the order of `asked`. */
  pinRevisions: internalRoute({
    method: 'POST',
    path: '/internal/revisions/pin',
    body: z.strictObject({ asked: z.array(AskedRevision).min(1).max(MAX_PINNED) }),
    answer: z.array(PinnedOrNot),
  }),
  readCurrentVersion: internalRoute({
    method: 'GET',
    path: '/internal/runbooks/{runbook_id}/current',
    params: RunbookPath,
    query: z.object({ workspaceId: Id }),
    answer: CurrentVersion,
  }),
  /** Creates as POST /v1/runbooks does, for a caller that another service has authorized. */
  createRunbook: internalRoute({
    method: 'POST',
    path: '/internal/runbooks',
    body: z.strictObject({
      principal: Principal,
      definition: CreateRunbook,
      idempotency: IdempotencyOf.nullable().default(null),
    }),
    answer: CreatedRunbook,
  }),
  deleteRunbook: internalRoute({
    method: 'POST',
    path: '/internal/runbooks/{runbook_id}/delete',
    params: RunbookPath,
    body: z.strictObject({ principal: Principal }),
  }),
  /** 404: no such Blueprint, or a deleted one. */
  readBlueprint: internalRoute({
    method: 'GET',
    path: '/internal/blueprints/{blueprint_id}',
    params: z.object({ blueprint_id: Id }),
    query: z.object({ workspaceId: Id }),
    answer: Blueprint,
  }),
} as const;
