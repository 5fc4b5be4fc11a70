import { z } from 'zod';
import { Scope } from './scopes.ts';
import { Id, Moment, Timestamp, textOf } from './text.ts';

/** Body of POST /v1/api-keys. `expiresAt` must be in the future, else 422. */
export const CreateApiKey = z.strictObject({
  name: textOf(1, 100),
  scopes: z.array(Scope).min(1),
  expiresAt: Moment.optional(),
});
export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** Body of POST /v1/api-keys/{id}/rotate. The old secret stays valid for `graceSeconds`, by default 0. */
export const RotateApiKey = z.strictObject({ graceSeconds: z.int().min(0).max(86_400).optional() });

export const ApiKey = z.strictObject({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(Scope),
  status: z.enum(['active', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Response of create and rotate, the only ones with the key itself. */
export const IssuedApiKey = ApiKey.extend({ key: z.string() });
export type IssuedApiKey = z.infer<typeof IssuedApiKey>;

export const ApiKeyList = z.strictObject({ data: z.array(ApiKey) });
