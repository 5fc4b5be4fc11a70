import type { Logger } from './logging.ts';

export interface PeriodicTask {
  /** Runs the task now, or again right after the current run. */
  wake(): void;
  /** Stops repeating and waits for the current run. */
  stop(): Promise<void>;
}

/**
 * Repeats a task, never concurrently, every `intervalMs` and whenever woken; a task that returns `true` is repeated at
 * once. A failure is logged and the task is tried again at the next interval. A task is told whether only the interval made it run.
 */
export function startPeriodicTask(
  name: string,
  intervalMs: number,
  task: (isRoutine: boolean) => Promise<boolean>,
  log: Logger,
): PeriodicTask {
  let woken = false;
  let stopped = false;
  let endPause: () => void = () => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    let again = false;
    while (!stopped) {
      const isRoutine = !again && !woken;
      woken = false;
      again = false;
      try {
        again = await task(isRoutine);
      } catch (error) {
        log.warn({ err: error, name }, 'periodic task failed');
      }
      if (!again && !woken && !stopped) await pause();
    }
  };
  const running = run();

  return {
    wake: () => {
      woken = true;
      endPause();
    },
    stop: async () => {
      stopped = true;
      endPause();
      await running;
    },
  };
}
