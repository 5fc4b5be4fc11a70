import { z } from 'zod';
import {
  Blueprint,
  BlueprintList,
  BlueprintRun,
  BlueprintRunList,
  CreateBlueprint,
  CursorQuery,
  ReplaceBlueprint,
  StartBlueprint,
} from '../public/blueprints.ts';
import { AcceptedRun, RunStatusResponse } from '../public/runs.ts';
import { Id } from '../public/text.ts';
import { route } from './route.ts';

const BlueprintPath = z.object({ blueprint_id: Id });
const BlueprintRunPath = z.object({ run_id: Id });
const definitions = { owner: 'runbooks', tag: 'Blueprints' } as const;
const runs = { owner: 'runs', tag: 'Blueprints' } as const;
const definitionExample = {
  name: 'Look up an order',
  goal: 'Open the orders, search for {{ inputs.order }} and report the status',
  startUrl: 'https://example.com/orders',
  parameters: [{ name: 'order', type: 'string', required: true }],
  applicationScope: ['example.com'],
};
const status = { 200: { description: 'The status of the Run', body: RunStatusResponse } };

export const blueprintRoutes = {
  createBlueprint: route({
    ...definitions,
    name: 'createBlueprint',
    method: 'POST',
    path: '/v1/blueprints',
    access: { scopes: ['blueprints:write'] },
    summary: 'Create a Blueprint',
    body: CreateBlueprint,
    bodyExample: definitionExample,
    idempotent: true,
    answers: {
      201: {
        description: 'The Blueprint',
        body: Blueprint,
        headers: ['Location', 'Idempotency-Replayed'],
      },
    },
  }),
  listBlueprints: route({
    ...definitions,
    name: 'listBlueprints',
    method: 'GET',
    path: '/v1/blueprints',
    access: { scopes: ['blueprints:read'] },
    summary: 'List Blueprints, newest first',
    query: CursorQuery,
    answers: { 200: { description: 'At most `limit` Blueprints', body: BlueprintList } },
  }),
  getBlueprint: route({
    ...definitions,
    name: 'getBlueprint',
    method: 'GET',
    path: '/v1/blueprints/{blueprint_id}',
    access: { scopes: ['blueprints:read'] },
    summary: 'Get a Blueprint',
    params: BlueprintPath,
    answers: { 200: { description: 'The Blueprint', body: Blueprint } },
  }),
  replaceBlueprint: route({
    ...definitions,
    name: 'replaceBlueprint',
    method: 'PUT',
    path: '/v1/blueprints/{blueprint_id}',
    access: { scopes: ['blueprints:write'] },
    summary: 'Replace a Blueprint',
    params: BlueprintPath,
    body: ReplaceBlueprint,
    bodyExample: { expectedVersion: 1, ...definitionExample },
    answers: { 200: { description: 'The next version', body: Blueprint } },
  }),
  deleteBlueprint: route({
    ...definitions,
    name: 'deleteBlueprint',
    method: 'DELETE',
    path: '/v1/blueprints/{blueprint_id}',
    access: { scopes: ['blueprints:write'] },
    summary: 'Delete a Blueprint; its Runs are kept',
    params: BlueprintPath,
    answers: { 204: { description: 'Deleted' } },
  }),
  runBlueprint: route({
    ...runs,
    name: 'runBlueprint',
    method: 'POST',
    path: '/v1/blueprints/{blueprint_id}/runs',
    access: { scopes: ['runs:write'] },
    summary: 'Run the current version of a Blueprint',
    params: BlueprintPath,
    body: StartBlueprint.optional(),
    bodyExample: { inputs: { order: 'A-1007' } },
    targeted: true,
    idempotent: 'blueprint-run',
    answers: {
      202: {
        description: 'Durably queued',
        body: AcceptedRun,
        headers: ['Location', 'Idempotency-Replayed'],
      },
    },
  }),
  listBlueprintRuns: route({
    ...runs,
    name: 'listBlueprintRuns',
    method: 'GET',
    path: '/v1/blueprints/{blueprint_id}/runs',
    access: { scopes: ['runs:read'] },
    summary: 'List the Runs of a Blueprint, newest first; those of a deleted one too',
    params: BlueprintPath,
    query: CursorQuery,
    answers: { 200: { description: 'At most `limit` Runs', body: BlueprintRunList } },
  }),
  getBlueprintRun: route({
    ...runs,
    name: 'getBlueprintRun',
    method: 'GET',
    path: '/v1/blueprint-runs/{run_id}',
    access: { scopes: ['runs:read'] },
    summary: 'Get a Run of a Blueprint',
    params: BlueprintRunPath,
    answers: { 200: { description: 'The Run', body: BlueprintRun } },
  }),
  cancelBlueprintRun: route({
    ...runs,
    name: 'cancelBlueprintRun',
    method: 'POST',
    path: '/v1/blueprint-runs/{run_id}/cancel',
    access: { scopes: ['runs:write'] },
    summary: 'Cancel a Run of a Blueprint',
    params: BlueprintRunPath,
    answers: status,
  }),
} as const;
