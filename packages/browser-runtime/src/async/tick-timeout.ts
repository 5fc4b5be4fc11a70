export const TICK_MS = 1_000;

/**
 * What `work` comes to; `act` is called when it takes more than so many looks, one a second. It counts looks, not time: a
 * standstill of this process is none of whom it waits for.
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
