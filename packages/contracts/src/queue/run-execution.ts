import { z } from 'zod';
import { Id } from '../public/text.ts';

/** Doorbell: "this Run waits for its n-th attempt". The truth is in the runs database; a stale bell is dropped by the claim. */
export const RunExecutionJob = z.strictObject({ runId: Id, attempt: z.int().positive() });
export type RunExecutionJob = z.infer<typeof RunExecutionJob>;
