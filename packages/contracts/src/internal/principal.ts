import { z } from 'zod';
import { Scope } from '../public/scopes.ts';
import { Id } from '../public/text.ts';

/**
 * The authenticated caller. Set by the gateway; services trust it, because only holders of the internal token can call
 * them.
 */
export const Principal = z.strictObject({
  workspaceId: Id,
  userId: z.string(),
  /** Null for a dashboard session. */
  keyId: Id.nullable(),
  /** The key's public prefix. */
  keyPrefix: z.string().optional(),
  /** Name of the key, or of the member of a session. */
  name: z.string().optional(),
  /** The caller's IP address, if the gateway knows it. */
  address: z.string().optional(),
  scopes: z.array(Scope),
  /** The workspace requires that a Run is approved by another member than its creator. */
  fourEyes: z.boolean().optional(),
});
export type Principal = z.infer<typeof Principal>;

/** Header with the principal, from the gateway to a service. JSON in ASCII characters. */
export const PRINCIPAL_HEADER = 'x-errand-principal';

/** Header with the public origin of the product (ERRAND_PUBLIC_URL), from the gateway to a service. */
export const PUBLIC_ORIGIN_HEADER = 'x-errand-public-origin';
