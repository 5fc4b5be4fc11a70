/** A user's rules would take more work than is given to them. `message` is display-safe and lacks a subject. */
export class EffortError extends Error {
  override readonly name = 'EffortError';

  constructor() {
    super('takes too much work to check');
  }
}

/** Some 30 ms of one core, for everything that one request or one value makes us do by a user's rules. */
const MAX_STEPS = 1_000_000;

/**
 * The work that a user's rules may still cause, in steps of some 30 ns: rules and values visited, characters read,
 * states of patterns. Everything that belongs to one request shares one of these.
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
