import { Problem } from '@errand/contracts';
import {
  type ClaimRun,
  type ClaimedRun,
  EXCHANGE_WAIT_MS,
  type Exchange,
  type Exchanged,
  SPARE_WAIT_MS,
} from '@errand/contracts/internal';
import type { RunExecutionJob } from '@errand/contracts/queue';
import type { Context } from '../context.ts';
import { takeFromBacklog } from '../scheduling/admission.ts';
import { applyWholeReport } from './apply-report.ts';
import { claim } from './claim.ts';
import { claimAgain } from './claim-again.ts';
import { release } from './suspend.ts';

const UNAVAILABLE = 503;

interface Claim extends Pick<ClaimRun, 'attempt' | 'reserved'> {
  runId: string;
  again?: boolean;
}

/**
 * Ends and claims Runs for several slots of an executor, those of one call with one statement each. Runs that end free their
 * slots first. A part that fails does not affect the others.
 */
export async function exchange(
  context: Context,
  { executorId, publicKey, ends, claims, room, waits, spare }: Required<Exchange>,
  /** Aborts when the executor is gone. */
  signal: AbortSignal,
): Promise<Exchanged> {
  const ended = await Promise.all(
    ends.map((report) => applyWholeReport(context, report).catch(failed(context, false))),
  );
  const taken = await take(context, { room, waits, spare, signal }).catch(failed(context, []));
  const ask = ({ runId, again = false, ...one }: Claim) =>
    (again ? claimAgain : claim)(context, runId, { ...one, executorId, publicKey }).catch((error: unknown) =>
      error instanceof Problem ? error.status : failed(context, UNAVAILABLE)(error),
    );
  const [claimed, more] = await Promise.all([
    Promise.all(claims.map((one) => ask({ ...one, reserved: one.reserved ?? false }))),
    Promise.all(taken.map((one) => ask({ ...one, reserved: false }))),
  ]);
  const given = [...claimed, ...more].filter((one) => typeof one === 'object');
  // An executor that is there but gave up waiting may ask again meanwhile, and then has the next attempt.
  if (signal.aborted)
    for (const { id, attempt } of given)
      await release(context, id, { attempt, executorId, events: 0 }).catch(failed(context, undefined));
  // The Runs taken instead were chosen like those of an admission round.
  if (claims.length > 0 || ends.length > room) context.wakeRelay();
  return { ended, claimed, taken: more.filter((one): one is ClaimedRun => typeof one === 'object') };
}

async function take(
  context: Context,
  { room, waits, spare, signal }: { room: number; waits: boolean; spare: boolean; signal: AbortSignal },
): Promise<RunExecutionJob[]> {
  if (room === 0) return [];
  if (!waits) return await takeFromBacklog(context, room);
  const given = context.waitingExecutors.wait(
    room,
    AbortSignal.any([signal, context.stopping]),
    spare ? SPARE_WAIT_MS : EXCHANGE_WAIT_MS,
  );
  // A Run may have come since the executor was told that there is none.
  context.wakeRelay();
  return await given;
}

function failed<Fallback>({ log }: Context, fallback: Fallback): (error: unknown) => Fallback {
  return (error) => {
    log.warn({ err: error }, 'ending or claiming a Run failed');
    return fallback;
  };
}
