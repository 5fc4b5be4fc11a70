import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { removeExpiredFiles } from '../files/remove.ts';
import { removeFiles } from './remove-files.ts';
import { removeRuns } from './remove-runs.ts';

/** Between two batches, to leave the database to requests. */
const PASS_INTERVAL_MS = 500;

/**
 * One pass of retention: removes at most one batch of Runs that ended more than `days` days ago, uploaded files that have
 * expired, and the bytes of both. Null: Runs are kept forever. True when another pass should follow at once.
 */
export async function retain(context: Context, days: number | null): Promise<boolean> {
  const removed = days === null ? 0 : await removeRuns(context, days);
  if (removed > 0) context.log.info({ runs: removed }, 'old Runs removed');
  while (await removeExpiredFiles(context));
  while (await removeFiles(context));
  const again = removed > 0;
  if (again) await pause(PASS_INTERVAL_MS);
  return again;
}
