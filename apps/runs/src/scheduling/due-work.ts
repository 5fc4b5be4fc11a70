import type { Pool } from 'pg';
import { EXPIRED_APPROVALS } from '../lifecycle/expire-approvals.ts';
import { expiredInterruptions } from '../lifecycle/interrupt.ts';
import { LOST, unclaimed } from '../lifecycle/sweep.ts';
import { UNEXPLAINED } from './record-queue-reasons.ts';

/** What the periodic tasks of this service would find to do. */
export interface DueWork {
  /** For the relay. A Run keeps its row until it is claimed, so without rows there is nothing to admit or to publish. */
  isAnyQueued: boolean;
  /** For the sweep. */
  isAnyExpired: boolean;
  /** For the events that say why a Run is queued. */
  isAnyUnexplained: boolean;
}

/** Looks for due work, or shares what another task found within the last `maxAgeMs`. */
export type LookForDueWork = (maxAgeMs: number) => Promise<DueWork>;

/** For tasks that can wait a little longer. */
export const SHARED_FOR_MS = 1_000;

const LOOK = `
  SELECT EXISTS (SELECT FROM outbox) AS "isAnyQueued",
    EXISTS (${LOST}) OR EXISTS (${EXPIRED_APPROVALS}) OR EXISTS (${expiredInterruptions('$1')})
      OR EXISTS (SELECT FROM outbox WHERE ${unclaimed('$2')}) AS "isAnyExpired",
    ${UNEXPLAINED} AS "isAnyUnexplained"`;

/**
 * One statement tells all periodic tasks whether they have anything to do, which at rest none has. Each of them alone would
 * cost more, because PostgreSQL plans what they do anew and this process pays for every statement.
 */
export function createLookForDueWork(
  pool: Pick<Pool, 'query'>,
  times: { interruptedTimeoutMs: number; requeueAfterMs: number },
): LookForDueWork {
  let last: { at: number; work: Promise<DueWork> } | null = null;
  const look = async (): Promise<DueWork> => {
    const { rows } = await pool.query<DueWork>({
      name: 'due-work',
      text: LOOK,
      values: [times.interruptedTimeoutMs, times.requeueAfterMs],
    });
    const [work] = rows;
    if (work === undefined) throw new Error('the statement that looks for due work returned no row');
    return work;
  };
  return async (maxAgeMs) => {
    const now = performance.now();
    if (last === null || now - last.at >= maxAgeMs) last = { at: now, work: look() };
    const shared = last;
    try {
      return await shared.work;
    } catch (error) {
      if (last === shared) last = null;
      throw error;
    }
  };
}
