const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` on the first signal that ends a program, and again with `now` on the second, then ends this process:
 * with 0 after an orderly stop, with 1 when it failed. `onSignal` hears the signal's name each time.
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
