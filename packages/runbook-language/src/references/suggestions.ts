import { nearestNames } from '../runbooks/nearest.ts';
import { WorkBudget, WorkBudgetError } from '../work-budget.ts';
import { explainInvalid, plainlyInvalid } from './explain.ts';

/** About the work of explaining one `{{ … }}`, in steps of a budget. */
const EXPLAINING = 1_000;

/**
 * Suggests corrections in one definition. Finding them costs more than finding the problems, so once their work budget is
 * used up the problems are reported without suggestions.
 */
export class Suggestions {
  readonly #budget = new WorkBudget();

  /** The nearest of the names of `known`, as `nearestNames`. */
  near(name: string, known: ReadonlyMap<string, unknown>): string[] {
    if (!this.#affords(known.size)) return [];
    const names = [...known.keys()];
    const compared = names.reduce((sum, other) => sum + other.length, 0);
    return this.#affords(compared * name.length) ? nearestNames(name, names) : [];
  }

  /** Why a `{{ … }}` is no reference. */
  explain(inside: string): string {
    return this.#affords(EXPLAINING) ? explainInvalid(inside) : plainlyInvalid(inside);
  }

  #affords(steps: number): boolean {
    try {
      this.#budget.spend(steps);
      return true;
    } catch (error) {
      if (error instanceof WorkBudgetError) return false;
      throw error;
    }
  }
}
