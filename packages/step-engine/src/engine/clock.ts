import { type ActionGate, StepError } from '@errand/browser-runtime';

/** The time of a step, not counting what it waits for people or while the Run is paused or controlled by a person. */
export interface Clock {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Milliseconds that are left. */
  readonly remaining: number;
  /** Stands still until `waiting` is settled. */
  pauseFor<Result>(waiting: Promise<Result>): Promise<Result>;
  stop(): void;
}

export function startClock(timeoutMs: number, gate?: ActionGate): Clock {
  const over = new AbortController();
  const stopped = new AbortController();
  let left = timeoutMs;
  let since = performance.now();
  let holds = 0;
  let timer: NodeJS.Timeout | undefined;
  const remaining = () => (timer === undefined ? left : left - (performance.now() - since));
  const go = () => {
    if (holds > 0 || stopped.signal.aborted) return;
    since = performance.now();
    timer = setTimeout(
      () => over.abort(new StepError('step_timeout', `The step took longer than ${timeoutMs} ms.`)),
      left,
    );
  };
  const stand = () => {
    left = remaining();
    clearTimeout(timer);
    timer = undefined;
  };
  const hold = async <Result>(until: Promise<Result>): Promise<Result> => {
    stand();
    holds += 1;
    return await until.finally(() => {
      holds -= 1;
      go();
    });
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
  go();
  if (gate !== undefined) follow(gate);
  return {
    signal: over.signal,
    get remaining() {
      return remaining();
    },
    stop: () => {
      stopped.abort();
      stand();
    },
    pauseFor: hold,
  };
}
