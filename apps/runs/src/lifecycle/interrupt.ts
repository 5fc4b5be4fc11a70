import { RUN_TRANSITIONS } from '@errand/contracts/internal';
import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { readLedger } from '../effects/ledger.ts';
import { event, insertEvents } from '../events/append.ts';
import { type LockedRun, lockRun } from './end.ts';
import { failAsLost } from './fail-lost.ts';
import { forEachIsolated } from './for-each-isolated.ts';
import { ACTIVE_MS } from './heartbeat.ts';

const { from, to: INTERRUPTED } = RUN_TRANSITIONS.interrupt;

const INTERRUPT = `
  UPDATE runs
  SET status = '${INTERRUPTED}', interrupted_at = now(), lease_owner = NULL, lease_expires_at = NULL, controlled_by = NULL,
      active_ms = ${ACTIVE_MS}, running_since = NULL, lost_attempts = lost_attempts + $2, last_seq = last_seq + 1,
      updated_at = now()
  WHERE id = $1`;

/**
 * Takes a locked Run of a Blueprint from its executor, which was lost or shuts down; a person decides whether it continues.
 * False, and no change, for other Runs and in other statuses.
 */
export async function interrupt(
  client: PoolClient,
  run: LockedRun,
  executor: 'lost' | 'shut down',
): Promise<boolean> {
  if (run.blueprint_id === null || !from.some((status) => status === run.status)) return false;
  const obstacle = await findObstacle(client, run);
  const next = obstacle === null ? 'It can be resumed.' : `It cannot be resumed. ${obstacle}`;
  await insertEvents(client, run.id, run.last_seq, [
    event(
      'log',
      `The executor ${executor === 'lost' ? 'was lost' : 'shut down'}; the Run is interrupted. ${next}`,
      {
        interrupted: run.status,
      },
    ),
  ]);
  await client.query(INTERRUPT, [run.id, executor === 'lost' ? 1 : 0]);
  return true;
}

/**
 * Why no other executor can resume a locked Run, or null. A Runbook's Run resumes after its last step that took effect;
 * a Blueprint has no such steps.
 */
export async function findObstacle(client: PoolClient, run: LockedRun): Promise<string | null> {
  const { obstacle } = await readLedger(client, run.id);
  if (obstacle !== null) return obstacle.message;
  if (run.blueprint_id === null) return null;
  const { rows } = await client.query<{ step_id: string }>(
    'SELECT step_id FROM completed_steps WHERE run_id = $1 LIMIT 1',
    [run.id],
  );
  const [done] = rows;
  return done === undefined
    ? null
    : `Step "${done.step_id}" took effect, and the goal is not begun again, because that would repeat it.`;
}

/** In random order, as in the sweep. Takes the name of a parameter in milliseconds. */
export function expiredInterruptions(afterMs: string) {
  return `SELECT id FROM runs WHERE interrupted_at < now() - ${afterMs} * interval '1 ms' ORDER BY random() LIMIT 100`;
}

/** Fails the interrupted Runs that were not resumed in time. */
export async function expireInterrupted(context: Context): Promise<void> {
  const { rows } = await context.pool.query<{ id: string }>(expiredInterruptions('$1'), [
    context.interruptedTimeoutMs,
  ]);
  await forEachIsolated(context, rows, async (id) => {
    await inTransaction(context.pool, async (client) => {
      const run = await lockRun(client, id);
      if (run?.status !== INTERRUPTED) return;
      const { effects, obstacle } = await readLedger(client, id);
      await failAsLost(client, run, {
        ...obstacle,
        message: `${obstacle?.message ?? 'The executor was lost.'} The Run was not resumed in time.`,
        effects,
      });
    });
    context.watch.changed(id);
  });
}
