import { Problem } from '@errand/contracts';

/** Returns the Problem that `work` throws, because other errors take precedence. */
export function orProblem<Result>(work: () => Result): Result | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
