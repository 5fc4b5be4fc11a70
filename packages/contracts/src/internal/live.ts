import { z } from 'zod';
import { Id } from '../public/text.ts';

/** Who a token of the live view was issued to. */
export const Viewer = z.strictObject({
  runId: Id,
  workspaceId: Id,
  userId: z.string(),
  /** Null for a dashboard session. */
  keyId: Id.nullable(),
  /** Milliseconds since the epoch. */
  expiresAt: z.number(),
});
export type Viewer = z.infer<typeof Viewer>;

/** Size limit of a live picture in bytes. */
export const MAX_PICTURE_BYTES = 4 * 1_048_576;
