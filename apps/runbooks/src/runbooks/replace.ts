import { ReplaceRunbook, type Runbook } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { checkRunbook } from '@errand/runbook-language';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { RUNBOOK_COLUMNS, type RunbookRow, toRunbook } from '../db/runbook-row.ts';
import { isTitleTaken } from '../db/title.ts';
import { requireRunbook } from './get.ts';
import { knownRunbooks } from './nested.ts';
import { brokenDefinition, staleVersion, titleTaken } from '../definitions/errors.ts';

/** One statement decides which replacement wins. The new version is a draft; published revisions stay executable. */
const REPLACE = `
  WITH replaced AS (
    UPDATE runbooks
    SET title = $4, steps = $5, parameters = $6, version = version + 1, revision_id = NULL,
        updated_at = GREATEST(updated_at, $7)
    WHERE id = $1 AND workspace_id = $2 AND version = $3::bigint AND deleted_at IS NULL
    RETURNING *
  ), noted AS (
    ${appendAuditEntry('runbook.replaced', { from: 'replaced', object: 'id', actor: '$8' })}
  )
  SELECT ${RUNBOOK_COLUMNS} FROM replaced`;

/**
 * Replaces the definition. 404: no such Runbook. 422: the definition is invalid. 409: `expectedVersion` is stale, or the
 * title is taken.
 */
export async function replaceRunbook(
  context: Context,
  principal: Principal,
  id: string,
  json: unknown,
): Promise<Runbook> {
  await requireRunbook(context, { workspaceId: principal.workspaceId, id });
  const runbooks = await knownRunbooks(context, principal.workspaceId, json);
  const check = checkRunbook(json, ReplaceRunbook, { hasModel: context.hasModel, runbooks, self: id });
  if (!check.ok) throw brokenDefinition(check.problems);
  const row = await replace(context, principal, id, check.definition);
  if (row === undefined) throw staleVersion('Runbook');
  return toRunbook(row);
}

async function replace(
  { pool }: Context,
  principal: Principal,
  id: string,
  { expectedVersion, title, steps, parameters }: ReplaceRunbook,
): Promise<RunbookRow | undefined> {
  try {
    const { rows } = await pool.query<RunbookRow>({
      name: 'replace-runbook',
      text: REPLACE,
      values: [
        id,
        principal.workspaceId,
        expectedVersion,
        title,
        JSON.stringify(steps),
        JSON.stringify(parameters),
        new Date(),
        actorOf(principal),
      ],
    });
    return rows[0];
  } catch (error) {
    if (isTitleTaken(error)) throw titleTaken();
    throw error;
  }
}
