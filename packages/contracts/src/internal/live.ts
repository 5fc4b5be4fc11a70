import { z } from 'zod';
import {
  Copied,
  DialogMessage,
  FilesMessage,
  ListMessage,
  OnDesktop,
  PageMessage,
  PersonInput,
  Refused,
  Withheld,
} from '../public/live.ts';
import { Id } from '../public/text.ts';
import type { LeaseHolder } from './runs.ts';

/** The caller to whom a token of the live view was issued. */
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

/** Size limit of a live picture in bytes, its head included. */
export const MAX_PICTURE_BYTES = 4 * 1_048_576;

/** The WebSocket by which the holder of a Run reports to the runs service at `address`, where someone watches. */
export function liveLinkUrl(address: string, runId: string, { attempt, executorId }: LeaseHolder): string {
  const query = new URLSearchParams({ attempt: String(attempt), executorId });
  return `${address}/internal/runs/${runId}/live?${query}`;
}

/** Whether the person's input acts now: they control, and no action of the Run is in progress. */
const Ready = z.strictObject({ type: z.literal('ready'), ready: z.boolean() });

/** An executor's report about the browser of its Run; binary messages are pictures, as sent to watchers. */
export const LiveReport = z.discriminatedUnion('type', [
  Ready,
  PageMessage,
  Withheld,
  OnDesktop,
  DialogMessage,
  FilesMessage,
  ListMessage,
  Copied,
  Refused,
]);
export type LiveReport = z.infer<typeof LiveReport>;

/** Input that an executor carries out for the member `by`, if they control the Run. */
export const LiveOrder = z.strictObject({ by: z.string(), input: PersonInput });
export type LiveOrder = z.infer<typeof LiveOrder>;
