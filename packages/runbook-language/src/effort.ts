/** A user's rules exceed their work limit. `message` is display-safe and lacks a subject. */
export class EffortError extends Error {
  override readonly name = 'EffortError';

  constructor() {
    super('takes too much work to check');
  }
}

/** About 30 ms of one core, for all work on a user's rules in one request or for one value. */
const MAX_STEPS = 1_000_000;

/**
 * A work budget for a user's rules, in steps of about 30 ns: rules and values visited, characters read, pattern states.
 * All work for one request shares one budget.
 */
export class Effort {
  left: number;

  constructor(steps = MAX_STEPS) {
    this.left = steps;
  }

  /** @throws {EffortError} when no steps are left */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new EffortError();
  }
}
