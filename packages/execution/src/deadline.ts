/** A pausable time limit. */
export interface Deadline {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly clear: () => void;
}

/** Calls `expire` after `ms` of unpaused time, by the monotonic clock. */
export function startDeadline(ms: number, expire: () => void): Deadline {
  let left = ms;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(expire, left);
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    clear,
    pause: () => {
      if (timer === undefined) return;
      clear();
      left -= performance.now() - startedAt;
    },
    resume: () => {
      if (timer !== undefined) return;
      startedAt = performance.now();
      timer = setTimeout(expire, Math.max(0, left));
    },
  };
}
