export const LOOK_MS = 1_000;

/**
 * What `work` comes to; `act` is called when it takes more than so many looks, one a second. It counts looks, not time: a
 * standstill of this process is none of whom it waits for.
 */
export const whenLate = async <Result>(
  work: Promise<Result>,
  looks: number,
  act: () => void,
): Promise<Result> => {
  let left = looks;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    act();
  }, LOOK_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
};
