import { Problem, conflict } from '@errand/contracts';
import {
  type DeclareIntent,
  HELD_STATUSES,
  type HeartbeatAnswer,
  type LeaseHolder,
  RUN_TRANSITIONS,
  sqlStatuses,
} from '@errand/contracts/internal';
import type { z } from 'zod';
import type { Context } from '../context.ts';

const PAUSED = RUN_TRANSITIONS.pause.to;
const CONTROLLED = RUN_TRANSITIONS.takeControl.to;

/** 409 for an executor that does not hold the Run's lease, or no longer does; it then stops executing the Run. */
export function leaseLost() {
  return conflict('The Run is not held by this executor.');
}

/** True of a Run whose lease is held by this attempt of this executor. */
export function HELD_BY({
  runId,
  attempt,
  executorId,
}: Readonly<Record<'runId' | 'attempt' | 'executorId', string>>): string {
  return `runs.id = ${runId} AND runs.attempt = ${attempt} AND lease_owner = ${executorId} AND runs.status IN ${sqlStatuses(HELD_STATUSES)}`;
}

/** The same by the parameters $1 to $3. */
export const HELD = HELD_BY({ runId: '$1', attempt: '$2', executorId: '$3' });

/** Milliseconds that a Run has been active, up to now or to the end of its lease. */
export const ACTIVE_MS = `(active_ms + coalesce(
  extract(epoch FROM least(now(), lease_expires_at) - running_since) * 1000, 0))::int`;

/** Extends the lease, and returns the status. 409: the Run has ended or another executor holds it; the caller must stop. */
export async function heartbeat(
  context: Context,
  runId: string,
  { attempt, executorId }: LeaseHolder,
): Promise<z.infer<typeof HeartbeatAnswer>> {
  const { rows } = await context.pool.query<z.infer<typeof HeartbeatAnswer>>({
    name: 'heartbeat',
    text: `UPDATE runs SET lease_expires_at = now() + $4 * interval '1 ms', control_heard = true
           WHERE ${HELD} RETURNING status,
             CASE WHEN watched_until > now() THEN watch_addresses ELSE '{}' END AS watchers,
             controlled_by->>'userId' AS controller`,
    values: [runId, attempt, executorId, context.lease.leaseMs],
  });
  const [run] = rows;
  if (run === undefined) throw leaseLost();
  if (run.status === PAUSED || run.status === CONTROLLED) context.watch.changed(runId);
  return run;
}

/**
 * Records in the effect ledger that an effect is about to happen. 409: the lease is lost; it must not happen. 423: the Run is
 * paused or controlled by a person; for what the person does, that no person controls it.
 */
export async function declareIntent(context: Context, runId: string, intent: DeclareIntent): Promise<void> {
  const { rowCount } = await context.pool.query({
    name: 'declare-intent',
    text: `INSERT INTO intents (run_id, attempt, ordinal, step_id, effect, action, surface)
           SELECT id, attempt, $4, $5, $6, $7, $8 FROM runs
           WHERE ${HELD} AND CASE WHEN $9 THEN status = '${CONTROLLED}' ELSE status NOT IN ('${PAUSED}', '${CONTROLLED}') END
           FOR UPDATE
           ON CONFLICT (run_id, attempt, ordinal) DO UPDATE SET action = excluded.action`,
    values: [
      runId,
      intent.attempt,
      intent.executorId,
      intent.ordinal,
      intent.stepId,
      intent.effect,
      intent.action,
      intent.surface,
      intent.byPerson ?? false,
    ],
  });
  if (rowCount === 1) return;
  if (!(await isHeld(context, runId, intent))) throw leaseLost();
  throw new Problem(423, 'The Run is paused, or a person controls it.');
}

/** True while this execution holds the lease, and so may store artifacts. */
export async function isHeld(
  context: Context,
  runId: string,
  { attempt, executorId }: LeaseHolder,
): Promise<boolean> {
  const { rowCount } = await context.pool.query({
    name: 'is-held',
    text: `SELECT FROM runs WHERE ${HELD}`,
    values: [runId, attempt, executorId],
  });
  return rowCount === 1;
}
