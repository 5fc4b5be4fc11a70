import { signals } from '@errand/contracts/queue';
import type { Context } from '../context.ts';

/** Signals the executor of a Run to stop at once. If the signal is lost, its next heartbeat is rejected. */
export function signalCancel(context: Context, runId: string): void {
  context.signals
    .publish(signals.cancel(runId))
    .catch((error: unknown) => context.log.warn({ err: error, runId }, 'cancel signal lost'));
}
