import type { ApiKeyList, Me } from '@errand/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../schema-form/schema.ts';
import { accounts, workspaces } from './accounts.ts';
import { errand } from './client.ts';
import { whileChanging, unlessStreamed } from './polling.ts';

export type Caller = Extract<Me, { member: unknown }>;

export const PAGE_SIZE = 50;

export interface RunFilter {
  status?: string | undefined;
  executionTarget?: string | undefined;
  runbookId?: string | undefined;
}
const WAITING = { status: 'waiting_for_approval' } as const;
type ListQuery = NonNullable<Parameters<typeof errand.runs.list>[0]>;

/** The query of one page of 50 Runs that pass the filter. */
export function runListQuery(filter: RunFilter): ListQuery {
  return { limit: PAGE_SIZE, ...filter } as ListQuery;
}

/** The dashboard's queries, with the keys by which they are refreshed. */
export const queries = {
  me: () =>
    queryOptions({ queryKey: ['me'], queryFn: () => errand.me() as Promise<Caller>, staleTime: 60_000 }),
  newestRuns: (filter: RunFilter) =>
    queryOptions({
      queryKey: ['runs', 'newest', filter],
      queryFn: ({ signal }) => errand.runs.list(runListQuery(filter), { signal }).then(({ body }) => body),
      refetchInterval: unlessStreamed,
    }),
  waitingRuns: () =>
    queryOptions({
      queryKey: ['runs', 'waiting', WAITING],
      queryFn: () => errand.runs.list({ ...WAITING, limit: 100 }).then(({ body }) => body),
      select: ({ data }) => data,
      refetchInterval: unlessStreamed,
    }),
  run: (id: string) =>
    queryOptions({
      queryKey: ['run', id, 'details'],
      queryFn: ({ signal }) => errand.runs.details(id, { signal }),
    }),
  /** The events of a Run as it was changed last at `updatedAt`. */
  events: (id: string, updatedAt: string) =>
    queryOptions({
      queryKey: ['run', id, 'events', updatedAt],
      queryFn: () => Array.fromAsync(errand.runs.events(id)),
      staleTime: Infinity,
    }),
  artifacts: (id: string) =>
    queryOptions({
      queryKey: ['run', id, 'artifacts'],
      queryFn: () => Array.fromAsync(errand.runs.artifacts.list(id, { limit: 100 })),
    }),
  runbooks: () =>
    queryOptions({
      queryKey: ['runbooks', 'list'],
      queryFn: () => Array.fromAsync(errand.runbooks.list({ limit: 100 })),
      refetchInterval: whileChanging,
    }),
  runbook: (id: string) =>
    queryOptions({ queryKey: ['runbook', id], queryFn: () => errand.runbooks.get(id), retry: false }),
  revisions: (id: string) =>
    queryOptions({
      queryKey: ['runbook', id, 'revisions'],
      queryFn: () => errand.runbooks.revisions.list(id).then(({ data }) => data),
    }),
  revision: (id: string, revisionId: string) =>
    queryOptions({
      queryKey: ['runbook', id, 'revisions', revisionId],
      queryFn: () => errand.runbooks.revisions.get(id, revisionId),
      staleTime: Infinity,
    }),
  runbookSchema: () =>
    queryOptions({
      queryKey: ['runbook-schema'],
      queryFn: () => errand.request<Schema>('GET', '/v1/runbooks/schema'),
      staleTime: Infinity,
    }),
  blueprints: () =>
    queryOptions({
      queryKey: ['blueprints', 'list'],
      queryFn: () => Array.fromAsync(errand.blueprints.list({ limit: 100 })),
      refetchInterval: whileChanging,
    }),
  blueprint: (id: string) =>
    queryOptions({ queryKey: ['blueprint', id], queryFn: () => errand.blueprints.get(id) }),
  blueprintRuns: (id: string) =>
    queryOptions({
      queryKey: ['runs', 'of a Blueprint', {}, id],
      queryFn: () => errand.blueprints.runs(id, { limit: 50 }).then(({ body }) => body),
      select: ({ data }) => data,
      refetchInterval: unlessStreamed,
    }),
  apiKeys: () =>
    queryOptions({
      queryKey: ['api-keys'],
      queryFn: () => errand.request<ApiKeyList>('GET', '/v1/api-keys').then(({ data }) => data),
      refetchInterval: whileChanging,
    }),
  workspaces: () => queryOptions({ queryKey: ['workspaces'], queryFn: () => workspaces.list() }),
  workspace: () => queryOptions({ queryKey: ['workspace'], queryFn: () => workspaces.current() }),
  invitation: (id: string) =>
    queryOptions({ queryKey: ['invitation', id], queryFn: () => workspaces.invitation(id), retry: false }),
  sessions: () => queryOptions({ queryKey: ['sessions'], queryFn: () => accounts.sessions() }),
};
