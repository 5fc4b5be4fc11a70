import {
  type CreateRunbook,
  PublishedRunbook,
  type Revision,
  RevisionList,
  Runbook,
} from '@errand/contracts';
import type { Client } from './client.ts';

/** A well-formed id that does not exist. */
export const UNKNOWN_ID = '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e';

export const MIB = 1_048_576;

/** A body of exactly `bytes` bytes, for the size limit. */
export function bodyOf(bytes: number): string {
  return `{"task":"${'a'.repeat(bytes - 11)}"}`;
}

/** The format of times in answers. */
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const RUNBOOK_FIELDS =
  'createdAt id parameters schemaVersion status steps title updatedAt version'.split(' ');

let titles = 0;
export function newTitle(): string {
  return `Runbook ${process.pid}-${(titles += 1)}`;
}

/** A Runbook that needs no browser: its one step outputs a constant. */
export function runbook(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    schemaVersion: 3,
    title: newTitle(),
    steps: [{ id: 'keep', kind: 'primitive', primitive: 'data.set', input: { value: 'kept' } }],
    parameters: [],
    ...changes,
  };
}

/** A `data.set` step, as a filler. */
export function setStep(id: string, value: unknown = 1) {
  return {
    id,
    kind: 'primitive',
    primitive: 'data.set',
    input: { value },
  } satisfies CreateRunbook['steps'][number];
}

export async function createDraft(client: Client, changes: Record<string, unknown> = {}): Promise<Runbook> {
  return (await client.post('/v1/runbooks', runbook(changes))).as(201, Runbook);
}

export async function createPublished(
  client: Client,
  changes: Record<string, unknown> = {},
): Promise<PublishedRunbook> {
  return (await client.post('/v1/runbooks', runbook({ ...changes, status: 'published' }))).as(
    201,
    PublishedRunbook,
  );
}

/** The body of a PUT that changes only `changes`. */
export function replacement(
  { version, title, steps, parameters }: Runbook,
  changes: Record<string, unknown> = {},
) {
  return {
    expectedVersion: version,
    title,
    steps,
    parameters,
    ...changes,
  };
}

export async function revisionsOf(client: Client, runbookId: string): Promise<Revision[]> {
  return (await client.get(`/v1/runbooks/${runbookId}/revisions`)).as(200, RevisionList).data;
}
