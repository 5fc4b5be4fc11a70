import type { Logger } from './logging.ts';

export interface Rounds {
  /** Runs the task now, or again right after the current run. */
  nudge(): void;
  /** Stops repeating and waits for the current run. */
  stop(): Promise<void>;
}

/**
 * Repeats a task, never concurrently, every `intervalMs` and whenever woken; a task that returns `true` is repeated at
 * once. A failure is logged and the task is tried again at the next interval.
 */
export const startRounds = (
  name: string,
  intervalMs: number,
  round: () => Promise<boolean>,
  log: Logger,
): Rounds => {
  let nudged = false;
  let stopped = false;
  let wake: () => void = () => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    while (!stopped) {
      nudged = false;
      let again = false;
      try {
        again = await round();
      } catch (error) {
        log.warn({ err: error, round: name }, 'periodic task failed');
      }
      if (!again && !nudged && !stopped) await pause();
    }
  };
  const running = run();

  return {
    nudge: () => {
      nudged = true;
      wake();
    },
    stop: async () => {
      stopped = true;
      wake();
      await running;
    },
  };
};
