import { randomUUIDv7 } from 'node:crypto';
import type { PublishedRunbook } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { RUNBOOK_COLUMNS, type RunbookRow, toPublishedRunbook } from '../db/runbook-row.ts';
import { staleVersion } from './errors.ts';

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
 * 409: `expectedVersion` is not the current version.
 */
export async function publishRunbook(
  { pool }: Context,
  principal: Principal,
  id: string,
  expectedVersion: number,
): Promise<PublishedRunbook> {
  const { rows } = await pool.query<RunbookRow & { revisionId: string }>({
    name: 'publish-runbook',
    text: PUBLISH,
    values: [id, principal.workspaceId, expectedVersion, randomUUIDv7(), new Date(), actorOf(principal)],
  });
  const [row] = rows;
  if (row === undefined) throw staleVersion();
  return toPublishedRunbook(row);
}
