/** A timeout whose clock can be stopped. */
export interface PausableTimer {
  /** Milliseconds that are left; not above 0 once the time is over. */
  readonly remaining: number;
  /** Stops the time until `resume` was called as often as `pause`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the timer for good. */
  readonly clear: () => void;
}

/** Calls `onTimeout` after `ms` of unpaused time, by the monotonic clock. */
export function startPausableTimer(ms: number, onTimeout: () => void): PausableTimer {
  let left = ms;
  let startedAt = 0;
  let pauses = 0;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const remaining = () => (timer === undefined ? left : left - (performance.now() - startedAt));
  const start = () => {
    startedAt = performance.now();
    timer = setTimeout(end, Math.max(0, left));
  };
  const stop = () => {
    left = remaining();
    clearTimeout(timer);
    timer = undefined;
  };
  const end = () => {
    isEnded = true;
    stop();
    onTimeout();
  };
  start();
  return {
    get remaining() {
      return remaining();
    },
    pause: () => {
      pauses += 1;
      stop();
    },
    resume: () => {
      pauses -= 1;
      if (pauses === 0 && !isEnded) start();
    },
    clear: () => {
      isEnded = true;
      stop();
    },
  };
}
