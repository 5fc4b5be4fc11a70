import { unavailable } from '@errand/contracts';
import { monotonicMs } from './clock.ts';
import type { Claim, ClaimedJob, Exchange } from './exchange.ts';
import { retryWhileUnavailable } from './retry.ts';

/** Long enough for a runs service that is started again. Then the job goes back to the queue. */
const AGAIN = { intervalMs: 500, forMs: 10_000 };

/** A busy machine can read the answer after the lease that it grants. */
function isTooLate({ claimedAt, run }: Claim): boolean {
  return monotonicMs() - claimedAt >= run.leaseMs;
}

/**
 * Claims the Run of a job. A claim without an answer may have been granted, and then no other executor can take the Run until
 * its lease ends; so it is repeated, as is one whose answer comes too late. Null as `Exchange.claim`; rejects when the runs
 * service stays unavailable.
 */
export async function claimUntilAnswered(
  exchange: Pick<Exchange, 'claim'>,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<Claim | null> {
  let asked = job;
  const claim = async () => {
    const current = asked;
    asked = { ...job, again: true };
    const claimed = await exchange.claim(current, signal);
    if (claimed !== null && isTooLate(claimed)) throw unavailable();
    return claimed;
  };
  return await retryWhileUnavailable(claim, { ...AGAIN, signal });
}
