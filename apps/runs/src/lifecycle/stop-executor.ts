import { signals } from '@errand/contracts/queue';
import type { Context } from '../context.ts';

/** Tells whoever carries out a Run to stop at once. The signal may be lost: the next beat is refused all the same. */
export const stopExecutor = (context: Context, runId: string): void => {
  context.signals
    .publish(signals.cancel(runId))
    .catch((error: unknown) => context.log.warn({ err: error, runId }, 'a stop signal was lost'));
};
