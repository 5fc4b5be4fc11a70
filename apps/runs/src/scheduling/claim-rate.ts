/** How fast Runs are claimed, by the claims that this process serves. */
export interface ClaimRate {
  note(): void;
  perSecond(): number;
}

const WINDOW_MS = 100;

/** Counts in windows; a quiet one forgets the one before. */
export function createClaimRate(now: () => number = () => performance.now()): ClaimRate {
  let window = 0;
  let count = 0;
  let before = 0;
  const roll = () => {
    const current = Math.trunc(now() / WINDOW_MS);
    if (current === window) return;
    before = current === window + 1 ? count : 0;
    count = 0;
    window = current;
  };
  return {
    note: () => {
      roll();
      count += 1;
    },
    perSecond: () => {
      roll();
      return Math.max(count, before) * (1_000 / WINDOW_MS);
    },
  };
}
