import { setTimeout as delay } from 'node:timers/promises';
import { type PeriodicTask, startPeriodicTask } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { type Admission, admit, keepPlans, takeFromBacklog } from '../scheduling/admission.ts';
import { SHARED_FOR_MS } from '../scheduling/due-work.ts';
import { type Executions, isFullBatch, publish, publishWaiting } from './relay.ts';

const RELAY_INTERVAL_MS = 200;
/** Shorter than the time for which Runs are admitted ahead. */
const PAUSE_MS = 10;
/** From so many claims a second on, Runs are passed on together rather than each at once. */
const MANY_CLAIMS = 100;
/** Executors that wait for Runs were given all that could be admitted. */
const NOTHING_ADMITTED: Admission = { admitted: [], openSlots: 1 };
/**
 * How long a queue that was found full counts as full for Runs that are accepted. What frees a slot wakes the relay itself, but
 * perhaps that of another process.
 */
const FULL_QUEUE_MS = 50;

export interface Relay extends PeriodicTask {
  /** A Run is new. Wakes the relay, later when the queue is full and no executor waits: then it could not be given to any. */
  accepted(): void;
}

/** Starts what admits the Runs of the backlog and publishes them. */
export function startRelay(
  context: Pick<
    Context,
    'pool' | 'lookForDueWork' | 'workspaceRunLimit' | 'claims' | 'waitingExecutors' | 'log'
  >,
  executions: Executions,
): Relay {
  let wokenAt = -Infinity;
  let publishedAt = -Infinity;
  let fullUntil = -Infinity;
  let isPutOff = false;
  let later: NodeJS.Timeout | undefined;

  /** What was found before the relay was last woken does not count: it may have been woken for what came since. */
  const mayBeAnyQueued = async () => {
    const work = await context.lookForDueWork(Math.min(SHARED_FOR_MS, performance.now() - wokenAt));
    if (!work.isAnyQueued) keepPlans();
    return work.isAnyQueued;
  };

  const task = startPeriodicTask(
    'relay',
    RELAY_INTERVAL_MS,
    async (isRoutine) => {
      if (!isRoutine) wokenAt = performance.now();
      else if (!(await mayBeAnyQueued())) return false;
      isPutOff = false;
      const isMoreLeft =
        !(await context.waitingExecutors.hasAnySoon()) ||
        (await context.waitingExecutors.serve((room) => takeFromBacklog(context, room)));
      const { admitted, openSlots } = isMoreLeft ? await admit(context) : NOTHING_ADMITTED;
      const isFull = admitted.length >= openSlots;
      fullUntil = isFull ? performance.now() + FULL_QUEUE_MS : -Infinity;
      // A Run that was accepted meanwhile may have come too late for this admission.
      const isMissed = !isFull && isPutOff;
      await publish(context, executions, admitted);
      // Earlier admissions are checked only once per interval.
      if (performance.now() - publishedAt < RELAY_INTERVAL_MS) {
        // Each claim wakes the relay, although none can be admitted before executors have taken some.
        if (openSlots === 0 || context.claims.perSecond() > MANY_CLAIMS) await delay(PAUSE_MS);
        return isMissed;
      }
      const published = await publishWaiting(context, executions);
      const isAll = !isFullBatch(published);
      publishedAt = isAll ? performance.now() : -Infinity;
      return isMissed || !isAll;
    },
    context.log,
  );

  return {
    wake: () => task.wake(),
    accepted: () => {
      const left = fullUntil - performance.now();
      if (left <= 0 || context.waitingExecutors.hasAny()) {
        task.wake();
        return;
      }
      isPutOff = true;
      later ??= setTimeout(() => {
        later = undefined;
        task.wake();
      }, left);
    },
    stop: async () => {
      clearTimeout(later);
      await task.stop();
    },
  };
}
