import { type RunStatus, notFound } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { end, lockRun } from './end.ts';
import { cancellation } from './ending.ts';
import { event } from '../events/append.ts';
import { landedEffects } from '../effects/ledger.ts';
import { signalCancel } from './signal-cancel.ts';

const NOTE =
  appendAuditEntry('run.cancelled', { from: 'runs', object: 'id', actor: '$2' }) + ' WHERE id = $1';

/**
 * Cancels a Run and signals its executor to stop. Returns the Run's status, which does not change when it had already
 * ended. 404: no such Run in the workspace.
 */
export async function cancel(context: Context, principal: Principal, runId: string): Promise<RunStatus> {
  const { status, wasRunning } = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId, principal.workspaceId);
    if (run === null) throw notFound();
    const effects = await landedEffects(client, runId);
    const ended = await end(
      client,
      run,
      cancellation(
        effects.every(({ outcome }) => outcome === 'not_landed')
          ? 'Cancelled.'
          : 'Cancelled; effects on sites may remain.',
      ),
      [event('run.cancelled', 'The Run was cancelled.', { effects })],
    );
    if (ended) await client.query(NOTE, [runId, actorOf(principal)]);
    return {
      status: ended ? ('cancelled' as const) : run.status,
      wasRunning: ended && run.status !== 'queued',
    };
  });
  if (wasRunning) {
    signalCancel(context, runId);
    context.wakeRelay();
  }
  context.watch.changed(runId);
  return status;
}
