import { AcceptedRun, Blueprint } from '@errand/contracts';
import type { KeyClient } from './people.ts';

/** The body of a Blueprint with the required fields and `changes`. */
export function body(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'Look', goal: 'Open https://example.com and report the heading', ...changes };
}

export async function create(client: KeyClient, changes: Record<string, unknown> = {}): Promise<Blueprint> {
  return (await client.post('/v1/blueprints', body(changes))).as(201, Blueprint);
}

/** Starts a local Run, which no executor claims. */
export async function startLocal(
  client: KeyClient,
  id: string,
  changes: Record<string, unknown> = {},
): Promise<AcceptedRun> {
  const answer = await client.post(`/v1/blueprints/${id}/runs`, { executionTarget: 'local', ...changes });
  return answer.as(202, AcceptedRun);
}
