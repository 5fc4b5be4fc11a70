const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` on the first terminating signal, and again with `now` on the second, then exits: with 0 after an orderly
 * stop, with 1 when stopping failed. `onSignal` gets each signal's name.
 */
export function stopOnSignals(
  stop: (options: { now: boolean }) => Promise<void>,
  onSignal: (signal: string, count: number) => void = () => {},
): void {
  let count = 0;
  const handle = async (signal: string): Promise<void> => {
    count += 1;
    onSignal(signal, count);
    try {
      await stop({ now: count > 1 });
      process.exit(0);
    } catch {
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) process.on(signal, () => void handle(signal));
}
