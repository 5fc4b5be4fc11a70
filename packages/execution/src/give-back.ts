import type { Context } from './context.ts';
import { retryWhileUnavailable } from './retry.ts';
import type { RunClient } from './run-client.ts';

/**
 * Reports are applied in the background; the runs service answers 503 until all of them are. One that could not be stored is
 * delivered again after up to five seconds.
 */
const UNTIL_APPLIED = { intervalMs: 150, forMs: 6_000 };

/** Gives a Run back at shutdown. `events` of its attempt were sent. */
export function releaseRun(client: RunClient, events: number): Promise<void> {
  return retryWhileUnavailable(() => client.release(events), UNTIL_APPLIED);
}

/** True when a Run whose browser was lost was requeued; false when this execution must report its failure. */
export async function loseBrowser(
  { log }: Pick<Context, 'log'>,
  runId: string,
  client: RunClient,
  events: number,
): Promise<boolean> {
  try {
    const { requeued } = await retryWhileUnavailable(() => client.loseBrowser(events), UNTIL_APPLIED);
    return requeued;
  } catch (error) {
    log.warn({ err: error, runId }, 'requeueing after browser loss failed');
    return false;
  }
}
