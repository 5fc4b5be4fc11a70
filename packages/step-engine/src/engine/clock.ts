import { type ActionGate, StepError } from '@errand/browser-runtime';
import { startPausableTimer } from '@errand/wait-for';

/** The clock of a step. It is stopped while the step waits for people and while the Run is paused or controlled by a person. */
export interface Clock {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  readonly remaining: number;
  /** Stands still until `waiting` is settled. */
  pauseFor<Result>(waiting: Promise<Result>): Promise<Result>;
  stop(): void;
}

/**
 * Starts a clock whose `signal` aborts with a StepError, `step_timeout`, after `timeoutMs`.
 * @param gate stops the clock while it is closed
 */
export function startClock(timeoutMs: number, gate?: ActionGate): Clock {
  const over = new AbortController();
  const stopped = new AbortController();
  const timer = startPausableTimer(timeoutMs, () =>
    over.abort(new StepError('step_timeout', `The step took longer than ${timeoutMs} ms.`)),
  );
  const hold = async <Result>(until: Promise<Result>): Promise<Result> => {
    timer.pause();
    return await until.finally(timer.resume);
  };
  const follow = (followed: ActionGate) => {
    const { closing } = followed;
    const onClosing = () =>
      void hold(followed.open())
        .then(() => follow(followed))
        .catch(() => undefined);
    if (closing.aborted) onClosing();
    else closing.addEventListener('abort', onClosing, { once: true, signal: stopped.signal });
  };
  if (gate !== undefined) follow(gate);
  return {
    signal: over.signal,
    get remaining() {
      return timer.remaining;
    },
    stop: () => {
      // With a reason, because Node makes an exception of none.
      stopped.abort(null);
      timer.clear();
    },
    pauseFor: hold,
  };
}
