import type { QueueName } from '@errand/contracts/queue';
import type { Queue, Worker } from 'bullmq';
import { workerTelemetry } from '../telemetry/queue.ts';
import { UNLIMITED } from './job-options.ts';
import type { OpenSignals } from './signals.ts';

/** BullMQ on Redis or PostgreSQL. */
export interface Backend {
  queue(name: QueueName): Queue;
  worker(name: QueueName, concurrency: number, process: (data: unknown) => Promise<void>): Worker;
  /** Resolves once they can be used. `onError` is told of what happens meanwhile. */
  signals(onError: (error: Error) => void): Promise<OpenSignals>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A connection that receives nothing for this long is closed; longer than any blocking wait for a job. */
export const MAX_SILENCE_MS = 15_000;

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** BullMQ's defaults would deliver a job of a consumer that was killed again after up to a minute. */
const LOCK_MS = 10_000;
const STALLED_CHECK_INTERVAL_MS = 5_000;
/** In ms: a job of a consumer that was killed is delivered again by then. */
export const REDELIVERED_AFTER_MS = LOCK_MS + STALLED_CHECK_INTERVAL_MS;
const WORKER = {
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_CHECK_INTERVAL_MS,
  maxStalledCount: UNLIMITED,
  settings: {
    backoffStrategy: (attempts: number) =>
      Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LAST_RETRY_MS),
  },
};

/** How the BullMQ workers of both backends lock, retry and trace their jobs. */
export function workerOptions() {
  const telemetry = workerTelemetry();
  return { ...WORKER, ...(telemetry && { telemetry }) };
}
