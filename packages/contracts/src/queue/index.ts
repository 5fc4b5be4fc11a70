import type { z } from 'zod';
import { RunEventsJob } from './run-events.ts';
import { RunExecutionJob } from './run-execution.ts';

export * from './run-events.ts';
export * from './run-execution.ts';

/** Every queue and the contract of its jobs. */
export const queues = {
  'run-execution': RunExecutionJob,
  /** For the slots that executors reserve for workspaces of which no Run is under way. */
  'run-execution-reserved': RunExecutionJob,
  'run-events': RunEventsJob,
} as const satisfies Record<string, z.ZodType>;
export type QueueName = keyof typeof queues;
export type JobOf<Name extends QueueName> = z.infer<(typeof queues)[Name]>;

/** Signals between services: lossy by design, each has a slower sure way (a beat, a poll). */
export const signals = {
  /** An executor should stop the Run now. */
  cancel: (runId: string) => `run.${runId}.cancel`,
  /** A Run has new events or a new status. */
  changed: (runId: string) => `run.${runId}.changed`,
} as const;
