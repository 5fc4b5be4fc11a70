import { type Problem, conflict } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Idempotency } from '@errand/service-kit';
import type { QueryConfig } from 'pg';
import type { Context } from '../context.ts';

export interface Caller {
  principal: Principal;
  idempotency: Idempotency | null;
}

export interface Creation<Resource> {
  resource: Resource;
  /** True: the response to an earlier request with the same idempotency key. */
  replayed: boolean;
}

/** A resource that is valid, and the statement that stores it: one row, or none when it collides with another resource. */
export interface NewResource<Resource> {
  resource: Resource;
  statement: QueryConfig;
}

/**
 * Creates a resource, or returns the answer to the first request with the same idempotency key. The key is unique in a
 * workspace, so only one of several concurrent requests stores a row.
 * @param make throws 422 for an invalid definition, which precedes the 409 for a key that was used with a different request
 * @param taken the error when the resource collides with another one while the key is free
 */
export async function createOnce<Resource>(
  context: Context,
  table: 'blueprints' | 'runbooks',
  caller: Caller,
  make: () => Promise<NewResource<Resource>>,
  taken: () => Problem = keyReused,
): Promise<Creation<Resource>> {
  const existing = await findCreation(context, table, caller);
  if (existing?.isSame) return { resource: existing.answer as Resource, replayed: true };
  const { resource, statement } = await make();
  if (existing !== null) throw keyReused();
  const { rowCount } = await context.pool.query(statement);
  if (rowCount === 1) return { resource, replayed: false };
  const winner = await findCreation(context, table, caller);
  if (winner === null) throw taken();
  if (!winner.isSame) throw keyReused();
  return { resource: winner.answer as Resource, replayed: true };
}

function keyReused() {
  return conflict('X-Idempotency-Key was used before with a different request.');
}

/** The response to the creation under an idempotency key. Null: the key is free. */
async function findCreation(
  { pool }: Context,
  table: 'blueprints' | 'runbooks',
  { principal, idempotency }: Caller,
): Promise<{ isSame: boolean; answer: unknown } | null> {
  if (idempotency === null) return null;
  const { rows } = await pool.query<{ fingerprint: string; answer: unknown }>({
    name: `find-creation-${table}`,
    text: `SELECT idempotency_fingerprint AS fingerprint, idempotency_answer AS answer FROM ${table}
           WHERE workspace_id = $1 AND idempotency_key = $2 AND deleted_at IS NULL`,
    values: [principal.workspaceId, idempotency.key],
  });
  const [row] = rows;
  return row === undefined
    ? null
    : { isSame: idempotency.fingerprint.matches(row.fingerprint), answer: row.answer };
}
