/** Notices when an agent goes round in circles. */
export interface LoopDetector {
  /** How often this was done in this state of the page, this time included. */
  count(state: string, action: string): number;
}

export function createLoopDetector(): LoopDetector {
  const counts = new Map<string, number>();
  return {
    count: (state, action) => {
      const key = `${state}\n${action}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
}
