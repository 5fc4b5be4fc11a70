export const TICK_MS = 1_000;

/**
 * Awaits `work`, calling `act` when it takes more than the given number of one-second ticks. Ticks, not wall time: a paused
 * event loop must not count against `work`.
 */
export async function onTickTimeout<Result>(
  work: Promise<Result>,
  ticks: number,
  onTimeout: () => void,
): Promise<Result> {
  let left = ticks;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onTimeout();
  }, TICK_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
