import { REACHED, reportId } from '@errand/contracts/queue';
import type { Context } from '../context.ts';
import { expireApprovals } from './expire-approvals.ts';
import type { LockedRun } from './end.ts';
import { forEachIsolated } from './for-each-isolated.ts';
import { expireInterrupted } from './interrupt.ts';
import { recoverLost } from './recover-lost.ts';

const BATCH = 100;

/** True of an admitted Run whose job no executor has taken for so long; the name of a parameter in milliseconds. */
export function unclaimed(forMs: string) {
  return `admitted_at IS NOT NULL AND published_at < now() - ${forMs} * interval '1 ms'`;
}
const REPUBLISH = `UPDATE outbox SET published_at = NULL, reserved_at = NULL WHERE ${unclaimed('$1')}`;
/** In random order, so that Runs that cannot be recovered do not block the others. */
export const LOST = `
  SELECT id, attempt, attempt_seq FROM runs WHERE lease_expires_at < now() ORDER BY random() LIMIT ${BATCH}`;

type Lost = Pick<LockedRun, 'id' | 'attempt' | 'attempt_seq'>;

/** Recovers Runs of dead executors, expires approvals and republishes lost jobs. Any number of processes may run it at once. */
export async function sweep(context: Context): Promise<void> {
  const { rows } = await context.pool.query<Lost>(LOST);
  const reported = await Promise.all(rows.map((run) => isReported(context, run)));
  const lost = rows.filter((_run, at) => !reported[at]);
  await forEachIsolated(context, lost, (id, seen) =>
    recoverLost(context, id, (run) => run.lease_expired && isAsSeen(run, seen)),
  );
  await expireApprovals(context);
  await expireInterrupted(context);
  await context.pool.query(REPUBLISH, [context.lease.requeueAfterMs]);
}

/** False when a slice was applied since the queue was asked for the next one: then the one after it may be there. */
function isAsSeen(run: LockedRun, seen: Lost): boolean {
  return run.attempt === seen.attempt && run.attempt_seq === seen.attempt_seq;
}

/**
 * True when the next slice of the Run's report is still in the queue: after an outage, leases expire before the last
 * reports are applied. Also true when the queue does not respond, because it may hold one.
 */
async function isReported(
  { reports, log }: Pick<Context, 'reports' | 'log'>,
  { id, attempt, attempt_seq }: Lost,
): Promise<boolean> {
  const next = reportId({ runId: id, attempt, firstSeq: attempt_seq + 1 });
  try {
    return (await reports.has(next)) || (await reports.has(`${next}${REACHED}`));
  } catch (error) {
    log.warn({ err: error, runId: id }, 'checking the queue for a pending report failed');
    return true;
  }
}
