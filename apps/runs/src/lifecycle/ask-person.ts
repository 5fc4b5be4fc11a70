import { unavailable } from '@errand/contracts';
import { type AskPerson, RUN_TRANSITIONS, sqlStatuses } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import { ACTIVE_MS, HELD, leaseLost } from './heartbeat.ts';

const { from: FROM, to: PAUSED } = RUN_TRANSITIONS.pause;

const ASK = `
  WITH asked AS (
    UPDATE runs SET status = '${PAUSED}', active_ms = ${ACTIVE_MS}, running_since = NULL, control_heard = true,
                    asked_person = $5::text, last_seq = last_seq + 1, updated_at = now()
    WHERE ${HELD} AND status IN ${sqlStatuses(FROM)} AND attempt_seq >= $4
    RETURNING id, last_seq
  )
  INSERT INTO run_events (run_id, seq, at, type, message, data)
  SELECT id, last_seq, now(), 'control.paused', 'The agent asks for a person: ' || $5::text,
         json_build_object('reason', $5::text)
  FROM asked`;

/**
 * Pauses a Run whose agent needs a person, until it is resumed or control of it released. No change while it is paused.
 * 409: the lease is lost. 503: some reported events are not applied yet.
 */
export async function askPerson(
  context: Context,
  runId: string,
  { attempt, executorId, events, reason }: AskPerson,
): Promise<void> {
  const { rowCount } = await context.pool.query(ASK, [runId, attempt, executorId, events, reason]);
  if (rowCount === 1) return context.watch.changed(runId);
  const { rows } = await context.pool.query<{ canAsk: boolean }>(
    `SELECT status IN ${sqlStatuses(FROM)} AS "canAsk" FROM runs WHERE ${HELD}`,
    [runId, attempt, executorId],
  );
  const [held] = rows;
  if (held === undefined) throw leaseLost();
  if (held.canAsk) throw unavailable();
}
