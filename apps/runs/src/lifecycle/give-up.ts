import type { PoolClient } from 'pg';
import { type LockedRun, end } from './end.ts';
import { event } from './events.ts';
import type { Ledger } from './ledger.ts';

/**
 * Ends a locked Run of which nobody knows how it would have gone on; its last event says what is known of its effects.
 * False when it had ended before.
 */
export const giveUp = (
  client: PoolClient,
  run: LockedRun,
  {
    message,
    effects,
    stepId = null,
  }: { message: string; effects: Ledger['effects']; stepId?: string | null },
): Promise<boolean> =>
  end(
    client,
    run,
    {
      status: 'failed',
      summary: message,
      finalUrl: null,
      outputs: null,
      errorCode: 'executor_lost',
      errorMessage: message,
    },
    [event('run.failed', message, { effects }, stepId)],
  );
