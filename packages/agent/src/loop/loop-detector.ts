/** Counts repeated actions in the same state of the page. */
export interface LoopDetector {
  /** How often this action was taken in this state, this time included. */
  count(state: string, action: string): number;
}

/** A detector for one Run. States and actions are compared as texts. */
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
