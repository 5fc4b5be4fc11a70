import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { announcements } from './announce.ts';
import { expireApprovals } from './approval.ts';
import { lockRun } from './end.ts';
import { event } from './events.ts';
import { eachAlone } from './each-alone.ts';
import { giveUp } from './give-up.ts';
import { handOn } from './hand-on.ts';
import { readLedger } from './ledger.ts';

/** A Run ends when this many of its executors were lost. */
const MOST_LOSSES = 3;
/** Share of a lease that a Run waits after its first loss, twice that after the second: 2 s of 30 s. */
const BACKOFF = 1 / 15;
/**
 * Share of a lease after which a bell that nobody answered is rung again: 10 s, of 30 s. A queue that lost its bells holds up
 * all that wait.
 */
const RING_AGAIN_AFTER = 1 / 3;
const BATCH = 100;

const RING_AGAIN = `
  UPDATE outbox SET rung_at = NULL WHERE admitted_at IS NOT NULL AND rung_at < now() - $1 * interval '1 ms'`;
/** In no order: those that cannot be put right would be the first each time, and in the way of the others. */
const LOST = `SELECT id FROM runs WHERE lease_expires_at < now() ORDER BY random() LIMIT ${BATCH}`;

/** Puts right what dead executors and lost bells left behind. Safe to run in any number of processes at once. */
export const sweep = async (context: Context): Promise<void> => {
  const lost = await context.pool.query<{ id: string }>(LOST);
  await eachAlone(context, lost.rows, (id) => takeBack(context, id));
  await expireApprovals(context);
  await context.pool.query(RING_AGAIN, [RING_AGAIN_AFTER * context.leaseMs]);
};

/** Under the Run's lock nothing more can be declared, so what the ledger says is all there is. */
const takeBack = async (context: Context, runId: string): Promise<void> => {
  const changed = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (run === null || !run.lease_over) return false;
    const { effects, obstacle } = await readLedger(client, runId);
    const losses = run.losses + 1;
    if (obstacle !== null) await giveUp(client, run, { ...obstacle, effects });
    else if (losses >= MOST_LOSSES)
      await giveUp(client, run, { message: `The executor was lost ${losses} times.`, effects });
    else
      await handOn(client, run, {
        losses: 1,
        delayMs: Math.round(losses * context.leaseMs * BACKOFF),
        events: [
          event(
            'log',
            run.status === 'running'
              ? 'The executor was lost; the Run is queued again.'
              : 'The executor was lost; the Run goes on elsewhere once it is approved.',
          ),
        ],
      });
    return true;
  });
  if (!changed) return;
  announcements.leaseLost.publish(null);
  context.log.warn({ runId }, 'a lease expired');
  context.ring();
  context.watch.changed(runId);
};
