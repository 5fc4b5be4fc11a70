import type { PoolClient } from 'pg';
import { type LockedRun, end } from './end.ts';
import { event } from '../events/append.ts';
import type { Ledger } from '../effects/ledger.ts';

/** Fails a locked Run with `executor_lost`; its last event lists the known effects. False when it had already ended. */
export function failAsLost(
  client: PoolClient,
  run: LockedRun,
  {
    message,
    effects,
    stepId = null,
  }: { message: string; effects: Ledger['effects']; stepId?: string | null },
): Promise<boolean> {
  return end(
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
}
