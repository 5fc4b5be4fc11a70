import { z } from 'zod';
import {
  ApiKey,
  ApiKeyList,
  CreateApiKey,
  ExchangeGrant,
  IssuedApiKey,
  RotateApiKey,
} from '../public/api-keys.ts';
import { Id } from '../public/text.ts';
import { route } from './route.ts';

const KeyPath = z.object({ key_id: Id.describe('Id of the key.') });
const common = { owner: 'gateway', tag: 'API keys', access: 'session' } as const;

export const apiKeyRoutes = {
  listApiKeys: route({
    ...common,
    name: 'listApiKeys',
    method: 'GET',
    path: '/v1/api-keys',
    summary: 'List the API keys of the workspace',
    answers: { 200: { description: 'Newest first', body: ApiKeyList } },
  }),
  createApiKey: route({
    ...common,
    name: 'createApiKey',
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Create an API key',
    body: CreateApiKey,
    bodyExample: { name: 'ci', scopes: ['runs:read', 'runs:write'] },
    answers: {
      201: { description: 'The API key; `key` is shown only in this response', body: IssuedApiKey },
    },
  }),
  exchangeGrant: route({
    ...common,
    access: 'grant:errand-cli',
    name: 'exchangeGrant',
    method: 'POST',
    path: '/v1/api-keys/exchange',
    summary: 'Log in the command line: exchange the grant of a confirmed device code for an API key',
    body: ExchangeGrant,
    bodyExample: { name: 'errand on laptop' },
    answers: {
      201: { description: 'The API key, shown only here; the grant is spent', body: IssuedApiKey },
    },
  }),
  rotateApiKey: route({
    ...common,
    name: 'rotateApiKey',
    method: 'POST',
    path: '/v1/api-keys/{key_id}/rotate',
    summary: 'Give a key a new secret',
    params: KeyPath,
    body: RotateApiKey.optional(),
    bodyExample: { graceSeconds: 3600 },
    answers: { 200: { description: 'The key with its new secret', body: IssuedApiKey } },
  }),
  revokeApiKey: route({
    ...common,
    name: 'revokeApiKey',
    method: 'POST',
    path: '/v1/api-keys/{key_id}/revoke',
    summary: 'Revoke a key',
    params: KeyPath,
    answers: { 200: { description: 'The revoked key', body: ApiKey } },
  }),
} as const;
