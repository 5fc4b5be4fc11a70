import { z } from 'zod';
import { Scope } from './scopes.ts';
import { Id, Moment, Timestamp, textOf } from './text.ts';

/** Body of POST /v1/api-keys. `expiresAt` must be in the future, else 422. */
export const CreateApiKey = z.strictObject({
  name: textOf(1, 100).describe('Name that says what the key is for.'),
  scopes: z.array(Scope).min(1).describe('Rights of the key.'),
  expiresAt: Moment.describe('When it stops working; in the future. Default: never.').optional(),
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** Scopes of a key that asks for none. */
export const USUAL_SCOPES = [
  'runs:read',
  'runs:write',
  'runbooks:read',
  'runbooks:write',
  'blueprints:read',
  'blueprints:write',
] as const satisfies readonly Scope[];

/** Body of POST /v1/api-keys/exchange. */
export const ExchangeGrant = CreateApiKey.extend({
  scopes: z
    .array(Scope)
    .min(1)
    .describe(`Rights of the key. Default: those of \`${USUAL_SCOPES.join('`, `')}\` that your role allows.`)
    .optional(),
});
export type ExchangeGrant = z.infer<typeof ExchangeGrant>;

/** Body of POST /v1/api-keys/{id}/rotate. The old secret stays valid for `graceSeconds`, by default 0. */
export const RotateApiKey = z.strictObject({
  graceSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .meta({ default: 0 })
    .describe('Seconds for which the old secret keeps working; at most 24 hours.')
    .optional(),
});

export const ApiKey = z.strictObject({
  id: Id.describe('Id of the key.'),
  name: z.string().describe('Name that says what the key is for.'),
  prefix: z.string().describe('The public beginning of the key, such as `erk_4fQ2x9Lm`.'),
  scopes: z.array(Scope).describe('Rights of the key.'),
  status: z.enum(['active', 'expired', 'revoked']).describe('Only an `active` key works.'),
  createdBy: z.string().describe('Id of the member who created it.'),
  createdAt: Timestamp.describe('When it was created.'),
  lastUsedAt: Timestamp.nullable().describe('When it was last used; null: never.'),
  expiresAt: Timestamp.nullable().describe('When it stops working; null: never.'),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Response of create and rotate, the only ones with the key itself. */
export const IssuedApiKey = ApiKey.extend({
  key: z.string().describe('The key itself, `erk_…`. Shown only in this response.'),
});
export type IssuedApiKey = z.infer<typeof IssuedApiKey>;

export const ApiKeyList = z.strictObject({ data: z.array(ApiKey).describe('Newest first.') });
