import { randomUUIDv7 } from 'node:crypto';
import { type Blueprint, CreateBlueprint } from '@errand/contracts';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { toBlueprint } from '../db/blueprint-row.ts';
import { type Caller, type Creation, createOnce } from '../definitions/create-once.ts';
import { checkedDefinition } from './checked-definition.ts';

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
export function createBlueprint(
  context: Context,
  caller: Caller,
  json: unknown,
): Promise<Creation<Blueprint>> {
  const { principal, idempotency } = caller;
  return createOnce(context, 'blueprints', caller, async () => {
    const { definition } = checkedDefinition(json, CreateBlueprint);
    const now = new Date();
    const row = { id: randomUUIDv7(), definition, version: 1, created_at: now, updated_at: now };
    const blueprint = toBlueprint(row);
    return {
      resource: blueprint,
      statement: {
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
      },
    };
  });
}
