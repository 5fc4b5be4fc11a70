import type { z } from 'zod';
import { RunEventsJob } from './run-events.ts';
import { RunExecutionJob } from './run-execution.ts';

export * from './run-events.ts';
export * from './run-execution.ts';

/** All queues and the schemas of their jobs. */
export const queues = {
  'run-execution': RunExecutionJob,
  /** For the slots that executors reserve for workspaces without active Runs. */
  'run-execution-reserved': RunExecutionJob,
  'run-events': RunEventsJob,
} as const satisfies Record<string, z.ZodType>;
export type QueueName = keyof typeof queues;
export type JobOf<Name extends QueueName> = z.infer<(typeof queues)[Name]>;

/** Pub/sub channels between services. Lossy; a heartbeat or poll delivers the same later. */
export const signals = {
  /** An executor should stop the Run now. */
  cancel: (runId: string) => `run.${runId}.cancel`,
  /** A person paused, resumed, took or released a Run: its executor should send a heartbeat now. */
  control: (runId: string) => `run.${runId}.control`,
  /** Runs have new events or a new status; the message holds their ids. */
  changed: 'runs.changed',
  /** Changes of Runs could not be signalled. */
  changesLost: 'runs.changes-lost',
} as const;
