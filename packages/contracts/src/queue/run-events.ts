import { z } from 'zod';
import { RunEventType } from '../public/run-events.ts';
import { ErrorCode } from '../public/runs.ts';
import { Id, Timestamp } from '../public/text.ts';

/** An event as an executor reports it; the runs service gives it its `seq` in the Run. */
export const ReportedEvent = z.strictObject({
  at: Timestamp,
  type: RunEventType,
  step_id: z.string().nullable(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Of a completed step with an effect: what it gave, for whoever takes the Run over. Null and not `whole` when it cannot be
   * used again, because it held a secret or is too large.
   */
  result: z.strictObject({ output: z.unknown(), whole: z.boolean() }).optional(),
});
export type ReportedEvent = z.infer<typeof ReportedEvent>;

/** How an attempt ended. */
export const RunOutcome = z.strictObject({
  status: z.enum(['completed', 'failed']),
  summary: z.string(),
  finalUrl: z.string().nullable(),
  outputs: z.record(z.string(), z.unknown()),
  errorCode: ErrorCode.nullable(),
  errorMessage: z.string().nullable(),
});
export type RunOutcome = z.infer<typeof RunOutcome>;

/**
 * A slice of an attempt's report. Slices of one attempt are numbered without gaps, so the consumer applies each
 * event once and in order whatever the queue does. The last one carries the outcome.
 */
export const RunEventsJob = z.strictObject({
  runId: Id,
  attempt: z.int().positive(),
  executorId: z.string(),
  /** Number in this attempt of the first event, counting from 1. */
  firstSeq: z.int().positive(),
  events: z.array(ReportedEvent),
  outcome: RunOutcome.nullable(),
  /** How the attempt will end once its files are stored: should the executor be lost before, the Run ends so. */
  reached: RunOutcome.optional(),
});
export type RunEventsJob = z.infer<typeof RunEventsJob>;

/** The id of a slice's job. */
export function reportId({
  runId,
  attempt,
  firstSeq,
}: Pick<RunEventsJob, 'runId' | 'attempt' | 'firstSeq'>): string {
  return `${runId}-${attempt}-${firstSeq}`;
}

/** Ends the id of a slice with `reached`: it may have no events, and then the next slice has the same number. */
export const REACHED = '-reached';
