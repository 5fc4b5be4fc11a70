import { randomUUIDv7 } from 'node:crypto';
import { type PublishedRunbook, unprocessable } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { RUNBOOK_COLUMNS, type RunbookRow, toPublishedRunbook } from '../db/runbook-row.ts';
import { chainProblem, runbookIdOf } from '@errand/runbook-language';
import { staleVersion } from '../definitions/errors.ts';
import { getRunbook } from './get.ts';
import { knownRunbooks } from './nested.ts';

/** The first of several concurrent publishers creates the revision; the row lock shows it to the others. */
const PUBLISH = `
  WITH current AS (
    UPDATE runbooks
    SET revision_id = COALESCE(revision_id, $4::uuid),
        updated_at = CASE WHEN revision_id IS NULL THEN GREATEST(updated_at, $5) ELSE updated_at END
    WHERE id = $1 AND workspace_id = $2 AND version = $3::bigint AND deleted_at IS NULL
    RETURNING *
  ), published AS (
    INSERT INTO revisions (id, runbook_id, workspace_id, version, title, steps, parameters, published_at)
    SELECT revision_id, id, workspace_id, version, title, steps, parameters, updated_at
    FROM current WHERE revision_id = $4::uuid
    RETURNING runbook_id
  ), noted AS (
    ${appendAuditEntry('runbook.published', { from: 'published', object: 'runbook_id', actor: '$6' })}
  )
  SELECT ${RUNBOOK_COLUMNS} FROM current`;

/**
 * Publishes the current version as an immutable revision. Idempotent: a published version keeps its revision.
 * 409: `expectedVersion` is not the current version. 422: the Runbooks that it runs run each other in a circle or too deep.
 */
export async function publishRunbook(
  context: Context,
  principal: Principal,
  id: string,
  expectedVersion: number,
): Promise<PublishedRunbook> {
  await refuseBrokenCalls(context, principal.workspaceId, id);
  const { pool } = context;
  const { rows } = await pool.query<RunbookRow & { revisionId: string }>({
    name: 'publish-runbook',
    text: PUBLISH,
    values: [id, principal.workspaceId, expectedVersion, randomUUIDv7(), new Date(), actorOf(principal)],
  });
  const [row] = rows;
  if (row === undefined) throw staleVersion('Runbook');
  return toPublishedRunbook(row);
}

/** The Runbooks that a Runbook runs may have changed since it was written. */
async function refuseBrokenCalls(context: Context, workspaceId: string, id: string): Promise<void> {
  const runbook = await getRunbook(context, { workspaceId, id });
  const runbooks = await knownRunbooks(context, workspaceId, runbook);
  for (const [at, step] of runbook.steps.entries()) {
    const called = runbookIdOf(step);
    const problem = called === null ? null : chainProblem(called, id, runbooks);
    if (problem !== null) throw unprocessable(`steps[${at}].input.runbookId: ${problem}`);
  }
}
