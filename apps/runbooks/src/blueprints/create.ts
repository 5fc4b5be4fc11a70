import { randomUUIDv7 } from 'node:crypto';
import { type Blueprint, CreateBlueprint, conflict } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { type Idempotency, actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { toBlueprint } from '../db/blueprint-row.ts';
import { checkedDefinition } from './checked-definition.ts';

interface Caller {
  principal: Principal;
  idempotency: Idempotency | null;
}

export interface BlueprintCreation {
  blueprint: Blueprint;
  /** True: the response to an earlier request with the same idempotency key. */
  replayed: boolean;
}

/** The idempotency key is unique in a workspace, so only one of several concurrent creations stores a row. */
const CREATE = `
  WITH created AS (
    INSERT INTO blueprints (id, workspace_id, definition, version, created_by, created_at, updated_at,
                            idempotency_key, idempotency_fingerprint, idempotency_answer)
    VALUES ($1, $2, $3, 1, $4, $5, $5, $6, $7, $8)
    ON CONFLICT DO NOTHING
    RETURNING id
  ), noted AS (
    ${appendAuditEntry('blueprint.created', { from: 'created', object: 'id', actor: '$9' })}
  )
  SELECT id FROM created`;

/** Creates a Blueprint. 422: the definition is invalid. 409: the key was used with a different request. */
export async function createBlueprint(
  context: Context,
  caller: Caller,
  json: unknown,
): Promise<BlueprintCreation> {
  const existing = await findCreation(context, caller);
  if (existing?.isSame) return { blueprint: existing.answer, replayed: true };
  const { definition } = checkedDefinition(json, CreateBlueprint);
  if (existing !== null) throw keyReused();

  const now = new Date();
  const row = { id: randomUUIDv7(), definition, version: 1, created_at: now, updated_at: now };
  const blueprint = toBlueprint(row);
  const { principal, idempotency } = caller;
  const { rowCount } = await context.pool.query({
    name: 'create-blueprint',
    text: CREATE,
    values: [
      row.id,
      principal.workspaceId,
      JSON.stringify(definition),
      principal.userId,
      now,
      idempotency?.key ?? null,
      idempotency?.fingerprint.value ?? null,
      idempotency === null ? null : JSON.stringify(blueprint),
      actorOf(principal),
    ],
  });
  if (rowCount === 1) return { blueprint, replayed: false };
  const winner = await findCreation(context, caller);
  if (!winner?.isSame) throw keyReused();
  return { blueprint: winner.answer, replayed: true };
}

function keyReused() {
  return conflict('X-Idempotency-Key was used before with a different request.');
}

/** The response to the creation under an idempotency key. Null: the key is free. */
async function findCreation(
  { pool }: Context,
  { principal, idempotency }: Caller,
): Promise<{ isSame: boolean; answer: Blueprint } | null> {
  if (idempotency === null) return null;
  const { rows } = await pool.query<{ fingerprint: string; answer: Blueprint }>({
    name: 'find-blueprint-creation',
    text: `SELECT idempotency_fingerprint AS fingerprint, idempotency_answer AS answer FROM blueprints
           WHERE workspace_id = $1 AND idempotency_key = $2 AND deleted_at IS NULL`,
    values: [principal.workspaceId, idempotency.key],
  });
  const [row] = rows;
  return row === undefined
    ? null
    : { isSame: idempotency.fingerprint.matches(row.fingerprint), answer: row.answer };
}
