import { formatPath, isWithinDepth, type RunbookParameter, type RunbookProblem } from '@errand/contracts';
import { WorkBudget, WorkBudgetError } from '../work-budget.ts';
import { brokenRule, type BrokenRule } from './value.ts';
import { withDefaults } from './defaults.ts';

/** The input values with defaults (an absent optional input has no entry), or all problems. */
export type InputCheck =
  | { ok: true; values: Record<string, unknown> }
  | { ok: false; problems: RunbookProblem[] };

const MAX_LEVELS = 64;

function brokenWithin(value: unknown, parameter: RunbookParameter, budget: WorkBudget): BrokenRule | null {
  if (!isWithinDepth(value, MAX_LEVELS))
    return { path: [], message: `must be at most ${MAX_LEVELS} levels deep` };
  try {
    return brokenRule(value, parameter, budget);
  } catch (error) {
    if (error instanceof WorkBudgetError) return { path: [], message: error.message };
    throw error;
  }
}

/**
 * Checks a Run's inputs against the parameters of its Runbook. Problems name `inputs.<name>` and never quote the value.
 */
export function checkInputs(
  parameters: readonly RunbookParameter[],
  inputs: Readonly<Record<string, unknown>>,
): InputCheck {
  const declared = new Set(parameters.map(({ name }) => name));
  const problems: RunbookProblem[] = Object.keys(inputs)
    .filter((name) => !declared.has(name))
    .map((name) => ({ path: `inputs.${name}`, message: 'is not a declared parameter' }));
  const values: Record<string, unknown> = {};
  const budget = new WorkBudget();

  for (const parameter of parameters) {
    const path = `inputs.${parameter.name}`;
    if (Object.hasOwn(inputs, parameter.name)) {
      const broken = brokenWithin(inputs[parameter.name], parameter, budget);
      if (broken === null) values[parameter.name] = withDefaults(inputs[parameter.name], parameter);
      else
        problems.push({
          path: formatPath(['inputs', parameter.name, ...broken.path]),
          message: broken.message,
        });
    } else if (parameter.default !== undefined) {
      values[parameter.name] = parameter.default;
    } else if (parameter.required === true) {
      problems.push({ path, message: 'is required' });
    }
  }
  return problems.length === 0 ? { ok: true, values } : { ok: false, problems };
}
