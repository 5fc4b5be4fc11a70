import type { JobsOptions } from 'bullmq';

/** Jobs are retried without limit: they stay valid however long a database is unavailable or often a consumer dies. */
export const UNLIMITED = 1_000_000;

export const JOB: JobsOptions = {
  removeOnComplete: true,
  removeOnFail: true,
  attempts: UNLIMITED,
  backoff: { type: 'patient' },
};

/** Stored as text, because PostgreSQL's `jsonb` reorders keys and rejects NUL. */
export function encodeJob(job: unknown): string {
  return JSON.stringify(job);
}

/** The job that `encodeJob` made a text of; undefined when `data` is not JSON. */
export function decodeJob(data: unknown): unknown {
  try {
    return JSON.parse(String(data)) as unknown;
  } catch {
    return undefined;
  }
}
