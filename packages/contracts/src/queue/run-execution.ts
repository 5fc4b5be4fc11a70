import { z } from 'zod';
import { Id } from '../public/text.ts';

/** Notification that a Run is queued for its n-th attempt. The database decides: a claim for a stale job is rejected. */
export const RunExecutionJob = z.strictObject({ runId: Id, attempt: z.int().positive() });
export type RunExecutionJob = z.infer<typeof RunExecutionJob>;
