/** A user's rules exceed their work budget. `message` is display-safe and lacks a subject. */
export class WorkBudgetError extends Error {
  override readonly name = 'WorkBudgetError';

  constructor() {
    super('takes too much work to check');
  }
}

/** About 30 ms of one core, for all work on a user's rules in one request or for one value. */
const MAX_STEPS = 1_000_000;

/**
 * How much work a user's rules may still cause, in steps of about 30 ns: rules and values visited, characters read, pattern states.
 * All work for one request shares one budget.
 */
export class WorkBudget {
  left: number;

  constructor(steps = MAX_STEPS) {
    this.left = steps;
  }

  /** @throws {WorkBudgetError} when no steps are left */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new WorkBudgetError();
  }
}
