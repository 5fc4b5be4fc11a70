import { StepError } from '@errand/browser-runtime';

/** The time of a step, not counting what it waits for people. */
export interface Clock {
  /** Aborted when the time is over. */
  signal: AbortSignal;
  /** Stands still until `waiting` is settled. */
  pauseFor<Result>(waiting: Promise<Result>): Promise<Result>;
  stop(): void;
}

export function startClock(timeoutMs: number): Clock {
  const over = new AbortController();
  let left = timeoutMs;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const go = () => {
    since = performance.now();
    timer = setTimeout(
      () => over.abort(new StepError('step_timeout', `The step took longer than ${timeoutMs} ms.`)),
      left,
    );
  };
  const stop = () => {
    clearTimeout(timer);
    left -= performance.now() - since;
  };
  go();
  return {
    signal: over.signal,
    stop,
    pauseFor: async (waiting) => {
      stop();
      return await waiting.finally(go);
    },
  };
}
