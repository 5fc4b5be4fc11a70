import { randomUUIDv7 } from 'node:crypto';
import { CreateRunbook, type PublishedRunbook, type Runbook, conflict } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { checkRunbook } from '@errand/runbook-language';
import { type Idempotency, actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { toPublishedRunbook, toRunbook } from '../db/runbook-row.ts';
import { knownRunbooks } from './nested.ts';
import { brokenDefinition, titleTaken } from './errors.ts';

interface Caller {
  principal: Principal;
  idempotency: Idempotency | null;
}

export interface Creation {
  runbook: Runbook | PublishedRunbook;
  /** True: the response to an earlier request with the same idempotency key. */
  replayed: boolean;
}

/** Title and idempotency key are unique in a workspace, so only one of several concurrent creations stores a row. */
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
export async function createRunbook(context: Context, caller: Caller, json: unknown): Promise<Creation> {
  const existing = await findCreation(context, caller);
  if (existing?.isSame) return { runbook: existing.answer, replayed: true };
  const runbooks = await knownRunbooks(context, caller.principal.workspaceId, json);
  const check = checkRunbook(json, CreateRunbook, { hasModel: context.hasModel, runbooks });
  if (!check.ok) throw brokenDefinition(check.problems);
  if (existing !== null) throw keyReused();

  const runbook = newRunbook(check.definition);
  if (await store(context, caller, runbook)) return { runbook, replayed: false };
  const winner = await findCreation(context, caller);
  if (winner === null) throw titleTaken();
  if (!winner.isSame) throw keyReused();
  return { runbook: winner.answer, replayed: true };
}

function keyReused() {
  return conflict('X-Idempotency-Key was used before with a different request.');
}

function newRunbook({ title, steps, parameters, status }: CreateRunbook): Runbook | PublishedRunbook {
  const now = new Date();
  const row = { id: randomUUIDv7(), title, steps, parameters, version: 1, createdAt: now, updatedAt: now };
  return status === 'published'
    ? toPublishedRunbook({ ...row, revisionId: randomUUIDv7() })
    : toRunbook({ ...row, revisionId: null });
}

/** False when the title or the idempotency key is taken. */
async function store(
  { pool }: Context,
  { principal, idempotency }: Caller,
  runbook: Runbook | PublishedRunbook,
): Promise<boolean> {
  const { rowCount } = await pool.query({
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
  });
  return rowCount === 1;
}

/** The response to the creation under an idempotency key. Null: the key is free. */
async function findCreation(
  { pool }: Context,
  { principal, idempotency }: Caller,
): Promise<{ isSame: boolean; answer: Runbook | PublishedRunbook } | null> {
  if (idempotency === null) return null;
  const { rows } = await pool.query<{ fingerprint: string; answer: Runbook | PublishedRunbook }>({
    name: 'find-creation',
    text: `SELECT idempotency_fingerprint AS fingerprint, idempotency_answer AS answer FROM runbooks
           WHERE workspace_id = $1 AND idempotency_key = $2 AND deleted_at IS NULL`,
    values: [principal.workspaceId, idempotency.key],
  });
  const [row] = rows;
  return row === undefined
    ? null
    : { isSame: idempotency.fingerprint.matches(row.fingerprint), answer: row.answer };
}
