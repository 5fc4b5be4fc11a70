import { type CreateRunbook, PublishedRunbook, Runbook } from '@errand/contracts';
import type { Client } from './client.ts';

/** Well formed, and nobody's. */
export const UNKNOWN_ID = '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e';

let titles = 0;
export const newTitle = (): string => `Runbook ${process.pid}-${(titles += 1)}`;

/** A Runbook that needs no browser: its one step answers with what it is given. */
export const runbook = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  schemaVersion: 3,
  title: newTitle(),
  steps: [{ id: 'keep', kind: 'primitive', primitive: 'data.set', input: { value: 'kept' } }],
  parameters: [],
  ...changes,
});

/** A step of `data.set`, for definitions in which only something else matters. */
export const setStep = (id: string, value: unknown = 1) =>
  ({
    id,
    kind: 'primitive',
    primitive: 'data.set',
    input: { value },
  }) satisfies CreateRunbook['steps'][number];

export const createDraft = async (client: Client, changes: Record<string, unknown> = {}): Promise<Runbook> =>
  (await client.post('/v1/runbooks', runbook(changes))).as(201, Runbook);

export const createPublished = async (
  client: Client,
  changes: Record<string, unknown> = {},
): Promise<PublishedRunbook> =>
  (await client.post('/v1/runbooks', runbook({ ...changes, status: 'published' }))).as(201, PublishedRunbook);
