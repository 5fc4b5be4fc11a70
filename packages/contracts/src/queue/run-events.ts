import { z } from 'zod';
import { RunEventType } from '../public/run-events.ts';
import { ErrorCode } from '../public/error-codes.ts';
import { Id, Timestamp } from '../public/text.ts';

/** An event as an executor reports it. The runs service assigns its `seq` in the Run. */
export const ReportedEvent = z.strictObject({
  at: Timestamp,
  type: RunEventType,
  step_id: z.string().nullable(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Output of a completed step with an effect, for a later attempt. `output` is null and `reusable` false when it cannot be
   * reused, because it contained a secret or is too large. With a `log` event, the list that a loop works through.
   */
  result: z.strictObject({ output: z.unknown(), reusable: z.boolean() }).optional(),
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
 * A batch of an attempt's events. Events of an attempt are numbered without gaps, so each is applied once and in order even
 * if the queue duplicates or reorders jobs. The last batch carries the outcome.
 */
export const RunReport = z.strictObject({
  /** Number of the first event within the attempt, from 1. */
  firstSeq: z.int().positive(),
  events: z.array(ReportedEvent),
  outcome: RunOutcome.nullable(),
  /** The outcome once the files are stored. The Run ends with it if the executor is lost before. */
  reached: RunOutcome.optional(),
});
export type RunReport = z.infer<typeof RunReport>;

/** A RunReport of the holder of a lease. Anyone with access to the queue can add a job, so it carries a proof. */
export const RunEventsJob = z.strictObject({
  runId: Id,
  attempt: z.int().positive(),
  executorId: z.string(),
  /** A RunReport as JSON text, because the proof is over its bytes. */
  report: z.string(),
  /** MAC of `report`, with the lease of the claim as its key; the lease itself is not in the queue. */
  proof: z.string(),
});
export type RunEventsJob = z.infer<typeof RunEventsJob>;

/** Job id of a batch. */
export function reportId({
  runId,
  attempt,
  firstSeq,
}: Pick<RunEventsJob, 'runId' | 'attempt'> & Pick<RunReport, 'firstSeq'>): string {
  return `${runId}-${attempt}-${firstSeq}`;
}

/** Suffix for the id of a batch with `reached`: it may be empty, and then the next batch has the same number. */
export const REACHED = '-reached';
