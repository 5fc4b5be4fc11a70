import { z } from 'zod';
import { Scope } from '../public/scopes.ts';
import { Id } from '../public/text.ts';

/**
 * Who is asking, as the gateway established it. Services trust it because only a holder of the
 * internal token can reach them.
 */
export const Principal = z.strictObject({
  workspaceId: Id,
  userId: z.string(),
  /** Null for a dashboard session. */
  keyId: Id.nullable(),
  /** The public part of that key. */
  keyPrefix: z.string().optional(),
  /** What people call that key, or the member of a session. */
  name: z.string().optional(),
  /** Where the caller connects from, as far as the gateway can tell. */
  address: z.string().optional(),
  scopes: z.array(Scope),
  /** The workspace asks that a Run is approved by another member than the one who asked for it. */
  fourEyes: z.boolean().optional(),
});
export type Principal = z.infer<typeof Principal>;

/** Carries the principal, as JSON of ASCII characters only, from the gateway to a service. */
export const PRINCIPAL_HEADER = 'x-errand-principal';

/** Carries the origin at which people open the product, from the gateway to a service. */
export const PUBLIC_ORIGIN_HEADER = 'x-errand-public-origin';
