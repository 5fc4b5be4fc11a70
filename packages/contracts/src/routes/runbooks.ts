import { z } from 'zod';
import {
  CreateRunbook,
  ListRunbooksQuery,
  PublishRunbook,
  PublishedRunbook,
  ReplaceRunbook,
  Revision,
  RevisionList,
  Runbook,
  RunbookList,
  RunbookValidation,
} from '../public/runbooks.ts';
import { WholeListQuery } from '../public/paging.ts';
import { Id, JsonObject } from '../public/text.ts';
import { route } from './route.ts';

const RunbookPath = z.object({ runbook_id: Id.describe('Id of the Runbook.') });
const definitionExample = {
  title: 'Read a heading',
  parameters: [{ name: 'page', type: 'url', required: true }],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: '{{ inputs.page }}' } },
    {
      id: 'read',
      kind: 'primitive',
      primitive: 'browser.extract',
      input: { target: { role: 'heading' }, as: 'text' },
    },
  ],
};
const common = { owner: 'runbooks', tag: 'Runbooks', preview: true } as const;

export const runbookRoutes = {
  createRunbook: route({
    ...common,
    name: 'createRunbook',
    method: 'POST',
    path: '/v1/runbooks',
    access: { scopes: ['runbooks:write'] },
    summary: 'Create a Runbook',
    body: CreateRunbook,
    bodyExample: { schemaVersion: 3, ...definitionExample },
    idempotent: true,
    answers: {
      201: {
        description: 'The Runbook; if created as published, with its revisionId',
        body: z.union([Runbook, PublishedRunbook]),
        headers: ['Location', 'Idempotency-Replayed'],
      },
    },
  }),
  listRunbooks: route({
    ...common,
    name: 'listRunbooks',
    method: 'GET',
    path: '/v1/runbooks',
    access: { scopes: ['runbooks:read'] },
    summary: 'List Runbooks, most recently updated first',
    query: ListRunbooksQuery,
    answers: { 200: { description: 'At most `limit` Runbooks', body: RunbookList } },
  }),
  validateRunbook: route({
    ...common,
    name: 'validateRunbook',
    method: 'POST',
    path: '/v1/runbooks/validate',
    access: { scopes: ['runbooks:write'] },
    summary: 'Validate a Runbook without storing it',
    // Any JSON: problems are reported in the response.
    body: z.unknown().refine((body) => body !== undefined),
    bodyExample: { schemaVersion: 3, ...definitionExample },
    answers: { 200: { description: 'All problems of the Runbook', body: RunbookValidation } },
  }),
  getRunbookSchema: route({
    ...common,
    owner: 'gateway',
    name: 'getRunbookSchema',
    method: 'GET',
    path: '/v1/runbooks/schema',
    access: 'public',
    summary: 'Get the JSON Schema of a Runbook, for editors',
    answers: {
      200: { description: 'JSON Schema 2020-12 of the body that creates a Runbook', body: JsonObject },
    },
  }),
  getRunbook: route({
    ...common,
    name: 'getRunbook',
    method: 'GET',
    path: '/v1/runbooks/{runbook_id}',
    access: { scopes: ['runbooks:read'] },
    summary: 'Get a Runbook',
    params: RunbookPath,
    answers: { 200: { description: 'The Runbook', body: Runbook } },
  }),
  replaceRunbook: route({
    ...common,
    name: 'replaceRunbook',
    method: 'PUT',
    path: '/v1/runbooks/{runbook_id}',
    access: { scopes: ['runbooks:write'] },
    summary: 'Replace a Runbook',
    params: RunbookPath,
    body: ReplaceRunbook,
    bodyExample: { expectedVersion: 1, ...definitionExample },
    answers: { 200: { description: 'The next version, a draft', body: Runbook } },
  }),
  publishRunbook: route({
    ...common,
    name: 'publishRunbook',
    method: 'POST',
    path: '/v1/runbooks/{runbook_id}/publish',
    access: { scopes: ['runbooks:write'] },
    summary: 'Publish the current version as an immutable revision',
    params: RunbookPath,
    body: PublishRunbook,
    bodyExample: { expectedVersion: 1 },
    answers: { 200: { description: 'The Runbook and the revision', body: PublishedRunbook } },
  }),
  listRevisions: route({
    ...common,
    name: 'listRevisions',
    method: 'GET',
    path: '/v1/runbooks/{runbook_id}/revisions',
    access: { scopes: ['runbooks:read'] },
    summary: 'List published revisions, newest first',
    params: RunbookPath,
    query: WholeListQuery,
    answers: { 200: { description: 'At most `limit` revisions', body: RevisionList } },
  }),
  getRevision: route({
    ...common,
    name: 'getRevision',
    method: 'GET',
    path: '/v1/runbooks/{runbook_id}/revisions/{revision_id}',
    access: { scopes: ['runbooks:read'] },
    summary: 'Get a published revision',
    params: RunbookPath.extend({ revision_id: Id.describe('Id of the revision.') }),
    answers: { 200: { description: 'The revision', body: Revision } },
  }),
} as const;
