import type { Logger } from './logging.ts';

export interface Rounds {
  /** Starts a round now, or right after the one under way. */
  nudge(): void;
  /** Waits for the round under way. */
  stop(): Promise<void>;
}

/**
 * Repeats `round`, one at a time, every `intervalMs` and whenever nudged; `true` asks for another at once.
 * A round that fails is logged and the next one tries again.
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
        log.warn({ err: error, round: name }, 'a round failed');
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
