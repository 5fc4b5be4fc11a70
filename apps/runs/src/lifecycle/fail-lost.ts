import type { PoolClient } from 'pg';
import { type LockedRun, end } from './end.ts';
import { failure } from './ending.ts';
import { event } from '../events/append.ts';
import { EXECUTOR_LOST, type Ledger } from '../effects/ledger.ts';

/** Fails a locked Run with `executor_lost`, a local one with `device_disconnected`; its last event lists the known effects. False when it had already ended. */
export function failAsLost(
  client: PoolClient,
  run: LockedRun,
  {
    message,
    effects,
    stepId = null,
  }: { message: string; effects: Ledger['effects']; stepId?: string | null },
): Promise<boolean> {
  const isLocal = run.execution_target === 'local';
  const said = isLocal ? message.replace(EXECUTOR_LOST, 'The device was disconnected') : message;
  const ending = failure(isLocal ? 'device_disconnected' : 'executor_lost', said);
  return end(client, run, ending, [event('run.failed', said, { effects }, stepId)]);
}
