import { randomUUIDv7 } from 'node:crypto';
import { CreateRunbook, type PublishedRunbook, type Runbook } from '@errand/contracts';
import { checkRunbook } from '@errand/runbook-language';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { toPublishedRunbook, toRunbook } from '../db/runbook-row.ts';
import { type Caller, type Creation, createOnce } from '../definitions/create-once.ts';
import { brokenDefinition, titleTaken } from '../definitions/errors.ts';
import { knownRunbooks } from './nested.ts';

const CREATE = `
  WITH created AS (
    INSERT INTO runbooks (id, workspace_id, title, steps, parameters, version, revision_id, created_by, created_at,
                          updated_at, idempotency_key, idempotency_fingerprint, idempotency_answer)
    VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $8, $9, $10, $11)
    ON CONFLICT DO NOTHING
    RETURNING id, workspace_id, version, title, steps, parameters, revision_id, created_at
  ), published AS (
    INSERT INTO revisions (id, runbook_id, workspace_id, version, title, steps, parameters, published_at)
    SELECT revision_id, id, workspace_id, version, title, steps, parameters, created_at
    FROM created WHERE revision_id IS NOT NULL
    RETURNING runbook_id
  ), noted_creation AS (
    ${appendAuditEntry('runbook.created', { from: 'created', object: 'id', actor: '$12' })}
  ), noted_publication AS (
    ${appendAuditEntry('runbook.published', { from: 'published', object: 'runbook_id', actor: '$12' })}
  )
  SELECT id FROM created`;

/**
 * Creates a Runbook; with `status: "published"`, its version 1 is published with it.
 * 422: the definition is invalid. 409: the title is taken, or the key was used with a different request.
 */
export function createRunbook(
  context: Context,
  caller: Caller,
  json: unknown,
): Promise<Creation<Runbook | PublishedRunbook>> {
  return createOnce(
    context,
    'runbooks',
    caller,
    async () => {
      const runbooks = await knownRunbooks(context, caller.principal.workspaceId, json);
      const check = checkRunbook(json, CreateRunbook, { hasModel: context.hasModel, runbooks });
      if (!check.ok) throw brokenDefinition(check.problems);
      const resource = newRunbook(check.definition);
      return { resource, statement: statementFor(caller, resource) };
    },
    titleTaken,
  );
}

function newRunbook({ title, steps, parameters, status }: CreateRunbook): Runbook | PublishedRunbook {
  const now = new Date();
  const row = { id: randomUUIDv7(), title, steps, parameters, version: 1, createdAt: now, updatedAt: now };
  return status === 'published'
    ? toPublishedRunbook({ ...row, revisionId: randomUUIDv7() })
    : toRunbook({ ...row, revisionId: null });
}

function statementFor({ principal, idempotency }: Caller, runbook: Runbook | PublishedRunbook) {
  return {
    name: 'create-runbook',
    text: CREATE,
    values: [
      runbook.id,
      principal.workspaceId,
      runbook.title,
      JSON.stringify(runbook.steps),
      JSON.stringify(runbook.parameters),
      'revisionId' in runbook ? runbook.revisionId : null,
      principal.userId,
      runbook.createdAt,
      idempotency?.key ?? null,
      idempotency?.fingerprint.value ?? null,
      idempotency === null ? null : JSON.stringify(runbook),
      actorOf(principal),
    ],
  };
}
