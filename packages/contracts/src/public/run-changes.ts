import { z } from 'zod';
import { Run } from './runs.ts';

/** The fields of a listed Run that change. */
export const ChangedRun = Run.pick({
  id: true,
  status: true,
  error_code: true,
  error_message: true,
  step_count: true,
  started_at: true,
  completed_at: true,
  updated_at: true,
});
export type ChangedRun = z.infer<typeof ChangedRun>;

/** A message of the stream of GET /v1/runs/changes. */
export const RunChange = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('reset').describe('Changes may have been missed: read again what you show.'),
  }),
  z.strictObject({
    type: z.literal('changed').describe('A Run is new or has changed.'),
    run: ChangedRun.describe('Its fields of the list that change, as they are now.'),
  }),
]);
export type RunChange = z.infer<typeof RunChange>;
